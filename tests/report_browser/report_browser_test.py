"""Opens the report of a run in Chromium: no console error, no request, every cell opens by keyboard, light and dark.

    report_browser_test.py PLUMB [--screenshots DIR]

PLUMB is the command line with the synthetic codes (build target plumb_synthetic).
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
    parser.add_argument("plumb")
    parser.add_argument("--screenshots", type=pathlib.Path)
    options = parser.parse_args()

    with tempfile.TemporaryDirectory() as folder:
        run = pathlib.Path(folder) / "run"
        subprocess.run([options.plumb, "validate", *CODES, "--out", run], stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, check=False)
        page = run / "index.html"
        browser = Browser()
        try:
            browser.open(page.as_uri())
            check_cells(browser)
            check_looks(browser, options.screenshots)
            for complaint in browser.complaints(page.as_uri()):
                expect(False, complaint)
            check_that_the_checks_can_fail(browser, page)
        finally:
            browser.close()

    for failure in failures:
        print(failure)
    print("the report opens" if not failures else f"{len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
