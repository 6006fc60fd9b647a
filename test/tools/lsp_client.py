"""A small client of the language server protocol, for tests: talks to a server
over its standard input and output, keeps what it was told, and edits texts as an
editor does."""
import json
import os
import subprocess
import threading
import time
import urllib.parse


class ServerError(Exception):
    def __init__(self, error):
        super().__init__(f"{error.get('code')}: {error.get('message')}")
        self.code = error.get("code")


def uri_of(path):
    return "file://" + urllib.parse.quote(str(path))


# What an editor that can do everything says.
CAPABLE = {
    "general": {"positionEncodings": ["utf-16"]},
    "textDocument": {
        "publishDiagnostics": {"relatedInformation": True, "codeDescriptionSupport": True, "versionSupport": True},
        "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix", "source"]}},
                       "isPreferredSupport": True},
        "hover": {"contentFormat": ["markdown", "plaintext"]},
    },
    "workspace": {"workspaceEdit": {"documentChanges": True},
                  "didChangeWatchedFiles": {"dynamicRegistration": True}},
    "window": {"workDoneProgress": True},
}


class Client:
    def __init__(self, command, cwd=None, env=None, patience=120):
        self.patience = patience
        self.process = subprocess.Popen(command, cwd=cwd, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE)
        self.last_id = 0
        self.messages = []      # all that came, in order
        self.answers = {}       # by id
        self.diagnostics = {}   # the newest, by URI
        self.published = []     # all, in order
        self.versions = {}      # of open documents, by URI
        self.texts = {}
        self.changed = threading.Condition()
        self.closed = False
        self.stderr = b""
        threading.Thread(target=self._read, daemon=True).start()
        threading.Thread(target=self._read_errors, daemon=True).start()

    def _read_errors(self):
        for line in self.process.stderr:
            self.stderr += line

    def _read(self):
        out = self.process.stdout
        while True:
            length = None
            line = out.readline()
            while line and line.strip():
                name, _, value = line.decode().partition(":")
                if name.lower() == "content-length":
                    length = int(value)
                line = out.readline()
            if not line or length is None:
                break
            message = json.loads(out.read(length))
            with self.changed:
                self._take(message)
                self.changed.notify_all()
        with self.changed:
            self.closed = True
            self.changed.notify_all()

    def _take(self, message):
        self.messages.append(message)
        if "method" not in message:
            self.answers[message.get("id")] = message
        elif "id" in message:
            if not self.process.stdin.closed:
                self._send({"jsonrpc": "2.0", "id": message["id"], "result": None})
        elif message["method"] == "textDocument/publishDiagnostics":
            params = message["params"]
            self.published.append(params)
            self.diagnostics[params["uri"]] = params

    def _send(self, message):
        body = json.dumps(message, ensure_ascii=False).encode()
        self.send_bytes(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def send_bytes(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def wait(self, condition, what, seconds=None):
        end = time.monotonic() + (seconds or self.patience)
        with self.changed:
            while not condition():
                left = end - time.monotonic()
                if left <= 0 or self.closed:
                    raise AssertionError(f"{'the server ended' if self.closed else 'waited too long'}: {what}\n"
                                         f"{self.stderr.decode(errors='replace')[-2000:]}")
                self.changed.wait(min(left, 1))

    def notify(self, method, params):
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    def begin(self, method, params):
        """Sends a request; answer() waits for it."""
        self.last_id += 1
        self._send({"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params})
        return self.last_id

    def answer(self, number):
        self.wait(lambda: number in self.answers, f"the answer to request {number}")
        message = self.answers[number]
        if "error" in message:
            raise ServerError(message["error"])
        return message["result"]

    def request(self, method, params):
        return self.answer(self.begin(method, params))

    def start(self, root, capabilities=None, options=None):
        result = self.request("initialize", {
            "processId": os.getpid(), "rootUri": uri_of(root) if root else None,
            "capabilities": CAPABLE if capabilities is None else capabilities, "initializationOptions": options or {}})
        self.notify("initialized", {})
        return result

    def settle(self):
        """Everything that was sent is taken into account, and told."""
        self.request("torch-tidy/settled", {})

    def open(self, path, text=None):
        uri = uri_of(path)
        if text is None:
            with open(path, newline="") as f:
                text = f.read()
        self.texts[uri], self.versions[uri] = text, 1
        self.notify("textDocument/didOpen", {
            "textDocument": {"uri": uri, "languageId": "cpp", "version": 1, "text": text}})
        return uri

    def replace(self, uri, text):
        """The whole text."""
        self.versions[uri] += 1
        self.texts[uri] = text
        self.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": self.versions[uri]},
                                               "contentChanges": [{"text": text}]})

    def edit(self, uri, begin, end, text):
        """Characters [begin, end) of the text, told by a range."""
        old = self.texts[uri]
        change = {"range": {"start": position(old, begin), "end": position(old, end)}, "text": text}
        self.versions[uri] += 1
        self.texts[uri] = old[:begin] + text + old[end:]
        self.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": self.versions[uri]},
                                               "contentChanges": [change]})

    def save(self, uri):
        with open(urllib.parse.unquote(uri[len("file://"):]), "w", newline="") as f:
            f.write(self.texts[uri])
        self.notify("textDocument/didSave", {"textDocument": {"uri": uri}})

    def close(self, uri):
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def found(self, uri):
        """Diagnostics of the newest version that was told."""
        return self.diagnostics.get(uri, {}).get("diagnostics", [])

    def actions(self, uri, where, only=None):
        context = {"diagnostics": [], **({"only": only} if only else {})}
        return self.request("textDocument/codeAction",
                            {"textDocument": {"uri": uri}, "range": where, "context": context})

    def hover(self, uri, offset):
        return self.request("textDocument/hover",
                            {"textDocument": {"uri": uri}, "position": position(self.texts[uri], offset)})

    def apply(self, edit):
        """A workspace edit, to the open texts."""
        changes = edit.get("changes") or {}
        for document in edit.get("documentChanges", []):
            changes[document["textDocument"]["uri"]] = document["edits"]
        for uri, edits in changes.items():
            self.replace(uri, edited(self.texts[uri], edits))

    def stop(self):
        """shutdown, exit; the exit code."""
        self.request("shutdown", None)
        self.notify("exit", None)
        return self.process.wait(self.patience)


def units(text):
    """Length in UTF-16 units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def position(text, offset):
    """Of a character of a text with \\n or \\r\\n line ends, in UTF-16 units."""
    begin = text.rfind("\n", 0, offset) + 1
    return {"line": text.count("\n", 0, offset), "character": units(text[begin:offset])}


def offset_of(text, place):
    begin = 0
    for _ in range(place["line"]):
        begin = text.index("\n", begin) + 1
    left, at = place["character"], begin
    while left > 0 and at < len(text) and text[at] != "\n":
        left -= units(text[at])
        at += 1
    return at


def edited(text, edits):
    spots = sorted(((offset_of(text, e["range"]["start"]), offset_of(text, e["range"]["end"]), e["newText"])
                    for e in edits), reverse=True)
    for begin, end, new in spots:
        text = text[:begin] + new + text[end:]
    return text
