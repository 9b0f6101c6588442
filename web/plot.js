"use strict";
// Observables over time, those of one unit in one plot, with a table that names them, gives their values at the
// current frame and chooses which to draw.

const SVG = "http://www.w3.org/2000/svg";
const HEIGHT = 168, TOP = 22, BOTTOM = 26;

function element(parent, name, attributes = {}, text = "") {
  const space = name === "svg" ? SVG : parent.namespaceURI;
  const node = parent.appendChild(document.createElementNS(space, name));
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.textContent = text;
  return node;
}

/** At most a few points a pixel: the lowest and the highest of each bunch, in the order in which they come. */
function thinned(values, most) {
  const all = Array.from(values.keys());
  if (values.length <= most) return all;
  const bunch = Math.ceil(2 * values.length / most), kept = [];
  for (let from = 0; from < values.length; from += bunch) {
    const part = all.slice(from, from + bunch);
    const lowest = part.reduce((a, b) => (values[b] < values[a] ? b : a));
    const highest = part.reduce((a, b) => (values[b] > values[a] ? b : a));
    kept.push(...new Set([Math.min(lowest, highest), Math.max(lowest, highest)]));
  }
  return kept;
}

/** A table of names and values; `marks` gives each row its colour and a box to choose it by. */
class ValueTable {
  constructor(parent, observables, marks = null) {
    this.observables = observables;
    const sizes = observables.map(({ values }) => Math.max(...boundsOf(values).map(Math.abs)));
    this.scales = observables.map(({ unit }) => Math.max(...sizes.filter((_, k) => observables[k].unit === unit)));
    const body = element(element(parent, "table"), "tbody");
    this.cells = observables.map((observable, k) => {
      const row = element(body, "tr"), head = element(row, "th", { scope: "row" });
      const label = element(head, marks ? "label" : "span");
      if (marks) marks(label, k);
      element(label, "span", {}, observable.name);
      const cell = element(row, "td");
      element(row, "td", { class: "unit", title: observable.unit }, observable.unit);
      return cell;
    });
  }
  show(frame) {
    this.observables.forEach((observable, k) => {
      this.cells[k].textContent = readable(denoised(observable.values[frame], this.scales[k]));
    });
  }
}

class Plot {
  /** `onSeek(place)` is called with the time that a reader points at. */
  constructor(parent, run, unit, observables, onSeek) {
    Object.assign(this, { run, unit, observables, frame: 0 });
    this.card = element(parent, "article", { class: "plot" });
    this.svg = element(this.card, "svg", { height: HEIGHT });
    // More lines than colours tell nothing apart.
    this.chosen = observables.map((_, k) => k < PALETTE.length);
    this.table = new ValueTable(this.card, observables, (label, k) => {
      const box = element(label, "input", { type: "checkbox", style: `--colour: ${paletteColour(k)}` });
      box.checked = this.chosen[k];
      box.addEventListener("change", () => {
        this.chosen[k] = box.checked;
        this.draw();
      });
    });
    this.listen(onSeek);
    new ResizeObserver(() => this.draw()).observe(this.card);
  }

  listen(onSeek) {
    const seek = (event) => onSeek(this.placeAt(event.clientX - this.svg.getBoundingClientRect().left));
    this.svg.addEventListener("pointerdown", (event) => {
      this.svg.setPointerCapture(event.pointerId);
      seek(event);
    });
    this.svg.addEventListener("pointermove", (event) => { if (event.buttons & 1) seek(event); });
  }

  placeAt(x) {
    const [from, to] = this.span;
    return from + (to - from) * (x - this.left) / (this.right - this.left);
  }
  x(place) {
    const [from, to] = this.span;
    return this.left + (this.right - this.left) * (place - from) / (to - from);
  }
  y(value) {
    const [low, high] = this.range;
    return TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low);
  }

  draw() {
    this.svg.replaceChildren();
    const lines = this.observables.filter((_, k) => this.chosen[k]);
    this.svg.style.display = lines.length ? "" : "none";
    if (!lines.length || this.card.clientWidth === 0) return;
    const width = this.svg.clientWidth, places = this.run.axis.values;
    this.span = [places[0], places[places.length - 1]];
    const bounds = lines.map((line) => boundsOf(line.values));
    this.range = roomyRange(Math.min(...bounds.map((b) => b[0])), Math.max(...bounds.map((b) => b[1])));
    this.drawAxes(width);
    this.observables.forEach((observable, k) => {
      if (!this.chosen[k]) return;
      const path = thinned(observable.values, 4 * width)
        .map((i) => `${this.x(places[i]).toFixed(1)},${this.y(observable.values[i]).toFixed(1)}`);
      element(this.svg, "path", { class: "line", stroke: paletteColour(k), d: "M" + path.join("L") })
        .dataset.name = observable.name;
    });
    this.cursor = element(this.svg, "g", { class: "cursor" });
    this.drawCursor();
  }

  drawAxes(width) {
    const up = ticks(...this.range, 4);
    this.left = 14 + 6.6 * Math.max(...up.ticks.map((tick) => tick.text.length));
    this.right = width - 12;
    const across = ticks(...this.span, Math.max(2, (this.right - this.left) / 60), this.run.timed ? 0 : 1);
    const grid = [...up.ticks.map((tick) => `M${this.left} ${this.y(tick.value)}H${this.right}`),
      ...across.ticks.map((tick) => `M${this.x(tick.value)} ${TOP}V${HEIGHT - BOTTOM}`)];
    element(this.svg, "path", { class: "grid", d: grid.join("") });
    for (const tick of up.ticks) {
      element(this.svg, "text", { class: "up", x: this.left - 6, y: this.y(tick.value) }, tick.text);
    }
    // A tick's label that would run into the axis' name at the right end is left out.
    const factor = across.exponent ? `${powerOfTen(across.exponent)} ` : "", { name, unit } = this.run.axis;
    const title = labelled(name, factor + unit), room = this.right - 6.2 * title.length - 8;
    for (const tick of across.ticks) {
      const x = this.x(tick.value);
      if (x + 3.5 * tick.text.length > room) continue;
      element(this.svg, "text", { class: "across", x, y: HEIGHT - 8 }, tick.text);
    }
    element(this.svg, "text", { class: "axis end", x: this.right, y: HEIGHT - 8 }, title);
    const scale = up.exponent ? powerOfTen(up.exponent) + (this.unit ? " " : "") : "";
    element(this.svg, "text", { class: "axis", x: 2, y: 11 }, scale || this.unit ? `[${scale}${this.unit}]` : "");
  }

  show(frame) {
    this.frame = frame;
    this.table.show(frame);
    if (this.cursor) this.drawCursor();
  }

  drawCursor() {
    this.cursor.replaceChildren();
    const x = this.x(this.run.axis.values[this.frame]);
    element(this.cursor, "line", { x1: x, x2: x, y1: TOP, y2: HEIGHT - BOTTOM });
    this.observables.forEach((observable, k) => {
      if (!this.chosen[k]) return;
      const y = this.y(observable.values[this.frame]);
      element(this.cursor, "circle", { cx: x, cy: y, r: 3.2, fill: paletteColour(k) });
    });
  }
}

/** The whole panel: plots, or for a single frame one table. */
class Panel {
  constructor(parent, run, onSeek) {
    const byUnit = new Map();
    for (const observable of run.observables) {
      byUnit.set(observable.unit, [...(byUnit.get(observable.unit) ?? []), observable]);
    }
    if (run.nFrames > 1) {
      this.parts = [...byUnit].map(([unit, observables]) => new Plot(parent, run, unit, observables, onSeek));
    } else {
      this.parts = run.observables.length
        ? [new ValueTable(element(parent, "article", { class: "plot" }), run.observables)] : [];
    }
  }
  show(frame) {
    for (const part of this.parts) part.show(frame);
  }
}
