"use strict";
// Numbers as people read them, axes with round ticks, and colours.

const RAISED = { "-": "⁻", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹" };

function powerOfTen(exponent) {
  return "10" + [...String(exponent)].map((digit) => RAISED[digit]).join("");
}

/** Four digits: −0.01234, 1.235 × 10⁻⁷. */
function readable(value, digits = 4) {
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e-3 && size < 1e5) return String(Number(value.toPrecision(digits))).replace("-", "−");
  const [mantissa, exponent] = value.toExponential(digits - 1).split("e");
  return `${String(Number(mantissa)).replace("-", "−")} × ${powerOfTen(Number(exponent))}`;
}

/** The value, or 0 where it is rounding noise beside `scale`. */
function denoised(value, scale) {
  return Math.abs(value) < 1e-12 * scale ? 0 : value;
}

/** "0.25 m", or the bare number where there is no unit. */
function quantity(value, unit) {
  return unit ? `${readable(value)} ${unit}` : readable(value);
}

function labelled(name, unit) {
  return unit ? `${name} [${unit}]` : name;
}

/** The largest of 1, 2, 5 times a power of ten that is not above `value`. */
function roundStep(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  const ratio = value / power * (1 + 1e-9);
  return power * (ratio >= 5 ? 5 : ratio >= 2 ? 2 : 1);
}

/** Ticks from low to high, with labels that share a power of ten: { exponent, ticks: [{ value, text }] }. */
function ticks(low, high, about, leastStep = 0) {
  const step = Math.max(leastStep, roundStep((high - low) / about * 1.6));
  const size = Math.floor(Math.log10(Math.max(Math.abs(low), Math.abs(high))));
  const exponent = size >= -3 && size <= 4 ? 0 : size;
  const unit = 10 ** exponent;
  const decimals = Math.max(0, -Math.floor(Math.log10(step / unit) + 1e-9));
  const list = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; ++k) {
    const text = (k * step / unit).toFixed(decimals).replace(/^-(?=[0.]*$)/, "").replace("-", "−");
    list.push({ value: k * step, text });
  }
  return { exponent, ticks: list };
}

/** An interval with some room around the values; one number alone gets an axis too. */
function roomyRange(low, high) {
  const size = Math.max(Math.abs(low), Math.abs(high));
  // Differences of rounding size are none.
  if (high - low <= 1e-9 * size) return size === 0 ? [-1, 1] : [low - 0.1 * size, high + 0.1 * size];
  return [low - 0.07 * (high - low), high + 0.07 * (high - low)];
}

// From its second tenth on: the darkest end is lost on a dark page.
const VIRIDIS = [[72, 36, 117], [65, 68, 135], [53, 95, 141], [42, 120, 142], [33, 145, 140], [34, 168, 132],
  [68, 191, 112], [122, 209, 81], [189, 223, 38], [253, 231, 37]];

const SHADES = Array.from({ length: 256 }, (_, shade) => {
  const place = shade / 255 * (VIRIDIS.length - 1), k = Math.min(Math.floor(place), VIRIDIS.length - 2);
  return VIRIDIS[k].map((from, c) => (from + (VIRIDIS[k + 1][c] - from) * (place - k)) / 255);
});

/** Red, green and blue, from 0 to 1, of a value from 0 to 1. */
function viridis(value) {
  return SHADES[Math.round(255 * Math.min(Math.max(value, 0), 1))];
}

const VIRIDIS_GRADIENT = `linear-gradient(to right, ${VIRIDIS.map((c) => `rgb(${c})`).join(", ")})`;

// Okabe and Ito's colours, which the colour-blind tell apart, for lines and curves.
const PALETTE = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00"];

function paletteColour(index) {
  return PALETTE[index % PALETTE.length];
}

function rgbOf(hex) {
  return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255);
}
