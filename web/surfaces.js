"use strict";
// The surfaces of a run: one mesh of triangles, seen from both sides, whose vertices move from frame to frame, and the
// edges of the triangles as lines. Where the mesh changes, its triangles are put in anew.

/** Every edge once, as pairs of points. */
function edgesOf(triangles) {
  const seen = new Set(), pairs = [];
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; ++k) {
      const a = triangles[t + k], b = triangles[t + (k + 1) % 3], low = Math.min(a, b), high = Math.max(a, b);
      const key = low * 4294967296 + high;
      if (!seen.has(key)) pairs.push(low, high);
      seen.add(key);
    }
  }
  return pairs;
}

/** The surfaces of a mesh that there is something to see of, and the triangles and edges of all of them. */
function joined(mesh) {
  const surfaces = mesh.surfaces.filter((surface) => surface.n > 0 && surface.triangles.length > 0);
  const triangles = [], edges = [];
  let first = 0;
  for (const surface of surfaces) {
    for (const corner of surface.triangles) triangles.push(first + corner);
    for (const end of edgesOf(surface.triangles)) edges.push(first + end);
    first += surface.n;
  }
  const index = (points) => new THREE.BufferAttribute(new Uint32Array(points), 1);
  return { surfaces, triangles: index(triangles), edges: index(edges) };
}

class Surfaces {
  constructor(run) {
    this.run = run;
    const most = run.rangeOf((mesh) => mesh.surfaces.reduce((sum, surface) => sum + surface.n, 0))[1];
    this.geometry = new THREE.BufferGeometry();
    for (const name of ["position", "normal", "color"]) {
      this.geometry.setAttribute(name, new THREE.BufferAttribute(new Float32Array(3 * most), 3));
    }
    this.edges = new THREE.BufferGeometry();
    this.edges.setAttribute("position", this.geometry.attributes.position);
    this.join(run.meshes[0]);
  }

  /** Takes the triangles of a mesh. */
  join(mesh) {
    if (mesh === this.mesh) return;
    this.mesh = mesh;
    const { surfaces, triangles, edges } = mesh.joined ??= joined(mesh);
    this.surfaces = surfaces;
    this.triangles = triangles.array;
    this.geometry.setIndex(triangles);
    this.edges.setIndex(edges);
  }

  get nTriangles() {
    return this.triangles.length / 3;
  }

  place(frame) {
    this.join(this.run.meshAt(frame));
    const points = this.run.positionsAt(frame), { position, normal } = this.geometry.attributes;
    let vertex = 0;
    for (const { first, n } of this.surfaces) {
      position.array.set(points.subarray(3 * first, 3 * (first + n)), 3 * vertex);
      vertex += n;
    }
    this.turnNormals(position.array, normal.array);
    position.needsUpdate = normal.needsUpdate = true;
  }

  /** Of a point: the sum over its triangles, each as long as its area. */
  turnNormals(x, normals) {
    normals.fill(0);
    for (let t = 0; t < this.triangles.length; t += 3) {
      const [a, b, c] = [3 * this.triangles[t], 3 * this.triangles[t + 1], 3 * this.triangles[t + 2]];
      const ux = x[b] - x[a], uy = x[b + 1] - x[a + 1], uz = x[b + 2] - x[a + 2];
      const vx = x[c] - x[a], vy = x[c + 1] - x[a + 1], vz = x[c + 2] - x[a + 2];
      const nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
      for (const corner of [a, b, c]) {
        normals[corner] += nx;
        normals[corner + 1] += ny;
        normals[corner + 2] += nz;
      }
    }
    for (let i = 0; i < normals.length; i += 3) {
      const length = Math.hypot(normals[i], normals[i + 1], normals[i + 2]);
      // A shader that has to normalise zero draws nothing.
      if (length > 0) for (let k = 0; k < 3; ++k) normals[i + k] /= length;
      else normals[i + 2] = 1;
    }
  }

  /** `colourOf(point, body)` gives red, green and blue; surfaces are counted on from the curves. */
  paint(colourOf) {
    const colours = this.geometry.attributes.color;
    let entry = 0;
    this.surfaces.forEach(({ first, n }, index) => {
      for (let i = 0; i < n; ++i) {
        colours.array.set(colourOf(first + i, this.run.curves.length + index), entry);
        entry += 3;
      }
    });
    colours.needsUpdate = true;
  }
}
