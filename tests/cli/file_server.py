"""A file server for test_fetch.sh, whose behaviour is chosen by the path.

    python3 file_server.py FOLDER LOG

prints its port and serves FOLDER/NAME as /MANNER/NAME.  LOG gets a line a
request: MANNER NAME, the range it asked for or "-", and the status.
"""
import http.server
import os
import re
import sys
import time

folder, log = sys.argv[1:]
asked = {}


class Server(http.server.BaseHTTPRequestHandler):
    def log_message(self, *ignored):
        pass

    def note(self, status):
        with open(log, "a", encoding="ascii") as out:
            out.write(" ".join(self.path.split("/")[1:]) + " " +
                      self.headers.get("Range", "-") + f" {status}\n")

    def say(self, status, **headers):
        self.note(status)
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)

    def page(self, status, **headers):
        self.say(status, Content_Length=7, **headers)
        self.end_headers()
        self.wfile.write(b"a page\n")

    def file(self, manner, name, times):
        changed = manner == "changes" and times > 1
        path = os.path.join(folder, name + (".new" if changed else ""))
        if not os.path.exists(path):
            self.page(404)
            return
        with open(path, "rb") as f:
            data = f.read()
        first = self.range(manner, '"2"' if changed else '"1"')
        if manner == "shifted" and first:
            first -= 100
        if first and first >= len(data):
            self.page(416, **({} if manner == "untold" else
                              {"Content_Range": f"bytes */{len(data)}"}))
            return
        self.head(manner, '"2"' if changed else '"1"', first, len(data))
        self.body(manner, data[first:], times)

    def range(self, manner, version):
        asks = re.fullmatch(r"bytes=(\d+)-", self.headers.get("Range", ""))
        if not asks or manner == "norange":
            return 0
        return int(asks[1]) if self.headers.get("If-Range") == version else 0

    def head(self, manner, version, first, size):
        self.say(206 if first else 200)
        if first:
            self.send_header("Content-Range",
                             f"bytes {first}-{size - 1}/{size}")
        if manner not in ("norange", "unnamed"):
            self.send_header("ETag", version)
        if not manner.startswith("nolength"):
            self.send_header("Content-Length", str(size - first))
        self.end_headers()

    def body(self, manner, data, times):
        cuts = ("cut", "lost", "norange", "changes", "shifted", "nolength", "unnamed")
        if manner in cuts and times == 1 or manner in ("cutoften", "brief"):
            data = data[:max(1, len(data) // 2)]
        if manner == "slow":
            for at in range(0, len(data), 2000):
                self.wfile.write(data[at:at + 2000])
                time.sleep(0.05)
        else:
            self.wfile.write(data)

    def do_GET(self):
        manner, name = self.path.split("/")[1:]
        asked[self.path] = times = asked.get(self.path, 0) + 1
        if manner == "moved":
            self.page(302, Location="/plain/" + name)
        elif manner == "round":
            self.page(302, Location=self.path)
        elif manner == "lost" and times == 2:  # which speaks no TLS
            port = self.server.server_port
            self.page(302, Location=f"https://127.0.0.1:{port}/plain/" + name)
        elif manner == "lost" and times == 3:  # longer than labels may be
            self.page(302, Location=f"http://{'x' * 64}/plain/" + name)
        elif manner == "away":
            self.page(302, Location="file:///etc/hostname")
        elif manner == "portal" and times == 1:
            self.page(200)
        elif manner == "busy" and times == 1:
            self.page(503)
        else:
            try:
                self.file(manner, name, times)
            except ConnectionError:
                pass  # whoever asked has gone


with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server) as server:
    print(server.server_port, flush=True)
    server.serve_forever()
