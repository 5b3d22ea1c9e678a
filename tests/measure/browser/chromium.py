"""Drives headless Chromium over a pipe, with nothing but the standard library."""

import base64
import json
import os
import shutil
import subprocess
import tempfile

FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-dev-shm-usage", "--hide-scrollbars", "--force-color-profile=srgb",
    "--remote-debugging-pipe", "--window-size=1280,900",
]


class Browser:
    """A browser with one tab."""

    def __init__(self, executable):
        self.profile = tempfile.mkdtemp(prefix="toolmodel-browser-")
        reads, self.to_browser = os.pipe()
        self.from_browser, writes = os.pipe()

        def connect():
            # The browser reads commands from descriptor 3 and writes answers to 4. Both ends are
            # moved out of the way first, because they may have those very numbers.
            source, sink = os.dup(reads), os.dup(writes)
            while source in (3, 4):
                source = os.dup(source)
            while sink in (3, 4):
                sink = os.dup(sink)
            os.dup2(source, 3)
            os.dup2(sink, 4)

        self.process = subprocess.Popen(
            [executable, *FLAGS, f"--user-data-dir={self.profile}", "about:blank"],
            preexec_fn=connect, close_fds=False,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        os.close(reads)
        os.close(writes)
        self.buffer = b""
        self.next_id = 0
        self.events = []
        self.tab = None
        targets = self.call("Target.getTargets")["targetInfos"]
        tab = next(target for target in targets if target["type"] == "page")
        attached = self.call("Target.attachToTarget", targetId=tab["targetId"], flatten=True)
        self.tab = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def receive(self):
        while b"\0" not in self.buffer:
            chunk = os.read(self.from_browser, 1 << 20)
            if not chunk:
                raise RuntimeError("the browser is gone")
            self.buffer += chunk
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **params):
        self.next_id += 1
        message = {"id": self.next_id, "method": method, "params": params}
        if self.tab:
            message["sessionId"] = self.tab
        os.write(self.to_browser, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.next_id:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def wait_for(self, method):
        while True:
            for i, event in enumerate(self.events):
                if event.get("method") == method:
                    return self.events.pop(i)
            self.events.append(self.receive())

    def open(self, url):
        self.call("Page.navigate", url=url)
        self.wait_for("Page.loadEventFired")

    def run(self, script):
        """The value of a script, which may be a promise."""
        result = self.call(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(json.dumps(result["exceptionDetails"], indent=1))
        return result["result"].get("value")

    def press(self, key, text=None):
        code = {"Enter": 13, "Escape": 27, "Tab": 9, "/": 191}.get(key, 0)
        down = {"type": "keyDown", "key": key, "windowsVirtualKeyCode": code}
        text = {"Enter": "\r", "/": "/"}.get(key, text)
        if text:
            down["text"] = text
        self.call("Input.dispatchKeyEvent", **down)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)

    def type(self, text):
        self.call("Input.insertText", text=text)

    def screenshot(self, path):
        data = self.call("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def complaints(self):
        """Errors of scripts, of the console and of the security policy."""
        found = []
        for event in self.events:
            params = event.get("params", {})
            if event.get("method") == "Runtime.exceptionThrown":
                found.append(params["exceptionDetails"].get("text", "exception"))
            elif event.get("method") == "Log.entryAdded":
                found.append(params["entry"]["text"])
        return found

    def requests(self):
        """The addresses of everything that was loaded."""
        sent = [event for event in self.events
                if event.get("method") == "Network.requestWillBeSent"]
        return [event["params"]["request"]["url"] for event in sent]

    def close(self):
        self.process.terminate()
        self.process.wait(timeout=20)
        shutil.rmtree(self.profile, ignore_errors=True)
