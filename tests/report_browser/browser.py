"""A headless Chromium, driven through its debugging pipe: JSON messages that end with a zero byte."""

import json
import os
import shutil
import subprocess
import tempfile

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
         "--disable-background-networking", "--disable-component-update", "--hide-scrollbars",
         "--remote-debugging-pipe"]


class Browser:
    """One browser with one page. Everything the page complains about or asks the network for is kept."""

    def __init__(self, program="/usr/bin/chromium", flags=()):
        self.profile = tempfile.mkdtemp(prefix="plumb_chromium_")
        to_browser, self.out = os.pipe()
        self.inp, from_browser = os.pipe()

        def place_pipes():  # the browser reads descriptor 3 and writes descriptor 4
            reading, writing = os.dup(to_browser), os.dup(from_browser)
            os.dup2(reading, 3)
            os.dup2(writing, 4)

        self.process = subprocess.Popen([program, *FLAGS, *flags, f"--user-data-dir={self.profile}"],
                                        close_fds=False, preexec_fn=place_pipes, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.buffer = b""
        self.last_id = 0
        self.session = None
        self.events = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def close(self):
        self.session = None
        try:
            self.call("Browser.close")
        finally:
            self.process.wait()
            os.close(self.out)
            os.close(self.inp)
            shutil.rmtree(self.profile, ignore_errors=True)

    def _receive(self):
        while b"\0" not in self.buffer:
            chunk = os.read(self.inp, 1 << 16)
            if not chunk:
                raise RuntimeError("the browser has gone")
            self.buffer += chunk
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **params):
        self.last_id += 1
        message = {"id": self.last_id, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._receive()
            if answer.get("id") == self.last_id:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def open(self, url):
        self.events.clear()
        self.call("Page.navigate", url=url)
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self._receive())

    def evaluate(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']['text']}")
        return result["result"].get("value")

    def press(self, key):
        text = "\r" if key == "Enter" else ""
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, code=key, text=text,
                  windowsVirtualKeyCode={"Enter": 13, "Tab": 9, "ArrowLeft": 37, "ArrowRight": 39}[key])
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, code=key)
        self.settle()

    def drag(self, x, y, dx=0, dy=0):
        """Presses the mouse, moves it and lets go; without a distance it is a click."""
        def mouse(kind, at_x, at_y, **more):
            self.call("Input.dispatchMouseEvent", type=kind, x=at_x, y=at_y, **more)
        mouse("mouseMoved", x, y)
        mouse("mousePressed", x, y, button="left", clickCount=1)
        if dx or dy:
            mouse("mouseMoved", x + dx, y + dy, button="left", buttons=1)
        mouse("mouseReleased", x + dx, y + dy, button="left", clickCount=1)
        self.settle()

    def settle(self):
        # Two frames: the click's navigation and the style that follows it.
        self.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def complaints(self, page):
        """What a page that is alone in the world has no reason to say: errors, warnings, requests."""
        self.evaluate("new Promise(done => setTimeout(done, 0))")
        found = []
        for event in self.events:
            method, params = event.get("method"), event.get("params", {})
            if method == "Runtime.exceptionThrown":
                found.append("exception: " + params["exceptionDetails"]["text"])
            elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning", "assert"):
                found.append("console: " + str(params["args"]))
            elif method == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
                found.append("log: " + params["entry"]["text"])
            elif method == "Network.requestWillBeSent":
                url = params["request"]["url"]
                if url.split("#")[0] != page and not url.startswith("data:"):
                    found.append("request: " + url)
        return found
