#include <judge/report/report_shapes.h>

#include <cmath>

#include <judge/plot/plot_layout.h>
#include <plumb/core/markup.h>
#include <nlohmann/json.hpp>

namespace judge {
namespace {

using Json = nlohmann::ordered_json;

constexpr double shape_digits = 1e4;  // a tenth of a pixel in the frame

/// Each point as its step from the one before: whole numbers of few digits.
Json steps(const std::vector<double>& shape) {
  Json json = Json::array();
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const auto digits = [&](std::size_t k) { return std::llround(shape_digits * shape[k]); };
    json.push_back(digits(i) - (i < 3 ? 0 : digits(i - 3)));
  }
  return json;
}

Json spot_json(const PlotBox& box, const PlotSpot& spot) {
  const plot_layout::Pixel p = plot_layout::in_box(box, spot.at);
  const auto tenths = [](double pixels) { return std::round(10 * pixels) / 10; };
  Json facts = Json::array();
  for (const PlotFact& fact : spot.facts) facts.push_back({fact.name, fact.value});
  return {{"x", tenths(plot_layout::left + p.x)},
          {"y", tenths(plot_layout::top + p.y)},
          {"title", spot.title},
          {"facts", std::move(facts)},
          {"shape", steps(spot.shape)}};
}

}  // namespace

std::string shapes_html(const Plot& plot) {
  Json spots = Json::array();
  for (const PlotSpot& spot : plot.spots) spots.push_back(spot_json(plot.box, spot));
  return "<figure class=\"shape\" hidden><svg viewBox=\"-200 -230 400 460\" tabindex=\"0\" role=\"img\"></svg>"
         "<figcaption aria-live=\"polite\"></figcaption></figure>\n"
         "<script type=\"application/json\">" +
         plumb::script_escaped(spots.dump(-1, ' ', false, Json::error_handler_t::replace)) + "</script>\n";
}

std::string shapes_style() {
  return R"css(.pickable { display: flex; flex-wrap: wrap; gap: 0.6rem 1.6rem; align-items: flex-start; justify-content: center; }
.pickable > .plot { flex: 1 1 24rem; min-width: 0; margin: 0; cursor: pointer; touch-action: manipulation; }
.pickable > .plot:focus { outline: none; }
.pickable > .plot:focus-visible .cursor { stroke: var(--focus); stroke-width: 3; }
.pickable .cursor { fill: none; stroke: currentColor; stroke-width: 2; pointer-events: none; }
.pickable .cursor.hover { stroke-opacity: 0.45; }
.shape { flex: 0 1 19rem; margin: 0; }
.shape[hidden] { display: none; }
.shape svg { border: 1px solid var(--line); border-radius: 4px; cursor: grab; touch-action: none; user-select: none; }
.shape svg:active { cursor: grabbing; }
.shape line { stroke-linecap: round; }
.shape .halo { stroke: var(--panel); stroke-linecap: butt; }
.shape .clamp { fill: color-mix(in srgb, currentColor 22%, transparent); stroke: currentColor; stroke-opacity: 0.5; }
.shape .scale { stroke: currentColor; stroke-opacity: 0.6; fill: none; }
.shape text { fill: currentColor; font: 14px system-ui, sans-serif; }
.shape text.hint { fill: var(--faint); }
.shape b { display: block; margin: 0.5rem 0 0.2rem; font-size: 1.05rem; font-weight: 600; }
.shape dd { margin: 0; }
.shape dl { margin: 0; gap: 0.1rem 1rem; grid-template-columns: max-content 1fr; }
@media print { .shape { display: none; } }
)css";
}

std::string shapes_script() {
  return R"js('use strict';
for (const pickable of document.querySelectorAll('.pickable')) {
  const plot = pickable.querySelector('.plot'), figure = pickable.querySelector('.shape');
  const frame = figure.querySelector('svg'), caption = figure.querySelector('figcaption');
  const spots = JSON.parse(pickable.querySelector('script').textContent);
  const draw = (parent, name, attributes, text) => {
    const element = parent.appendChild(document.createElementNS(plot.namespaceURI, name));
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    if (text) element.textContent = text;
    return element;
  };

  // x y z, x y z, ...; each point is stored as its step from the one before.
  const unpack = steps => {
    const points = [];
    for (let i = 0, at = [0, 0, 0]; i < steps.length; i += 3) {
      at = at.map((value, k) => value + steps[i + k] / 1e4);
      points.push(at);
    }
    return smooth(smooth(points));
  };
  // A point more between any two, where a cubic through their neighbours passes.
  const smooth = points => points.flatMap((p, i) => {
    if (i === 0) return [p];
    const [a, b, d] = [points[Math.max(0, i - 2)], points[i - 1], points[Math.min(points.length - 1, i + 1)]];
    return [p.map((value, k) => (9 * (value + b[k]) - a[k] - d[k]) / 16), p];
  });

  let points = [], turn = 0.6, tilt = 0.25;
  const show = () => {
    const low = [0, 1, 2].map(k => Math.min(...points.map(p => p[k])));
    const high = [0, 1, 2].map(k => Math.max(...points.map(p => p[k])));
    const middle = low.map((value, k) => (value + high[k]) / 2);
    const reach = Math.max(...points.map(p => Math.hypot(...p.map((value, k) => value - middle[k]))));
    const zoom = 190 / reach;
    // Turned about the vertical, then tilted towards the reader; the third number is how near a point is.
    const [ct, st, cu, su] = [Math.cos(turn), Math.sin(turn), Math.cos(tilt), Math.sin(tilt)];
    const project = p => {
      const [x, y, z] = p.map((value, k) => zoom * (value - middle[k]));
      const deep = -x * st + y * ct;
      return [x * ct + y * st, -z * cu + deep * -su, -deep * cu + z * su];
    };
    frame.replaceChildren();
    const plate = 14 / zoom, [cx, cy, cz] = points[0];
    const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([i, j]) => project([cx + i * plate, cy + j * plate, cz]));
    draw(frame, 'polygon', {class: 'clamp', points: corners.map(c => c[0].toFixed(1) + ',' + c[1].toFixed(1)).join(' ')});
    const seen = points.map(project), segments = seen.slice(1).map((q, i) => [seen[i], q]);
    // From the back to the front; a rim in the colour of the page shows which one passes before the other.
    for (const [p, q] of segments.sort((a, b) => a[0][2] + a[1][2] - b[0][2] - b[1][2])) {
      const near = Math.min(1, Math.max(0, 0.5 + (p[2] + q[2]) / 4 / 190));
      const line = {x1: p[0].toFixed(1), y1: p[1].toFixed(1), x2: q[0].toFixed(1), y2: q[1].toFixed(1)};
      draw(frame, 'line', {...line, class: 'halo', 'stroke-width': 6});
      draw(frame, 'line', {...line, 'stroke-width': (2.2 + 1.6 * near).toFixed(2),
        style: `stroke: color-mix(in srgb, currentColor ${Math.round(45 + 55 * near)}%, var(--panel))`});
    }
    const bar = [0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001].find(size => size * zoom <= 110) || 0.001;
    draw(frame, 'path', {class: 'scale', d: `M-184 212v6h${(bar * zoom).toFixed(1)}v-6`});
    draw(frame, 'text', {x: -178 + bar * zoom, y: 219}, bar + ' L');
    draw(frame, 'text', {class: 'hint', x: 186, y: 219, 'text-anchor': 'end'}, 'drag to turn');
  };

  // The frame is there from the beginning: a plot that moves when it is clicked is hard to click.
  figure.hidden = false;
  draw(frame, 'text', {class: 'hint', x: 0, y: 5, 'text-anchor': 'middle'}, 'Choose a point to see its shape');
  plot.setAttribute('tabindex', 0);
  plot.setAttribute('role', 'application');
  plot.setAttribute('aria-label', 'Plot: arrow keys go from point to point, Enter shows the shape there');
  frame.setAttribute('aria-label', 'The shape; arrow keys turn it');
  const ring = kind => draw(plot, 'circle', {class: 'cursor ' + kind, r: 7, visibility: 'hidden'});
  const hover = ring('hover'), cursor = ring('');
  const put = (circle, spot) => {
    circle.setAttribute('visibility', spot ? 'visible' : 'hidden');
    if (spot) for (const key of ['x', 'y']) circle.setAttribute('c' + key, spot[key]);
  };
  let chosen = null;
  const choose = spot => { chosen = spot; put(cursor, spot); };
  const open = spot => {
    choose(spot);
    const list = document.createElement('dl');
    for (const pair of spot.facts)
      pair.forEach((text, k) => list.appendChild(document.createElement(k ? 'dd' : 'dt')).textContent = text);
    const title = document.createElement('b');
    title.textContent = spot.title;
    caption.replaceChildren(title, list);
    points = unpack(spot.shape);
    show();
  };

  const nearest = event => {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(plot.getScreenCTM().inverse());
    const far = spot => Math.hypot(spot.x - at.x, spot.y - at.y);
    const best = spots.reduce((a, b) => far(b) < far(a) ? b : a);
    return far(best) < 14 ? best : null;
  };
  plot.addEventListener('pointermove', event => put(hover, nearest(event)));
  plot.addEventListener('pointerleave', () => put(hover, null));
  plot.addEventListener('click', event => { const spot = nearest(event); if (spot) open(spot); });
  plot.addEventListener('focus', () => chosen || choose(spots[Math.floor(spots.length / 2)]));

  const arrows = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
  plot.addEventListener('keydown', event => {
    if ((event.key === 'Enter' || event.key === ' ') && chosen) { event.preventDefault(); open(chosen); }
    const way = arrows[event.key];
    if (!way || !chosen) return;
    event.preventDefault();
    let next = null, least = Infinity;
    for (const spot of spots) {
      const dx = spot.x - chosen.x, dy = spot.y - chosen.y, along = dx * way[0] + dy * way[1];
      const cost = along + 4 * Math.abs(dx * way[1] + dy * way[0]);
      if (along > 0.5 && cost < least) [next, least] = [spot, cost];
    }
    if (next) points.length ? open(next) : choose(next);
  });

  const rotate = (dx, dy) => { turn += dx; tilt = Math.max(-1.57, Math.min(1.57, tilt + dy)); if (points.length) show(); };
  frame.addEventListener('pointerdown', event => frame.setPointerCapture(event.pointerId));
  frame.addEventListener('pointermove', event => { if (event.buttons) rotate(event.movementX / 90, event.movementY / 90); });
  frame.addEventListener('keydown', event => {
    const way = arrows[event.key];
    if (way) { event.preventDefault(); rotate(way[0] / 8, way[1] / 8); }
  });
}
)js";
}

}  // namespace judge
