"use strict";
// The run that the page plays: what the <script id="run"> holds, unpacked.

function bytesOf(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
  return bytes.buffer;
}

function floatsOf(base64) {
  return new Float32Array(bytesOf(base64));
}

function boundsOf(values, from = 0, to = values.length) {
  let low = Infinity, high = -Infinity;
  for (let i = from; i < to; ++i) {
    if (values[i] < low) low = values[i];
    if (values[i] > high) high = values[i];
  }
  return [low, high];
}

function component(values, n, k) {
  return values.filter((_, i) => i % n === k);
}

function magnitude(values, n) {
  return Float32Array.from({ length: values.length / n }, (_, i) => Math.hypot(...values.subarray(n * i, n * i + n)));
}

/** What a point can be coloured by: the array, or the size and the components of an array of vectors. */
function fieldsOf(array) {
  const values = floatsOf(array.values), n = array.n_components;
  const field = (name, make) => ({ name, unit: array.unit, make });
  if (n === 1) return [field(array.name, () => values)];
  const names = n === 3 ? ["x", "y", "z"] : Array.from({ length: n }, (_, k) => k + 1);
  return [field(`|${array.name}|`, () => magnitude(values, n)),
    ...names.map((name, k) => field(`${array.name} ${name}`, () => component(values, n, k)))];
}

/** One number a point, frame by frame, made when first asked for. */
class Field {
  constructor({ name, unit, make }, run) {
    Object.assign(this, { name, unit, make, run });
  }
  get values() {
    return this.made ??= this.make();
  }
  at(frame) {
    return this.values.subarray(this.run.offsets[frame], this.run.offsets[frame + 1]);
  }
  boundsOfRun() {
    return this.bounds ??= boundsOf(this.values);
  }
}

/** Which points curves and surfaces have from a frame on, until the next mesh. */
class Mesh {
  constructor({ frame = 0, n_points, curves, surfaces }) {
    Object.assign(this, { frame, nPoints: n_points, curves });
    this.surfaces = surfaces.map((surface) => ({ ...surface, triangles: new Int32Array(bytesOf(surface.triangles)) }));
  }
  get nTriangles() {
    return this.surfaces.reduce((sum, surface) => sum + surface.triangles.length / 3, 0);
  }
}

class Run {
  constructor(data) {
    Object.assign(this, { times: data.times, curves: data.curves });
    this.nFrames = this.times.length;
    this.meshes = [data, ...(data.meshes ?? [])].map((mesh) => new Mesh(mesh));
    this.surfaces = this.meshes[0].surfaces;
    this.observables = data.observables;
    this.positions = floatsOf(data.positions);
    this.solids = (data.solids ?? []).map((solid) => ({ name: solid.name, points: floatsOf(solid.points),
      triangles: new Int32Array(bytesOf(solid.triangles)) }));
    this.poses = floatsOf(data.poses ?? "");
    this.countContacts(data.contacts);
    this.countPoints();
    this.fields = data.arrays.flatMap(fieldsOf).map((field) => new Field(field, this));
    // Where times do not grow (load steps), the number of the frame stands in for them.
    this.timed = this.times.every((time, k) => k === 0 || time > this.times[k - 1]);
    this.axis = this.timed ? { name: "time", unit: "s", values: this.times }
                           : { name: "frame", unit: "", values: this.times.map((_, k) => k + 1) };
  }

  /** Curves, then surfaces: whatever has a name. */
  get bodies() {
    return [...this.curves, ...this.surfaces];
  }

  /** Where the points of each frame begin among those of all frames; behind them, where they end. */
  countPoints() {
    this.meshOfFrame = [];
    this.meshes.forEach(({ frame }, k) => {
      const end = this.meshes[k + 1]?.frame ?? this.nFrames;
      for (let i = frame; i < end; ++i) this.meshOfFrame.push(k);
    });
    this.offsets = [0];
    for (const k of this.meshOfFrame) this.offsets.push(this.offsets[this.offsets.length - 1] + this.meshes[k].nPoints);
  }

  meshAt(frame) {
    return this.meshes[this.meshOfFrame[frame]];
  }

  /** [least, most] of a number that each mesh has. */
  rangeOf(number) {
    const all = this.meshes.map(number);
    return [Math.min(...all), Math.max(...all)];
  }

  /** Where the contacts of each frame begin; null in a run without contact. */
  countContacts(contacts) {
    this.contactOffsets = contacts ? [0] : null;
    for (const n of contacts?.counts ?? []) this.contactOffsets.push(this.contactOffsets[this.contactOffsets.length - 1] + n);
    this.contactNumbers = floatsOf(contacts?.numbers ?? "");
  }

  get hasContacts() {
    return this.contactOffsets !== null;
  }

  mostContacts() {
    return this.contactOffsets.reduce((most, end, k, all) => (k ? Math.max(most, end - all[k - 1]) : 0), 0);
  }

  strongestForce() {
    let most = 0;
    for (let i = 0; i < this.contactNumbers.length; i += 7) {
      most = Math.max(most, Math.hypot(...this.contactNumbers.subarray(i + 3, i + 6)));
    }
    return most;
  }

  /** [{ place, force, sticks }] */
  contactsAt(frame) {
    const list = [];
    for (let i = 7 * this.contactOffsets[frame]; i < 7 * this.contactOffsets[frame + 1]; i += 7) {
      const n = this.contactNumbers;
      list.push({ place: [...n.subarray(i, i + 3)], force: [...n.subarray(i + 3, i + 6)], sticks: n[i + 6] > 0 });
    }
    return list;
  }

  /** Of a solid: { position, tangent, director }. */
  poseAt(frame, solid) {
    const at = 9 * (frame * this.solids.length + solid);
    const [position, tangent, director] = [0, 3, 6].map((k) => [...this.poses.subarray(at + k, at + k + 3)]);
    return { position, tangent, director };
  }

  positionsAt(frame) {
    return this.positions.subarray(3 * this.offsets[frame], 3 * this.offsets[frame + 1]);
  }

  /** The last frame that is not after a place on the axis. */
  frameAt(place) {
    let low = 0, high = this.nFrames - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.axis.values[middle] <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  nearestFrame(place) {
    const k = this.frameAt(place), values = this.axis.values;
    return k + 1 < this.nFrames && values[k + 1] - place < place - values[k] ? k + 1 : k;
  }

  /** Takes solids in that are not much larger than the box, where they are at first and at last. */
  includeSolids(low, high) {
    const size = Math.hypot(...high.map((value, k) => value - low[k]));
    this.solids.forEach((solid, index) => {
      const radius = Math.max(...Array.from({ length: solid.points.length / 3 }, (_, i) =>
        Math.hypot(...solid.points.subarray(3 * i, 3 * i + 3))));
      if (!(radius < 1.5 * size)) return;
      for (const frame of [0, this.nFrames - 1]) {
        this.poseAt(frame, index).position.forEach((x, k) => {
          low[k] = Math.min(low[k], x - radius);
          high[k] = Math.max(high[k], x + radius);
        });
      }
    });
  }

  /** Corners of the box around all frames: { low: [x, y, z], high, size } with the length of its diagonal. */
  box() {
    const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
    for (let i = 0; i < this.positions.length; ++i) {
      low[i % 3] = Math.min(low[i % 3], this.positions[i]);
      high[i % 3] = Math.max(high[i % 3], this.positions[i]);
    }
    if (this.positions.length === 0) return { low: [-1, -1, -1], high: [1, 1, 1], size: Math.sqrt(12) };
    this.includeSolids(low, high);
    const diagonal = Math.hypot(...high.map((value, k) => value - low[k]));
    const thickest = Math.max(0, ...this.curves.map((curve) => curve.radius));
    return { low, high, size: Math.max(diagonal, 4 * thickest, 1e-6) };
  }
}
