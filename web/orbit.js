"use strict";
// Where the camera is, and how mouse and fingers move it: around a target, z up.

class Orbit {
  constructor(element, onChange) {
    Object.assign(this, { element, onChange, azimuth: -1.0, elevation: 0.35, distance: 1, target: [0, 0, 0] });
    this.pointers = new Map();
    element.addEventListener("pointerdown", (event) => this.press(event));
    element.addEventListener("pointermove", (event) => this.drag(event));
    for (const end of ["pointerup", "pointercancel"]) {
      element.addEventListener(end, (event) => this.pointers.delete(event.pointerId));
    }
    element.addEventListener("contextmenu", (event) => event.preventDefault());
    element.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(0.0015 * event.deltaY * (event.deltaMode === 1 ? 16 : 1)));
    }, { passive: false });
  }

  press(event) {
    this.element.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
  }

  drag(event) {
    const old = this.pointers.get(event.pointerId);
    if (!old) return;
    const now = [event.clientX, event.clientY], dx = now[0] - old[0], dy = now[1] - old[1];
    if (this.pointers.size === 2) this.pinch(event.pointerId, old, now);
    else if (event.buttons & 6 || event.shiftKey) this.pan(dx, dy);
    else this.turn(dx, dy);
    this.pointers.set(event.pointerId, now);
  }

  /** Two fingers: their distance zooms, their middle moves. */
  pinch(id, old, now) {
    const [, other] = [...this.pointers].find(([key]) => key !== id);
    const spread = (place) => Math.max(1, Math.hypot(place[0] - other[0], place[1] - other[1]));
    this.zoom(spread(old) / spread(now));
    this.pan((now[0] - old[0]) / 2, (now[1] - old[1]) / 2);
  }

  turn(dx, dy) {
    const perPixel = Math.PI / this.element.clientHeight;
    this.azimuth -= dx * perPixel;
    this.elevation = Math.min(Math.max(this.elevation + dy * perPixel, -Math.PI / 2), Math.PI / 2);
    this.onChange();
  }

  pan(dx, dy) {
    const perPixel = 2 * this.distance * Math.tan(Orbit.HALF_ANGLE) / this.element.clientHeight;
    const { right, up } = this.axes();
    this.target = this.target.map((value, k) => value + perPixel * (dy * up[k] - dx * right[k]));
    this.onChange();
  }

  zoom(factor) {
    this.distance *= factor;
    this.onChange();
  }

  /** Unit vectors of the picture; `toward` points from the target to the camera. */
  axes() {
    const ca = Math.cos(this.azimuth), sa = Math.sin(this.azimuth);
    const ce = Math.cos(this.elevation), se = Math.sin(this.elevation);
    return { right: [-sa, ca, 0], up: [-se * ca, -se * sa, ce], toward: [ce * ca, ce * sa, se] };
  }

  /** Moves the camera so far away that the box fills the picture, a little below the cards at its top. */
  fit(box, aspect) {
    this.target = box.low.map((low, k) => (low + box.high[k]) / 2);
    const { right, up, toward } = this.axes();
    const tall = Math.tan(Orbit.HALF_ANGLE), wide = tall * aspect;
    let distance = 0.5 * box.size;
    for (let corner = 0; corner < 8; ++corner) {
      const at = box.low.map((low, k) => (corner >> k & 1 ? box.high[k] : low) - this.target[k]);
      const along = (axis) => at[0] * axis[0] + at[1] * axis[1] + at[2] * axis[2];
      const across = Math.max(Math.abs(along(right)) / wide, Math.abs(along(up)) / tall);
      distance = Math.max(distance, along(toward) + across);
    }
    this.distance = 1.1 * distance;
    const lift = (aspect < 1.3 ? 0.14 : 0.04) * this.distance * tall;
    this.target = this.target.map((value, k) => value + lift * up[k]);
    this.onChange();
  }
}

Orbit.HALF_ANGLE = 16 * Math.PI / 180;  // of the camera, up from the middle
