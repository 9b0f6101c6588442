"""Opens pages of runs in Chromium: the picture is there, moves and turns, plots follow, and nothing leaves the page.

    playback_browser_test.py MAKE_PAGES [--screenshots DIR]

MAKE_PAGES is the program that writes the pages (build target plumb_playback_pages).
"""

import argparse
import base64
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "report_browser"))
from browser import Browser  # noqa: E402

# Draws in software without a word about it.
WEBGL = ["--enable-unsafe-swiftshader"]
# The software compositor reads the canvas back, and the driver complains that this takes time.
NOT_THE_PAGE = "GPU stall due to ReadPixels"

N_FRAMES, STEP = 120, 0.025  # as make_pages.cpp has them

# What is on the canvas, read while it is being shown: the number of pixels with a colour (the ground is grey), and a
# checksum of them all.
PICTURE = """new Promise(done => requestAnimationFrame(() => {
  const from = document.getElementById('canvas'), to = document.createElement('canvas');
  [to.width, to.height] = [from.width, from.height];
  const context = to.getContext('2d');
  context.drawImage(from, 0, 0);
  const p = context.getImageData(0, 0, to.width, to.height).data;
  let coloured = 0, sum = 0;
  for (let i = 0; i < p.length; i += 4) {
    if (Math.max(p[i], p[i + 1], p[i + 2]) - Math.min(p[i], p[i + 1], p[i + 2]) > 40) ++coloured;
    sum = (31 * sum + p[i] + 7 * p[i + 1] + 13 * p[i + 2]) % 1000000007;
  }
  done({ coloured, sum });
}))"""

KEYS = {" ": 32, "ArrowLeft": 37, "ArrowRight": 39, "End": 35, "Home": 36, "e": 69, "c": 67}

failures = []


def expect(condition, message):
    if not condition:
        failures.append(message)


def text(browser, selector):
    return browser.evaluate(f"document.querySelector('{selector}').textContent")


def choose(browser, selector, value, event):
    browser.evaluate(f"""(() => {{ const it = document.querySelector('{selector}'); it.value = '{value}';
                     it.dispatchEvent(new Event('{event}', {{ bubbles: true }})); }})()""")


def picture_after(browser, action):
    """The picture in the frame that an action, a line of JavaScript, leads to."""
    return browser.evaluate(f"(() => {{ {action}; return {PICTURE}; }})()")


def slide(browser, frame):
    return picture_after(browser, f"const s = document.getElementById('slider'); s.value = {frame}; "
                                  "s.dispatchEvent(new Event('input'))")


def press(browser, key):
    for kind in ("keyDown", "keyUp"):
        browser.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=KEYS[key])


def mouse(browser, kind, x, y, **more):
    browser.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)


def view(browser, width, height=800, dark=False):
    browser.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
    browser.call("Emulation.setEmulatedMedia",
                 features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])


def lines(browser):
    return browser.evaluate("[...document.querySelectorAll('.plot .line')].map(l => l.dataset.name)")


def expect_silence(browser, page):
    for complaint in browser.complaints(page.as_uri()):
        expect(NOT_THE_PAGE in complaint, f"{page.name}: {complaint}")


# ---- checks ---------------------------------------------------------------------------------------------------------


def check_time(browser):
    expect(text(browser, "#time") == "t = 0.000 s", f"the first time reads {text(browser, '#time')}")
    # Colours of their own, so that only the shape can change.
    choose(browser, "#field", "curve", "change")
    first = slide(browser, 0)
    expect(first["coloured"] > 500, f"only {first['coloured']} coloured pixels")
    last = slide(browser, N_FRAMES - 1)
    time = text(browser, "#time")
    expect(time == f"t = {STEP * (N_FRAMES - 1):.3f} s", f"the last time reads {time}")
    expect(text(browser, "#frame") == f"frame {N_FRAMES} of {N_FRAMES}", text(browser, "#frame"))
    expect(first["sum"] != last["sum"], "the last frame looks like the first")
    expect(slide(browser, 0) == first, "the first frame has changed")
    choose(browser, "#field", 0, "change")


def check_keyboard(browser):
    for key, frame in [("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2), ("End", N_FRAMES), ("Home", 1)]:
        press(browser, key)
        expect(text(browser, "#frame") == f"frame {frame} of {N_FRAMES}", f"after {key}: {text(browser, '#frame')}")
    press(browser, " ")
    played = browser.evaluate("""new Promise(done => {
      const frame = document.getElementById('frame'), start = frame.textContent;
      let left = 600;
      const look = () => frame.textContent !== start || --left === 0 ? done(left) : requestAnimationFrame(look);
      look();
    })""")
    expect(played > 0, "space does not start it")
    press(browser, " ")
    expect(browser.evaluate("document.getElementById('play').getAttribute('aria-label')") == "Play", "nor stops it")
    press(browser, "Home")


def check_mouse(browser):
    def seen():
        return slide(browser, 0)["sum"], browser.evaluate("document.getElementById('axes').innerHTML")

    def drag(button, buttons):
        mouse(browser, "mousePressed", 450, 400, button=button, buttons=buttons)
        mouse(browser, "mouseMoved", 510, 430, button=button, buttons=buttons)
        mouse(browser, "mouseReleased", 510, 430, button=button)

    start = seen()
    drag("left", 1)
    turned = seen()
    expect(turned[0] != start[0] and turned[1] != start[1], "dragging does not turn the picture")
    drag("right", 2)
    moved = seen()
    expect(moved[0] != turned[0] and moved[1] == turned[1], "dragging with the right button does not move the picture")
    mouse(browser, "mouseWheel", 450, 400, deltaX=0, deltaY=-200)
    zoomed = seen()
    expect(zoomed[0] != moved[0] and zoomed[1] == moved[1], "the wheel does not zoom")
    browser.evaluate("document.querySelector('[data-look=fit]').click()")


def check_colours(browser):
    options = browser.evaluate("[...document.querySelectorAll('#field option')].map(o => o.textContent)")
    wanted = ["curvature [1/m]", "|tension| [N]", "tension x [N]", "tension y [N]", "tension z [N]", "by curve"]
    expect(options == wanted, f"colours: {options}")
    expect(text(browser, "#unit") == "[1/m]", f"the unit reads {text(browser, '#unit')}")
    expect(text(browser, "#low") == "0", f"the range starts at {text(browser, '#low')}")
    by_curvature = slide(browser, 0)["sum"]
    choose(browser, "#field", 1, "change")
    expect(text(browser, "#high") == "0.3", f"|tension| ends at {text(browser, '#high')}")
    expect(slide(browser, 0)["sum"] != by_curvature, "another array has the same colours")
    choose(browser, "#field", "curve", "change")
    expect(browser.evaluate("document.getElementById('names').innerText.split('\\n')") == ["left", "right"], "names")
    choose(browser, "#field", 0, "change")


def check_plots(browser):
    wanted = ["tip x", "tip y", "tip z", "kinetic energy", "elastic energy", "total energy", "largest strain"]
    expect(lines(browser) == wanted, f"lines: {lines(browser)}")
    browser.evaluate("document.querySelectorAll('.plot input')[1].click()")
    expect(lines(browser) == [name for name in wanted if name != "tip y"], f"without tip y: {lines(browser)}")
    browser.evaluate("document.querySelectorAll('.plot input')[1].click()")
    places = []
    for frame in (0, N_FRAMES - 1):
        slide(browser, frame)
        places.append(browser.evaluate("document.querySelector('.cursor line').getAttribute('x1')"))
    expect(float(places[1]) > float(places[0]) + 150, f"the cursor stands at {places}")
    x, y = browser.evaluate("""(r => [r.x + r.width / 2, r.y + r.height / 2])(
      document.querySelector('.plot svg').getBoundingClientRect())""")
    mouse(browser, "mousePressed", x, y, button="left", buttons=1)
    mouse(browser, "mouseReleased", x, y, button="left")
    frame = browser.evaluate("Number(document.getElementById('slider').value)")
    expect(40 < frame < 80, f"a click into the middle of a plot leads to frame {frame}")


def check_layout(browser):
    for width in (600, 800, 1024, 1440, 1920):
        for dark in (False, True):
            view(browser, width, dark=dark)
            sideways = browser.evaluate("document.documentElement.scrollWidth")
            expect(sideways <= width, f"{width} px: scrolls sideways to {sideways}")
            coloured = slide(browser, 5)["coloured"]
            expect(coloured > 500, f"{width} px: {coloured} coloured pixels")
            outside = browser.evaluate("""[...document.querySelectorAll('#timeline *, #colours, #looks')]
              .map(e => e.getBoundingClientRect())
              .filter(r => r.width > 0 && (r.left < 0 || r.right > innerWidth)).length""")
            expect(outside == 0, f"{width} px: {outside} controls are outside")
    view(browser, 1280)


def check_still(browser):
    shown = browser.evaluate("document.getElementById('timeline').getClientRects().length")
    expect(shown == 0, "a time line of one frame")
    expect(browser.evaluate("document.querySelectorAll('.plot svg').length") == 0, "a plot of one frame")
    rows = browser.evaluate("[...document.querySelectorAll('.plot tr')].map(r => [...r.cells].map(c => c.textContent))")
    expect(len(rows) == 7 and rows[3] == ["kinetic energy", "0", "J"], f"the table: {rows}")
    coloured = picture_after(browser, "document.querySelector('[data-look=fit]').click()")["coloured"]
    expect(coloured > 500, f"still: {coloured} coloured pixels")


def check_sheet(browser):
    facts = text(browser, "#summary")
    expect(facts.startswith("1 curve · 1 surface · 361 points · 600 triangles"), f"the summary reads {facts}")
    options = browser.evaluate("[...document.querySelectorAll('#field option')].map(o => o.textContent)")
    expect(options == ["mean curvature [1/m]", "by name"], f"colours: {options}")
    choose(browser, "#field", "curve", "change")
    expect(browser.evaluate("document.getElementById('names').innerText.split('\\n')") == ["mast", "sheet"], "names")
    flat = slide(browser, 0)
    expect(flat["coloured"] > 5000, f"a sheet of only {flat['coloured']} coloured pixels")
    rolled = slide(browser, N_FRAMES - 1)
    expect(rolled["coloured"] > 2000 and rolled["sum"] != flat["sum"], "the sheet does not roll up")
    expect(slide(browser, 0) == flat, "the sheet has changed")
    # From below it is there as well.
    below = picture_after(browser, """document.querySelector('[data-look=z]').click();
      for (const [kind, y] of [['pointerdown', 100], ['pointermove', 1e5]]) document.getElementById('canvas')
        .dispatchEvent(new PointerEvent(kind, { pointerId: 1, clientX: 100, clientY: -y, buttons: 1 }))""")
    expect(below["coloured"] > 5000, f"from below {below['coloured']} coloured pixels")
    browser.evaluate("document.querySelector('[data-look=fit]').click()")

    pressed = "document.getElementById('edges').getAttribute('aria-pressed')"
    expect(browser.evaluate(pressed) == "true", "edges of a few triangles are not shown")
    with_edges = slide(browser, 5)
    without = picture_after(browser, "document.getElementById('edges').click()")
    expect(browser.evaluate(pressed) == "false" and without["sum"] != with_edges["sum"], "edges stay")
    press(browser, "e")
    expect(browser.evaluate(pressed) == "true" and slide(browser, 5) == with_edges, "edges do not come back")
    shown = browser.evaluate("getComputedStyle(document.getElementById('edges')).display")
    expect(shown != "none", "no button for edges")


def check_remeshed(browser):
    facts = text(browser, "#summary")
    expect(facts.startswith("1 curve · 1 surface · 361 to 581 points · 600 to 1000 triangles"), f"remeshed: {facts}")
    choose(browser, "#field", "curve", "change")
    first, shown = slide(browser, 0), {}
    expect(first["coloured"] > 5000, f"a sheet of only {first['coloured']} coloured pixels")
    # Frames on both sides of a change, there and back; the last mesh is the finest.
    for frame in (39, 40, 79, 80, N_FRAMES - 1):
        shown[frame] = slide(browser, frame)
        expect(shown[frame]["coloured"] > 2000, f"remeshed: only {shown[frame]['coloured']} pixels in frame {frame}")
    for frame, picture in shown.items():
        expect(slide(browser, frame) == picture, f"frame {frame} looks otherwise when it is come back to")
    expect(slide(browser, 0) == first, "the first mesh does not come back")
    choose(browser, "#field", 0, "change")
    expect(slide(browser, 100)["coloured"] > 2000, "remeshed: no colours by an array")


def check_contacts(browser):
    facts = text(browser, "#summary")
    expect(facts.startswith("1 curve · 2 obstacles · 20 points"), f"the summary reads {facts}")
    expect("longest arrow: 1.02 N" in text(browser, "#strongest"), text(browser, "#strongest"))
    pressed = "document.getElementById('forces').getAttribute('aria-pressed')"
    expect(browser.evaluate(pressed) == "true", "forces are not shown")
    choose(browser, "#field", "curve", "change")
    sticks, slides = slide(browser, 10), slide(browser, 100)
    expect(sticks["sum"] != slide(browser, 30)["sum"], "the ball does not move")
    browser.evaluate("document.getElementById('forces').click()")
    expect(browser.evaluate(pressed) == "false", "forces stay")
    bare = {frame: slide(browser, frame) for frame in (10, 100)}
    expect(sticks["coloured"] > bare[10]["coloured"] + 200, f"no arrows: {sticks} and {bare[10]}")
    expect(slides["coloured"] > bare[100]["coloured"] + 200, f"no arrows: {slides} and {bare[100]}")
    press(browser, "c")
    expect(browser.evaluate(pressed) == "true" and slide(browser, 10) == sticks, "forces do not come back")


def check_hostile(browser):
    expect(browser.evaluate("window.attacked") is None, "a text of the run was executed")
    elements = browser.evaluate("document.querySelectorAll('img, #stage b, .plot b').length")
    expect(elements == 0, "a text became an element")
    attack = "</script></title><script>window.attacked = 1</script><img src=x onerror='attacked=1'>{{data}}"
    for selector in ("h1", "title", ".plot th", "#names li"):
        expect(text(browser, selector) == attack, f"{selector} reads {text(browser, selector)}")
    expect(slide(browser, 3)["coloured"] > 500, "hostile: no picture")


def check_without_webgl(browser, page):
    script = browser.call("Page.addScriptToEvaluateOnNewDocument",
                          source="HTMLCanvasElement.prototype.getContext = () => null")["identifier"]
    browser.open(page.as_uri())
    expect("no WebGL" in browser.evaluate("document.getElementById('stage').innerText"), "no word about WebGL")
    # Plots are drawn once the page has been laid out.
    browser.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")
    expect(len(lines(browser)) == 7, "no plots without WebGL")
    press(browser, "End")
    expect(text(browser, "#frame") == f"frame {N_FRAMES} of {N_FRAMES}", "no time without WebGL")
    expect_silence(browser, page)
    browser.call("Page.removeScriptToEvaluateOnNewDocument", identifier=script)


def check_that_the_checks_can_fail(browser, page):
    broken = page.with_name("broken.html")
    broken.write_text(page.read_text().replace("this.renderer.render(this.scene", "nonsense(this.scene"))
    browser.open(broken.as_uri())
    expect(slide(browser, 3)["coloured"] == 0, "a picture that nobody drew")
    found = browser.complaints(broken.as_uri())
    expect(any("exception" in complaint for complaint in found), "an error goes unnoticed")


def take_screenshots(browser, folder, shots):
    shots.mkdir(parents=True, exist_ok=True)
    for page in ("helix", "still", "sheet", "contacts"):
        for width, height in ((600, 900), (1280, 800), (1920, 1080)):
            for dark in (False, True):
                view(browser, width, height, dark)
                browser.open((folder / f"{page}.html").as_uri())
                slide(browser, 60)
                image = browser.call("Page.captureScreenshot", format="png", captureBeyondViewport=width < 960)
                name = f"{page}_{width}{'_dark' if dark else ''}.png"
                (shots / name).write_bytes(base64.b64decode(image["data"]))


def check_pages(browser, folder):
    view(browser, 1280)
    checks = {"helix": [check_time, check_keyboard, check_colours, check_plots, check_mouse, check_layout],
              "still": [check_still], "sheet": [check_sheet], "remeshed": [check_remeshed],
              "contacts": [check_contacts],
              "hostile": [check_hostile]}
    for name, parts in checks.items():
        page = folder / f"{name}.html"
        browser.open(page.as_uri())
        for check in parts:
            check(browser)
        expect_silence(browser, page)
    check_without_webgl(browser, folder / "helix.html")
    check_that_the_checks_can_fail(browser, folder / "helix.html")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("make_pages")
    parser.add_argument("--screenshots", type=pathlib.Path)
    options = parser.parse_args()

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        subprocess.run([options.make_pages, folder], check=True)
        browser = Browser(flags=WEBGL)
        try:
            check_pages(browser, folder)
            if options.screenshots:
                take_screenshots(browser, folder, options.screenshots)
        finally:
            browser.close()

    for failure in failures:
        print(failure)
    print("the pages play" if not failures else f"{len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
