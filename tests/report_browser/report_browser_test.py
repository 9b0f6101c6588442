"""Opens the report of a run in Chromium: no console error, no request, every cell opens by keyboard, light and dark;
and a point of a phase diagram shows its shape, which turns when it is dragged.

    report_browser_test.py SYNTHETIC PLUMB [--screenshots DIR]

SYNTHETIC is the command line with the synthetic codes (build target plumb_synthetic), PLUMB the real one.
"""

import argparse
import base64
import pathlib
import subprocess
import sys
import tempfile

from browser import Browser

CODES = ["exact-rod", "coarse-rod", "soft-plate", "overrated-plate", "failing-plate"]
PROTOCOLS = ["cantilever", "cantilever/redundant"]

# The panel that the address points to, as a reader sees it.
PANEL = """(() => {
  const shown = [...document.querySelectorAll('.panel')].filter(p => p.getClientRects().length > 0);
  return shown.map(p => ({
    id: p.id, text: p.innerText, command: p.querySelector('pre code').innerText,
    svg: p.querySelector('svg').getBoundingClientRect().toJSON(),
    drawn: p.querySelectorAll('svg path, svg polyline, svg circle').length,
    texts: [...p.querySelectorAll('svg text')].map(t => t.textContent) }));
})()"""

# The shape beside the plot of the open panel, as a reader sees it.
SHAPE = """(() => {
  const figure = document.querySelector('.panel:target .shape');
  if (figure.querySelectorAll('line').length === 0) return null;
  const box = figure.querySelector('svg').getBoundingClientRect().toJSON();
  const lines = [...figure.querySelectorAll('line:not(.halo)')];
  const ink = lines.map(l => l.getBoundingClientRect());
  return { box, text: figure.innerText, drawn: lines.map(l => l.getAttribute('x1') + ',' + l.getAttribute('y1')),
    inside: ink.every(r => r.left >= box.left && r.right <= box.right && r.top >= box.top && r.bottom <= box.bottom),
    colours: [...new Set(lines.map(l => getComputedStyle(l).stroke))].length };
})()"""

# Where the i-th point with a shape is on the screen; the plot is brought into view first.
SPOT = """(i => {
  const pickable = document.querySelector('.panel:target .pickable'), plot = pickable.querySelector('.plot');
  plot.scrollIntoView({block: 'start'});
  const spots = JSON.parse(pickable.querySelector('script').textContent), spot = spots.at(i);
  const at = new DOMPoint(spot.x, spot.y).matrixTransform(plot.getScreenCTM());
  return { x: at.x, y: at.y, n: spots.length, title: spot.title, facts: spot.facts };
})"""

failures = []


def expect(condition, message):
    if not condition:
        failures.append(message)


def screenshot(browser, path):
    image = browser.call("Page.captureScreenshot", format="png", captureBeyondViewport=True)
    path.write_bytes(base64.b64decode(image["data"]))


def view(browser, width, dark=False):
    browser.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
    browser.call("Emulation.setEmulatedMedia",
                 features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])


def luminance(browser, selector, property_name):
    colour = browser.evaluate(f"getComputedStyle(document.querySelector('{selector}')).{property_name}")
    return sum(float(part) for part in colour[colour.index("(") + 1:-1].split(",")[:3])


def check_cells(browser):
    links = browser.evaluate("[...document.querySelectorAll('table a')].map(a => a.getAttribute('href'))")
    expect(len(links) == len(CODES) * len(PROTOCOLS), f"{len(links)} cells")
    expect(browser.evaluate(PANEL) == [], "a panel is open before any cell was chosen")
    commands = set()
    for link in links:
        browser.evaluate(f"document.querySelector('table a[href=\"{link}\"]').focus()")
        browser.press("Enter")
        shown = browser.evaluate(PANEL)
        expect([panel["id"] for panel in shown] == [link[1:]], f"{link}: open are {[p['id'] for p in shown]}")
        for panel in shown:
            expect(panel["svg"]["width"] > 300 and panel["svg"]["height"] > 200, f"{link}: the plot is too small")
            expect(panel["drawn"] >= 3, f"{link}: the plot is empty")
            expect("Knobs" in panel["text"] and "300 elts" in panel["text"], f"{link}: no parameters")
            commands.add(panel["command"])
        # The keyboard also leaves: the first stop inside the panel closes it.
        browser.press("Tab")
        expect(browser.evaluate("document.activeElement.className") == "close", f"{link}: Tab does not reach Close")
        browser.press("Enter")
        expect(browser.evaluate(PANEL) == [], f"{link}: does not close")
    wanted = {f"./plumb validate {code} --protocol {protocol} --quick" for code in CODES for protocol in PROTOCOLS}
    expect(commands == wanted, f"commands: {sorted(commands ^ wanted)}")


def check_looks(browser, shots):
    view(browser, 1100)
    light = luminance(browser, "html", "backgroundColor")
    expect(light > luminance(browser, "html", "color") + 300, "light: too little contrast")
    view(browser, 1100, dark=True)
    expect(luminance(browser, "html", "color") > luminance(browser, "html", "backgroundColor") + 300,
           "dark: too little contrast")
    view(browser, 400)
    expect(browser.evaluate("document.documentElement.scrollWidth") <= 400, "scrolls sideways on a narrow screen")
    if shots:
        shots.mkdir(parents=True, exist_ok=True)
        for name, width, dark, target in [("table", 1100, False, ""), ("table_dark", 1100, True, ""),
                                          ("panel", 1100, False, "coarse-rod.cantilever"),
                                          ("panel_dark", 1100, True, "failing-plate.cantilever.redundant"),
                                          ("narrow", 400, False, "soft-plate.cantilever")]:
            view(browser, width, dark)
            browser.evaluate(f"location.hash = '{target}'")
            screenshot(browser, shots / f"{name}.png")
        browser.evaluate("location.hash = ''")
    view(browser, 1100)


def check_shapes(browser, page, shots):
    view(browser, 1100)
    browser.open(page.as_uri() + "#super-helix.bend-twist")
    expect(browser.evaluate(SHAPE) is None, "a shape is shown before any point was chosen")

    # By mouse: the heaviest load of the longest row is a hook, the lightest one a coil.
    shapes = []
    for i in (-1, 0):
        spot = browser.evaluate(f"{SPOT}({i})")
        browser.drag(spot["x"], spot["y"])
        shape = browser.evaluate(SHAPE)
        expect(shape is not None, f"a click on point {i} shows nothing")
        if shape is None:
            return
        expect(len(shape["drawn"]) > 60, f"point {i}: a shape of {len(shape['drawn'])} lines")
        expect(shape["inside"], f"point {i}: the shape leaves its frame")
        expect(shape["colours"] > 3, f"point {i}: near and far look alike")
        for told in [spot["title"], *(part for fact in spot["facts"] for part in fact)]:
            expect(told in shape["text"], f"point {i}: the caption lacks {told}")
        shapes.append(shape)
    expect(shapes[0]["drawn"] != shapes[1]["drawn"], "two points show the same shape")
    expect("10" in shapes[0]["text"] and "0.95" in shapes[0]["text"], "the last point is not the corner of the grid")

    box = shape["box"]
    for dx, dy in ((60, 0), (0, 40)):
        browser.drag(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, dx, dy)
        turned = browser.evaluate(SHAPE)
        expect(turned["drawn"] != shape["drawn"] and turned["inside"], f"dragging by {dx}, {dy} does not turn the shape")
        shape = turned

    # By keyboard, in a fresh page: Tab reaches the plot after Close, arrows move, Enter shows.
    for complaint in browser.complaints(page.as_uri()):
        expect(False, complaint)
    browser.open("about:blank")
    browser.open(page.as_uri() + "#super-helix.bend-twist")
    browser.evaluate("document.querySelector('.panel:target .close').focus()")
    browser.press("Tab")
    expect(browser.evaluate("document.activeElement.classList.contains('plot')"), "Tab does not reach the plot")
    browser.press("Enter")
    first = browser.evaluate(SHAPE)
    browser.press("ArrowRight")
    second = browser.evaluate(SHAPE)
    browser.press("ArrowLeft")
    expect(first is not None and second is not None and first["text"] != second["text"], "arrow keys do not move")
    expect(browser.evaluate(SHAPE) == first, "the way back leads elsewhere")

    view(browser, 400)
    expect(browser.evaluate("document.documentElement.scrollWidth") <= 400, "shapes: scrolls sideways when narrow")
    if shots:
        for name, width, dark, i in [("shape", 1100, False, -4), ("shape_dark", 1100, True, 0), ("shape_narrow", 400, False, -1)]:
            view(browser, width, dark)
            spot = browser.evaluate(f"{SPOT}({i})")
            browser.drag(spot["x"], spot["y"])
            screenshot(browser, shots / f"{name}.png")
    view(browser, 1100)
    for complaint in browser.complaints(page.as_uri()):
        expect(False, complaint)


def check_that_the_checks_can_fail(browser, page):
    broken = page.with_name("broken.html")
    broken.write_text(page.read_text().replace(
        "</body>", "<img src='http://127.0.0.1:9/x.png'><script>console.error('planted'); nonsense()</script></body>"))
    browser.open(broken.as_uri())
    found = browser.complaints(broken.as_uri())
    for kind in ("request:", "console:", "exception:"):
        expect(any(complaint.startswith(kind) for complaint in found), f"a planted {kind[:-1]} goes unnoticed")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("synthetic")
    parser.add_argument("plumb")
    parser.add_argument("--screenshots", type=pathlib.Path)
    options = parser.parse_args()

    with tempfile.TemporaryDirectory() as folder:
        run = pathlib.Path(folder) / "run"
        shapes = pathlib.Path(folder) / "shapes"
        subprocess.run([options.synthetic, "validate", *CODES, "--out", run], stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, check=False)
        subprocess.run([options.plumb, "validate", "super-helix", "--protocol", "bend-twist", "--out", shapes],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        page = run / "index.html"
        browser = Browser()
        try:
            browser.open(page.as_uri())
            check_cells(browser)
            check_looks(browser, options.screenshots)
            for complaint in browser.complaints(page.as_uri()):
                expect(False, complaint)
            check_shapes(browser, shapes / "index.html", options.screenshots)
            check_that_the_checks_can_fail(browser, page)
        finally:
            browser.close()

    for failure in failures:
        print(failure)
    print("the report opens" if not failures else f"{len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
