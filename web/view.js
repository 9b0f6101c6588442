"use strict";
// The 3D picture: tubes and surfaces, their shadow on the ground, a grid, solids around them, the forces of contacts, and the axes in
// a corner. It draws only when something has changed.

const AXIS_COLOURS = { x: "#c8553d", y: "#4f9d69", z: "#3d7ea6" };

class View {
  constructor(canvas, context, run) {
    this.canvas = canvas;
    this.run = run;
    this.box = run.box();
    this.renderer = new THREE.WebGLRenderer({ canvas, context, antialias: true });
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    this.scene = new THREE.Scene();
    this.camera = new THREE.PerspectiveCamera(2 * Orbit.HALF_ANGLE * 180 / Math.PI, 1, 1, 2);
    this.camera.up.set(0, 0, 1);
    this.addLights();
    this.addTubes();
    this.addSurfaces();
    this.addGrid();
    this.addSolids();
    this.addArrows();
    this.orbit = new Orbit(canvas, () => this.draw());
    this.look("fit");
    new ResizeObserver(() => this.draw()).observe(canvas.parentElement);
  }

  addLights() {
    this.scene.add(new THREE.HemisphereLight(0xffffff, 0x8d8a84, 0.78));
    const lamp = new THREE.DirectionalLight(0xffffff, 0.42);
    lamp.position.set(-0.6, 0.8, 1);
    this.camera.add(lamp);
    this.scene.add(this.camera);
  }

  addTubes() {
    // Thinner than this, a tube is a broken line of pixels.
    const radii = this.run.curves.map((curve) => curve.radius).filter((radius) => radius > 0);
    const visible = (this.run.curves.length > 20 ? 0.0015 : 0.0035) * this.box.size, thinnest = Math.min(...radii);
    this.thickness = Number.isFinite(thinnest) ? Math.max(1, visible / thinnest) : 1;
    for (const curve of this.run.curves) if (!(curve.radius > 0)) curve.radius = visible / this.thickness;
    this.tubes = new Tubes(this.run, this.thickness);

    const mesh = new THREE.Mesh(this.tubes.geometry, new THREE.MeshPhongMaterial({
      vertexColors: THREE.VertexColors, specular: 0x222222, shininess: 40 }));
    mesh.frustumCulled = false;
    this.scene.add(mesh);

    // The shadow is the same mesh, flat; the stencil keeps places that it covers twice from getting darker.
    this.shade = new THREE.MeshBasicMaterial({
      color: 0x000000, transparent: true, opacity: 0.12, depthWrite: false, side: THREE.DoubleSide, stencilWrite: true,
      stencilFunc: THREE.EqualStencilFunc, stencilRef: 0, stencilZPass: THREE.IncrementStencilOp });
    this.shadow = new THREE.Group();
    this.shadow.scale.z = 1e-5;  // three.js inverts it
    this.scene.add(this.shadow);
    this.castShadow(this.tubes.geometry);
  }

  castShadow(geometry) {
    const mesh = new THREE.Mesh(geometry, this.shade);
    mesh.frustumCulled = false;
    this.shadow.add(mesh);
  }

  addSurfaces() {
    this.surfaces = new Surfaces(this.run);
    if (this.surfaces.nTriangles === 0) return;
    // Pushed back a little, so that edges lie in front of their triangles.
    const mesh = new THREE.Mesh(this.surfaces.geometry, new THREE.MeshPhongMaterial({
      vertexColors: THREE.VertexColors, specular: 0x111111, shininess: 25, side: THREE.DoubleSide,
      polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 }));
    mesh.frustumCulled = false;
    this.scene.add(mesh);
    this.edges = new THREE.LineSegments(this.surfaces.edges, new THREE.LineBasicMaterial({
      color: 0x000000, transparent: true, opacity: 0.28 }));
    this.edges.frustumCulled = false;
    this.edges.visible = this.surfaces.nTriangles <= 5000;
    this.scene.add(this.edges);
    this.castShadow(this.surfaces.geometry);
  }

  addSolids() {
    this.solids = new Solids(this.run, this.box);
    this.scene.add(this.solids.group);
    // A plane is a ground of its own.
    this.grid.visible = this.run.solids.every((solid) => solid.triangles.length > 0);
  }

  addArrows() {
    if (!this.run.hasContacts) return;
    this.arrows = new Arrows(this.run, 0.25 * this.box.size);
    this.scene.add(this.arrows.mesh);
  }

  get showsForces() {
    return Boolean(this.arrows?.mesh.visible);
  }

  showForces(on) {
    this.arrows.mesh.visible = on;
    this.draw();
  }

  get showsEdges() {
    return Boolean(this.edges?.visible);
  }

  showEdges(on) {
    this.edges.visible = on;
    this.draw();
  }

  /** At z = 0 where that is a little below everything, else just below everything. */
  groundHeight() {
    const lowest = this.box.low[2], thickest = Math.max(0, ...this.run.curves.map((curve) => curve.radius));
    const resting = -1.01 * thickest * this.thickness - 1e-3 * this.box.size;
    return lowest >= resting && lowest < 0.5 * this.box.size ? Math.min(0, lowest + resting) : lowest + resting;
  }

  /** Squares of a round size that fade out away from the middle. */
  addGrid() {
    const { low, high, size } = this.box;
    this.square = roundStep(size / 5);
    this.ground = this.groundHeight();
    const middle = [0, 1].map((k) => Math.round((low[k] + high[k]) / 2 / this.square) * this.square);
    const radius = 0.5 * Math.hypot(high[0] - low[0], high[1] - low[1]) + 0.6 * size;
    const n = Math.ceil(radius / this.square), places = [], fades = [];
    const add = (i, j) => {
      const x = i * this.square, y = j * this.square;
      places.push(middle[0] + x, middle[1] + y, this.ground);
      fades.push(Math.max(0, 1 - Math.hypot(x, y) / radius));
    };
    for (let i = -n; i <= n; ++i) {
      for (let j = -n; j < n; ++j) {
        add(i, j), add(i, j + 1);
        add(j, i), add(j + 1, i);
      }
    }
    this.fades = fades;
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(places), 3));
    geometry.setAttribute("color", new THREE.BufferAttribute(new Float32Array(places.length), 3));
    this.grid = new THREE.LineSegments(geometry, new THREE.LineBasicMaterial({ vertexColors: THREE.VertexColors }));
    this.scene.add(this.grid);
    this.shadow.position.z = this.ground;
  }

  setColours(background, line, shadow) {
    const back = new THREE.Color(background), front = new THREE.Color(line), colour = new THREE.Color();
    this.scene.background = back;
    this.shade.opacity = shadow;
    const colours = this.grid.geometry.attributes.color;
    this.fades.forEach((fade, i) => colour.copy(back).lerp(front, fade).toArray(colours.array, 3 * i));
    colours.needsUpdate = true;
    this.draw();
  }

  /** `what` is "fit" or an axis to look along. */
  look(what) {
    const right = Math.PI / 2;
    const from = { x: [0, 0], y: [-right, 0], z: [-right, right] }[what];
    if (from) [this.orbit.azimuth, this.orbit.elevation] = from;
    const { low, high, size } = this.box;
    this.orbit.fit({ low: [low[0], low[1], this.ground], high, size }, this.aspect());
  }

  aspect() {
    return this.canvas.parentElement.clientWidth / Math.max(1, this.canvas.parentElement.clientHeight);
  }

  show(frame, colourOf) {
    for (const mesh of [this.tubes, this.surfaces]) {
      mesh.place(frame);
      mesh.paint(colourOf);
    }
    this.solids.place(frame);
    this.arrows?.place(frame);
    this.draw();
  }

  draw() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.render();
    });
  }

  render() {
    const { clientWidth: width, clientHeight: height } = this.canvas.parentElement;
    this.renderer.setSize(width, height, false);
    const { distance, target } = this.orbit, { up, toward } = this.orbit.axes();
    this.camera.aspect = this.aspect();
    this.camera.near = Math.max(0.02 * distance, distance - 4 * this.box.size);
    this.camera.far = distance + 6 * this.box.size;
    this.camera.position.set(...target.map((value, k) => value + distance * toward[k]));
    this.camera.up.set(...up);
    this.camera.lookAt(...target);
    this.camera.updateProjectionMatrix();
    // Seen from below, the ground has no shadow on it.
    this.shadow.visible = this.camera.position.z > this.ground;
    this.renderer.render(this.scene, this.camera);
    this.drawAxes();
  }

  drawAxes() {
    const { right, up, toward } = this.orbit.axes();
    const axes = ["x", "y", "z"].map((name, k) => ({ name, x: right[k], y: -up[k], depth: toward[k] }));
    axes.sort((a, b) => a.depth - b.depth);
    document.getElementById("axes").innerHTML = axes.map(({ name, x, y }) =>
      `<g stroke="${AXIS_COLOURS[name]}" fill="${AXIS_COLOURS[name]}"><line x2="${28 * x}" y2="${28 * y}"/>` +
      `<text x="${38 * x}" y="${38 * y}">${name}</text></g>`).join("");
  }
}
