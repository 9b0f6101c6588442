"use strict";
// The forces of contacts as arrows: one mesh, filled anew for every frame. An arrow is a shaft and a head, both with
// four sides; it begins where the contact is and points along the force on the body.

const STICKS = "#0072b2", SLIDES = "#d55e00";

class Arrows {
  /** The longest force of the run is drawn `longest` metres long. */
  constructor(run, longest) {
    this.run = run;
    this.strongest = run.strongestForce();
    this.scale = this.strongest > 0 ? longest / this.strongest : 0;
    this.radius = 0.02 * longest;
    this.perArrow = 4 * 2 * 3 + 4 * 3;  // vertices: the shaft's sides, the head's
    const n = this.perArrow * run.mostContacts();
    this.geometry = new THREE.BufferGeometry();
    for (const name of ["position", "color"]) {
      this.geometry.setAttribute(name, new THREE.BufferAttribute(new Float32Array(3 * n), 3));
    }
    this.mesh = new THREE.Mesh(this.geometry, new THREE.MeshBasicMaterial({
      vertexColors: THREE.VertexColors, side: THREE.DoubleSide, depthTest: false }));
    this.mesh.renderOrder = 2;
    this.mesh.frustumCulled = false;
  }

  place(frame) {
    const { position, color } = this.geometry.attributes;
    let vertex = 0;
    for (const { place, force, sticks } of this.run.contactsAt(frame)) {
      const rgb = rgbOf(sticks ? STICKS : SLIDES);
      for (const corner of this.corners(place, force)) {
        position.array.set(corner, 3 * vertex);
        color.array.set(rgb, 3 * vertex);
        ++vertex;
      }
    }
    this.geometry.setDrawRange(0, vertex);
    position.needsUpdate = color.needsUpdate = true;
  }

  corners(place, force) {
    const size = Math.hypot(...force), direction = size > 0 ? force.map((x) => x / size) : [0, 0, 1];
    const length = size * this.scale, head = Math.min(0.35 * length, 6 * this.radius), neck = length - head;
    const u = anyNormal(direction), v = cross(direction, u);
    const at = (along, out, side) => place.map((x, k) => x + along * direction[k] +
      out * (Math.cos(side * Math.PI / 2) * u[k] + Math.sin(side * Math.PI / 2) * v[k]));
    const corners = [], width = Math.min(this.radius, 0.4 * head);
    for (let side = 0; side < 4; ++side) {
      const a = at(0, width, side), b = at(0, width, side + 1), c = at(neck, width, side + 1), d = at(neck, width, side);
      corners.push(a, b, c, a, c, d);
      corners.push(at(neck, 2.5 * width, side), at(neck, 2.5 * width, side + 1), at(length, 0, 0));
    }
    return corners;
  }
}
