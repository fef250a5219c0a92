"""A thin driver for headless Chromium over the DevTools protocol: show HTML, measure it, take its picture."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Self

CHROMIUM = Path("/usr/bin/chromium")

_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
    "--force-device-scale-factor=1",
    "--remote-debugging-port=0",
    "--remote-allow-origins=*",
)

#: Pictures within which two in a row must be alike.
_STILL_PICTURES = 20

#: Tenths of a second that the browser's other processes have to end.
_ENDING = 100

_MEASURE = (Path(__file__).parent / "pages" / "measure.js").read_text(encoding="utf-8")


class BrowserError(RuntimeError):
    """Chromium is missing, did not start, or refused a command. The message names the remedy."""


class Browser:
    """One page of one headless Chromium. Use as a context manager; the profile is temporary and is removed."""

    def __init__(self, executable: Path = CHROMIUM, *, start_s: float = 60.0, flags: tuple[str, ...] = ()) -> None:
        if not executable.exists():
            raise BrowserError(f"{executable} does not exist. Install it with: apt-get install chromium")
        #: Its user data folder: what the browser writes to disk.
        self.profile = Path(tempfile.mkdtemp(prefix="entrophy-browser-"))
        self._process = subprocess.Popen(
            [str(executable), *_FLAGS, *flags, f"--user-data-dir={self.profile}", "about:blank"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            self._socket = self._connect(start_s)
        except BaseException:
            self.close()
            raise
        self._last = 0
        self._call("Page.enable")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """End the browser and remove its profile."""
        self._process.terminate()
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        socket = self.profile / "SingletonSocket"
        if socket.is_symlink():  # to a folder of its own, which it leaves behind when it is ended
            shutil.rmtree(socket.readlink().parent, ignore_errors=True)
        for _ in range(_ENDING):  # its other processes still write for a moment
            shutil.rmtree(self.profile, ignore_errors=True)
            if not self.profile.exists():
                break
            time.sleep(0.1)

    def show(self, html: str, width: int, height: int, scale: float = 1) -> None:
        """Lay `html` out in a viewport of width x height CSS px, `scale` image px each; wait for fonts and images."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": False}
        self._call("Emulation.setDeviceMetricsOverride", **metrics)
        frame = self._call("Page.getFrameTree")["frameTree"]["frame"]["id"]
        self._call("Page.setDocumentContent", frameId=frame, html=html)
        self._evaluate(
            "Promise.all([document.fonts.ready, ...[...document.images].map(i => i.decode())])"
            # two frames later photographs have been scaled in full quality
            ".then(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(1)))))"
        )

    def measure(self, script: str = _MEASURE) -> Any:
        """What a script that ends in JSON returns; pages/measure.js: planted values and elements with boxes."""
        return json.loads(self._evaluate(script))

    def picture(self) -> bytes:
        """The page as PNG bytes."""
        return base64.b64decode(self._call("Page.captureScreenshot", format="png")["data"])

    def still(self) -> bytes:
        """Of a page whose time stands: two pictures in a row that are alike, for one may come before all is drawn."""
        before = None
        for _ in range(_STILL_PICTURES):
            data = self._call("Page.captureScreenshot", format="png", optimizeForSpeed=True)["data"]
            if data == before:
                return base64.b64decode(data)
            before = data
        raise BrowserError("The page looks different in every picture though its time stands. Correct the page.")

    def version(self) -> str:
        """The browser's product string, such as `Chrome/…`."""
        return str(self._call("Browser.getVersion")["product"])

    def _evaluate(self, expression: str) -> Any:
        reply = self._call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in reply:
            raise BrowserError(f"a script failed in the page: {reply['exceptionDetails'].get('text', '')}")
        return reply["result"].get("value")

    def _connect(self, start_s: float) -> Any:
        import urllib.request

        import websocket

        port_file = self.profile / "DevToolsActivePort"
        for _ in range(int(start_s / 0.1)):
            if port_file.exists() and port_file.read_text().count("\n") >= 1:
                break
            if self._process.poll() is not None:
                raise BrowserError("Chromium ended at once. Run it by hand with --headless --no-sandbox to see why.")
            time.sleep(0.1)
        else:
            raise BrowserError(f"Chromium gave no debugging port within {start_s:.0f} s. Close other browsers, retry.")
        port = port_file.read_text().split("\n")[0]
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(f"http://127.0.0.1:{port}/json/list", timeout=start_s) as reply:
            pages = [t for t in json.load(reply) if t["type"] == "page"]
        return websocket.create_connection(
            pages[0]["webSocketDebuggerUrl"], timeout=start_s, http_no_proxy=["127.0.0.1"]
        )

    def _heard(self, method: str, params: dict[str, Any]) -> None:
        """What the browser tells unasked, while an answer is awaited."""

    def _post(self, method: str, **params: Any) -> int:
        """Send a command without waiting for its answer; its number."""
        self._last += 1
        self._socket.send(json.dumps({"id": self._last, "method": method, "params": params}))
        return self._last

    def _call(self, method: str, **params: Any) -> dict[str, Any]:
        number = self._post(method, **params)
        while True:
            message = json.loads(self._socket.recv())
            if message.get("id") == number:
                break
            if "method" in message:
                self._heard(message["method"], message["params"])
        if "error" in message:
            raise BrowserError(f"Chromium refused {method}: {message['error'].get('message', '')}")
        result: dict[str, Any] = message["result"]
        return result
