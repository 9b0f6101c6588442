"use strict";
// What stands around the bodies: solids as meshes that move as a whole, planes as grids.

const SOLID_COLOUR = 0x9a938a;

class Solids {
  constructor(run, box) {
    this.run = run;
    this.group = new THREE.Group();
    this.material = new THREE.MeshPhongMaterial({
      color: SOLID_COLOUR, specular: 0x111111, shininess: 15, side: THREE.DoubleSide, transparent: true, opacity: 0.55,
      polygonOffset: true, polygonOffsetFactor: 2, polygonOffsetUnits: 2 });
    this.things = run.solids.map((solid) => (solid.triangles.length ? this.mesh(solid) : this.grid(box)));
    for (const thing of this.things) {
      thing.matrixAutoUpdate = false;
      thing.frustumCulled = false;
      this.group.add(thing);
    }
  }

  mesh(solid) {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.BufferAttribute(solid.points, 3));
    geometry.setIndex(new THREE.BufferAttribute(new Uint32Array(solid.triangles), 1));
    geometry.computeVertexNormals();
    return new THREE.Mesh(geometry, this.material);
  }

  /** Squares in the plane, around the place in it that is nearest to the middle of the bodies. */
  grid(box) {
    const step = roundStep(box.size / 5), n = Math.ceil(1.1 * box.size / step), places = [];
    for (let i = -n; i <= n; ++i) {
      places.push(i * step, -n * step, 0, i * step, n * step, 0);
      places.push(-n * step, i * step, 0, n * step, i * step, 0);
    }
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(places), 3));
    const grid = new THREE.LineSegments(geometry, new THREE.LineBasicMaterial({
      color: SOLID_COLOUR, transparent: true, opacity: 0.75 }));
    grid.aboutTheBodies = { middle: [0, 1, 2].map((k) => (box.low[k] + box.high[k]) / 2), step };
    return grid;
  }

  place(frame) {
    this.things.forEach((thing, index) => {
      const { position, tangent, director } = this.run.poseAt(frame, index), binormal = cross(tangent, director);
      let origin = position;
      if (thing.aboutTheBodies) {
        // A whole number of squares away from the plane's own origin, so that the grid moves with the plane.
        const { middle, step } = thing.aboutTheBodies, way = middle.map((x, k) => x - position[k]);
        const along = (axis) => Math.round(way.reduce((sum, x, k) => sum + x * axis[k], 0) / step) * step;
        const [u, v] = [along(tangent), along(director)];
        origin = position.map((x, k) => x + u * tangent[k] + v * director[k]);
      }
      thing.matrix.set(
        tangent[0], director[0], binormal[0], origin[0],
        tangent[1], director[1], binormal[1], origin[1],
        tangent[2], director[2], binormal[2], origin[2],
        0, 0, 0, 1);
      thing.matrixWorldNeedsUpdate = true;
    });
  }
}
