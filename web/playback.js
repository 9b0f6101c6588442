"use strict";
// The page: puts the run, the picture, the plots and the controls together.

(() => {
  const $ = (id) => document.getElementById(id);
  const run = new Run(JSON.parse($("run").textContent));
  let view = null, panel = null, frame = 0;

  // ---- what is shown ----------------------------------------------------------------------------------------------

  function count(n, word) {
    return `${n} ${word}${n === 1 ? "" : "s"}`;
  }

  /** "5 points", or "5 to 9 points" where the mesh changes. */
  function countOfMeshes(number, word) {
    const [least, most] = run.rangeOf(number);
    return least === most ? count(most, word) : `${least} to ${count(most, word)}`;
  }

  function summarise() {
    const facts = [];
    if (run.curves.length || !run.surfaces.length) facts.push(count(run.curves.length, "curve"));
    if (run.surfaces.length) facts.push(count(run.surfaces.length, "surface"));
    if (run.solids.length) facts.push(count(run.solids.length, "obstacle"));
    facts.push(countOfMeshes((mesh) => mesh.nPoints, "point"));
    if (run.meshes.some((mesh) => mesh.nTriangles)) facts.push(countOfMeshes((mesh) => mesh.nTriangles, "triangle"));
    if (run.nFrames > 1) facts.push(count(run.nFrames, "frame"));
    else facts.push(`t = ${quantity(run.times[0], "s")}`);
    if (run.nFrames > 1 && run.timed) facts.push(quantity(run.times[run.nFrames - 1] - run.times[0], "s"));
    $("summary").textContent = facts.join(" · ");
  }

  /** As many decimals as tell neighbouring frames apart. */
  const decimals = (() => {
    if (!run.timed || run.nFrames === 1) return 3;
    const step = (run.times[run.nFrames - 1] - run.times[0]) / (run.nFrames - 1);
    const least = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
    const exact = (n) => run.times.every((time) => Math.abs(Number(time.toFixed(n)) - time) < 0.01 * step);
    return [least, least + 1, least + 2].find(exact) ?? least + 1;
  })();

  function show(k) {
    frame = Math.min(Math.max(k, 0), run.nFrames - 1);
    $("slider").value = frame;
    $("time").textContent = `t = ${run.times[frame].toFixed(decimals).replace("-", "−")} s`;
    $("frame").textContent = `frame ${frame + 1} of ${run.nFrames}`;
    panel.show(frame);
    paint();
  }

  // ---- colours ----------------------------------------------------------------------------------------------------

  /** The chosen field; none: each curve and surface has its own colour. */
  function chosenField() {
    return run.fields[$("field").value] ?? null;
  }

  function colourOfPoint(field) {
    if (!field) return (point, body) => rgbOf(paletteColour(body));
    const values = field.at(frame);
    const [low, high] = $("range").value === "run" ? field.boundsOfRun() : boundsOf(values);
    $("low").textContent = readable(low);
    $("high").textContent = readable(high);
    return (point) => viridis(high > low ? (values[point] - low) / (high - low) : 0.5);
  }

  function paint() {
    if (view) view.show(frame, colourOfPoint(chosenField()));
  }

  function chooseField() {
    const field = chosenField();
    $("scale").hidden = !field;
    $("names").hidden = field !== null;
    $("unit").textContent = field?.unit ? `[${field.unit}]` : "";
    paint();
  }

  function setUpColours() {
    const select = $("field");
    run.fields.forEach((field, k) => select.add(new Option(labelled(field.name, field.unit), k)));
    select.add(new Option(run.surfaces.length ? "by name" : "by curve", "curve"));
    select.addEventListener("change", chooseField);
    $("range").addEventListener("change", paint);
    $("range").parentElement.hidden = run.nFrames === 1;
    $("bar").style.background = VIRIDIS_GRADIENT;
    const most = 6;
    run.bodies.slice(0, most).forEach((body, k) => {
      element($("names"), "li", { style: `--colour: ${paletteColour(k)}` }, body.name);
    });
    if (run.bodies.length > most) element($("names"), "li", { class: "rest" }, `and ${run.bodies.length - most} more`);
    chooseField();
  }

  // ---- the picture ------------------------------------------------------------------------------------------------

  function toggleEdges() {
    if (!view?.edges) return;
    view.showEdges(!view.showsEdges);
    $("edges").setAttribute("aria-pressed", view.showsEdges);
  }

  function toggleForces() {
    if (!view?.arrows) return;
    view.showForces(!view.showsForces);
    $("forces").setAttribute("aria-pressed", view.showsForces);
    $("force-key").hidden = !view.showsForces;
  }

  /** What the arrows mean: colours, and how strong the longest one is. */
  function setUpForces() {
    $("forces").hidden = $("force-key").hidden = !view.arrows;
    if (!view.arrows) return;
    $("forces").addEventListener("click", toggleForces);
    $("sticks").style.setProperty("--colour", STICKS);
    $("slides").style.setProperty("--colour", SLIDES);
    $("strongest").textContent = `longest arrow: ${quantity(view.arrows.strongest, "N")}`;
  }

  function setUpView() {
    const canvas = $("canvas");
    const context = canvas.getContext("webgl", { antialias: true, stencil: true });
    if (!context) {
      document.body.classList.add("without-webgl");
      $("no-webgl").hidden = false;
      return;
    }
    view = new View(canvas, context, run);
    const thicker = view.thickness > 1.05 ? ` · drawn ${readable(view.thickness, 2)} times as thick` : "";
    $("ground").textContent = `squares of ${quantity(view.square, "m")}${thicker}`;
    for (const button of document.querySelectorAll("[data-look]")) {
      button.addEventListener("click", () => view.look(button.dataset.look));
    }
    $("edges").hidden = run.surfaces.length === 0;
    $("edges").setAttribute("aria-pressed", view.showsEdges);
    $("edges").addEventListener("click", toggleEdges);
    setUpForces();
    canvas.addEventListener("dblclick", () => view.look("fit"));
    const dark = window.matchMedia("(prefers-color-scheme: dark)");
    const dress = () => {
      const style = getComputedStyle(document.documentElement);
      const value = (name) => style.getPropertyValue(name).trim();
      view.setColours(value("--stage"), value("--grid"), Number(value("--shadow")));
    };
    dark.addEventListener("change", dress);
    dress();
  }

  // ---- time -------------------------------------------------------------------------------------------------------

  let playing = false, clock = 0, lastTick = 0;
  const FRAMES_A_SECOND = 25;  // where frames have no times

  function setPlaying(on) {
    playing = on && run.nFrames > 1;
    $("play").classList.toggle("playing", playing);
    $("play").setAttribute("aria-label", playing ? "Pause" : "Play");
    if (!playing) return;
    if (frame === run.nFrames - 1) show(0);
    clock = run.axis.values[frame];
    lastTick = performance.now();
    requestAnimationFrame(tick);
  }

  function tick(now) {
    if (!playing) return;
    const rate = Number($("speed").value) * (run.timed ? 1 : FRAMES_A_SECOND);
    clock += Math.max(0, now - lastTick) / 1000 * rate;
    lastTick = now;
    const places = run.axis.values, end = places[run.nFrames - 1];
    if (clock >= end && looping()) {
      clock = places[0] + (clock - end) % (end - places[0]);
    }
    const k = run.frameAt(clock);
    if (k !== frame) show(k);
    if (clock >= end) setPlaying(false);
    else requestAnimationFrame(tick);
  }

  function looping() {
    return $("loop").getAttribute("aria-pressed") === "true";
  }

  function seek(k) {
    show(k);
    clock = run.axis.values[frame];
  }

  /** 1, 2, 5, 10 and so on around a speed at which the run takes some seconds. */
  function setUpSpeeds() {
    const span = run.timed ? run.times[run.nFrames - 1] - run.times[0] : 0;
    const usual = !run.timed || (span >= 1 && span <= 30) ? 1 : roundStep(span / 8);
    const speeds = new Set([1]);
    for (const factor of [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50]) {
      speeds.add(Number(roundStep(usual * factor).toPrecision(3)));
    }
    for (const speed of [...speeds].sort((a, b) => a - b)) {
      $("speed").add(new Option(`${readable(speed)}×`, speed, false, speed === Number(usual.toPrecision(3))));
    }
  }

  function changeSpeed(by) {
    const select = $("speed");
    select.selectedIndex = Math.min(Math.max(select.selectedIndex + by, 0), select.length - 1);
  }

  function setUpTime() {
    $("timeline").hidden = run.nFrames === 1;
    if (run.nFrames === 1) return;
    $("time").hidden = !run.timed;
    $("slider").max = run.nFrames - 1;
    $("slider").addEventListener("input", () => seek(Number($("slider").value)));
    $("play").addEventListener("click", () => setPlaying(!playing));
    $("back").addEventListener("click", () => seek(frame - 1));
    $("forth").addEventListener("click", () => seek(frame + 1));
    $("loop").addEventListener("click", () => $("loop").setAttribute("aria-pressed", !looping()));
    setUpSpeeds();
  }

  // ---- keyboard ---------------------------------------------------------------------------------------------------

  const KEYS = {
    " ": () => setPlaying(!playing),
    ArrowLeft: () => seek(frame - 1),
    ArrowRight: () => seek(frame + 1),
    ArrowUp: () => changeSpeed(1),
    ArrowDown: () => changeSpeed(-1),
    Home: () => seek(0),
    End: () => seek(run.nFrames - 1),
    f: () => view?.look("fit"),
    e: toggleEdges,
    c: toggleForces,
  };

  /** Whether what has the focus makes something of the key itself. */
  function hasOwnUse(target, key) {
    if (target.matches("select")) return true;
    return key === " " && target.matches("button, input[type=checkbox]");
  }

  document.addEventListener("keydown", (event) => {
    const action = KEYS[event.key];
    if (!action || event.ctrlKey || event.altKey || event.metaKey || hasOwnUse(event.target, event.key)) return;
    if (run.nFrames === 1 && !["f", "e", "c"].includes(event.key)) return;
    event.preventDefault();
    action();
  });

  summarise();
  panel = new Panel($("numbers"), run, (place) => seek(run.nearestFrame(place)));
  if (!run.observables.length) document.body.classList.add("without-numbers");
  setUpTime();
  setUpView();
  setUpColours();
  show(0);
})();
