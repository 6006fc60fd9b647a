#!/usr/bin/env python3
"""'torch-tidy lsp' as an editor meets it: what it says to what it is told, on
small projects with the mock headers.

usage: lsp.py [TEST…]; CMake gives TORCH_TIDY and MOCK."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import traceback

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tools"))
from lsp_client import CAPABLE, Client, ServerError, edited, offset_of, uri_of  # noqa: E402

TOOL = os.environ["TORCH_TIDY"]
MOCK = os.environ["MOCK"]

NET = """#include <torch/torch.h>
struct NetImpl : torch::nn::Module {
  NetImpl() { cache = torch::zeros({10}); }
  torch::Tensor forward(torch::Tensor x) { return x + cache; }
  torch::Tensor cache;
};
TORCH_MODULE(Net);
"""
CLEAN = NET.replace('torch::zeros({10})', 'register_buffer("cache", torch::zeros({10}))')
# A module whose methods stand in a source of its own: one file alone doesn't tell
# that the member is never registered.
HEADER = """#pragma once
#include <torch/torch.h>
struct HalfImpl : torch::nn::Module {
  HalfImpl();
  torch::Tensor forward(torch::Tensor x);
  torch::Tensor table;
};
"""
FIRST = '#include "half.h"\nHalfImpl::HalfImpl() { table = torch::arange(4); }\n'
SECOND = '#include "half.h"\ntorch::Tensor HalfImpl::forward(torch::Tensor x) { return x + table; }\n'
# What is precompiled for one test serves the others.
CACHE = tempfile.TemporaryDirectory(prefix="lsp-cache-")
EVERYWHERE = {"start": {"line": 0, "character": 0}, "end": {"line": 1000, "character": 0}}


class Project:
    """Files in a folder of their own, and a server for them."""

    def __init__(self, files, database=True, line=(), capabilities=None, options=None):
        self.folder = tempfile.TemporaryDirectory(prefix="lsp ")
        self.root = pathlib.Path(self.folder.name).resolve()
        for name, text in files.items():
            self.write(name, text)
        if database:
            self.database([n for n in files if n.endswith(".cpp")])
        env = {**os.environ, "TORCH_TIDY_CACHE": CACHE.name}
        self.client = Client([TOOL, "lsp", *line], cwd=str(self.root), env=env)
        options = {"progressDelay": 0, "debounce": 20, **(options or {})}
        self.answer = self.client.start(self.root, capabilities, options)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
        return path

    def database(self, names):
        entries = [{"directory": str(self.root), "file": str(self.root / n),
                    "arguments": ["clang++", "-std=c++17", "-isystem", MOCK, "-c", str(self.root / n)]} for n in names]
        self.write("compile_commands.json", json.dumps(entries))

    def __enter__(self):
        return self, self.client

    def __exit__(self, kind, value, trace):
        self.client.process.kill()
        self.client.process.wait()
        self.folder.cleanup()

    def open(self, name, text=None):
        return self.client.open(self.root / name, text)

    def command_line(self, *args):
        """Findings that the command line tells: (file, line, rule, message)."""
        out = subprocess.run([TOOL, "--format=jsonl", "--fail-on=never", "--quiet", "-p", str(self.root), *args],
                             cwd=self.root, capture_output=True, text=True,
                             env={**os.environ, "TORCH_TIDY_CACHE": "none"})
        findings = [json.loads(line) for line in out.stdout.splitlines()]
        return sorted((f["file"], f["line"], f["rule"], f["message"]) for f in findings)


def same(actual, wanted, what):
    assert actual == wanted, f"{what}:\n  {actual!r}\n  instead of\n  {wanted!r}"


def rules(client, uri):
    return [d["code"] for d in client.found(uri)]


def shown(client, uri, path):
    return sorted((str(path), d["range"]["start"]["line"] + 1, d["code"], d["message"].split("\n")[0])
                  for d in client.found(uri))


def test_open_change_save_close():
    with Project({"net.cpp": NET}) as (project, client):
        same(project.answer["serverInfo"]["name"], "torch-tidy", "name")
        uri = project.open("net.cpp")
        client.settle()
        same(rules(client, uri), ["torch-unregistered-state"], "on open")
        found = client.found(uri)[0]
        same(found["source"], "torch-tidy", "source")
        same(found["severity"], 2, "a certain one is a warning")
        same(NET[offset_of(NET, found["range"]["start"]):offset_of(NET, found["range"]["end"])],
             "torch::zeros({10})", "what is marked")
        # An edit that isn't saved.
        client.replace(uri, CLEAN)
        client.settle()
        same(client.found(uri), [], "after the edit")
        same(client.diagnostics[uri]["version"], 2, "the version")
        # … by a range: the fault comes back.
        begin = CLEAN.index("register_buffer")
        end = CLEAN.index("torch::zeros")
        client.edit(uri, begin, end, "")
        begin = client.texts[uri].index("}))")
        client.edit(uri, begin, begin + 3, "})")
        same(client.texts[uri], NET, "the text")
        client.settle()
        same(rules(client, uri), ["torch-unregistered-state"], "after the other edit")
        client.replace(uri, CLEAN)
        client.save(uri)
        client.settle()
        same(client.found(uri), [], "saved")
        client.close(uri)
        client.wait(lambda: "version" not in client.diagnostics[uri], "diagnostics are taken away")
        same(client.diagnostics[uri]["diagnostics"], [], "after close")
        same(client.stop(), 0, "exit code")


def test_the_project_counts():
    files = {"half.h": HEADER, "first.cpp": FIRST, "second.cpp": SECOND}
    with Project(files) as (project, client):
        same(project.command_line("first.cpp"), [], "first.cpp alone")
        wanted = project.command_line()
        same(len(wanted), 1, "findings of the project")
        uri = project.open("first.cpp")
        client.settle()
        same(shown(client, uri, project.root / "first.cpp"), wanted, "in the editor")
        # A change of the other file, not saved, changes what is known of this.
        other = project.open("second.cpp")
        client.replace(other, SECOND.replace("x + table", "x"))
        client.settle()
        same(client.found(uri), [], "the member isn't used")
        client.close(other)
        client.settle()
        same(shown(client, uri, project.root / "first.cpp"), wanted, "the disk's text again")
        # Alone, on wish.
        client.notify("workspace/didChangeConfiguration", {"settings": {"torch-tidy": {"project": "files"}}})
        client.settle()
        same(client.found(uri), [], "this file alone")


def test_headers():
    header = HEADER.replace("HalfImpl();", "HalfImpl() { table = torch::arange(4); }")
    with Project({"half.h": header, "second.cpp": SECOND}) as (project, client):
        uri = project.open("half.h")
        client.settle()
        same(shown(client, uri, project.root / "half.h"), project.command_line(), "in the header")
        same(len(client.found(uri)), 1, "count")
        client.replace(uri, header.replace("table = ", 'table = register_buffer("table", ').replace("(4)", "(4))"))
        client.settle()
        same(client.found(uri), [], "mended, not saved")
        client.replace(uri, "\n" + header)
        client.settle()
        same(client.found(uri)[0]["range"]["start"]["line"], 4, "one line further down")


def test_related_and_pages():
    files = {"half.h": HEADER, "first.cpp": FIRST, "second.cpp": SECOND}
    with Project(files) as (project, client):
        uri = project.open("first.cpp")
        client.settle()
        found = client.found(uri)[0]
        places = [(r["location"]["uri"], r["location"]["range"]["start"]["line"]) for r in found["relatedInformation"]]
        assert (uri_of(project.root / "second.cpp"), 1) in places, places
        page = found["codeDescription"]["href"]
        assert page.startswith("file:///") and page.endswith("/torch-unregistered-state.md"), page
        assert pathlib.Path(page[len("file://"):]).exists(), page
    with Project(files, capabilities={}) as (project, client):
        uri = project.open("first.cpp")
        client.settle()
        found = client.found(uri)[0]
        assert "relatedInformation" not in found and "codeDescription" not in found, found
        assert "second.cpp:2: note: " in found["message"], found["message"]
        assert not any("id" in m and "method" in m for m in client.messages), "it asks what wasn't offered"


def test_encodings():
    text = NET.replace("cache = torch", "/* \U0001F525é */ cache = torch")
    line = text.split("\n")[2]
    at = line.index("torch::zeros")
    wanted = {"utf-16": len(line[:at].encode("utf-16-le")) // 2, "utf-8": len(line[:at].encode()), "utf-32": at}
    for offered, chosen in ((None, "utf-16"), (["utf-8", "utf-16"], "utf-8"), (["utf-32"], "utf-32"),
                            (["utf-7", "utf-16"], "utf-16")):
        can = json.loads(json.dumps(CAPABLE))
        can["general"] = {"positionEncodings": offered} if offered else {}
        with Project({"net.cpp": text}, capabilities=can) as (project, client):
            same(project.answer["capabilities"].get("positionEncoding"), chosen if offered else None, "answer")
            uri = project.open("net.cpp")
            client.settle()
            start = client.found(uri)[0]["range"]["start"]
            same(start, {"line": 2, "character": wanted[chosen]}, chosen)
            # … and of what the editor sends.
            change = {"range": {"start": {"line": 2, "character": wanted[chosen]},
                                "end": {"line": 2, "character": wanted[chosen] + 5}}, "text": "at"}
            client.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": 2},
                                                     "contentChanges": [change]})
            client.settle()
            same(rules(client, uri), ["torch-unregistered-state"], f"{chosen}: at::zeros")


def test_actions():
    with Project({"net.cpp": NET}) as (project, client):
        uri = project.open("net.cpp")
        client.settle()
        where = client.found(uri)[0]["range"]
        actions = client.actions(uri, where)
        fixes = [a for a in actions if a["kind"] == "quickfix" and a.get("isPreferred")]
        same(len(fixes), 1, "preferred")
        same(fixes[0]["diagnostics"], client.found(uri), "its diagnostic")
        document = fixes[0]["edit"]["documentChanges"][0]
        same(document["textDocument"], {"uri": uri, "version": 1}, "document")
        same(edited(NET, document["edits"]), CLEAN, "mended")
        suppress = [a for a in actions if "suppress" in a["title"]][0]
        client.apply(suppress["edit"])
        assert "// NOLINT(torch-unregistered-state): " in client.texts[uri].split("\n")[2], client.texts[uri]
        client.settle()
        same(client.found(uri), [], "suppressed")
        # Nothing is offered where nothing is.
        client.replace(uri, NET)
        same(client.actions(uri, {"start": {"line": 6, "character": 0}, "end": {"line": 6, "character": 1}},
                            ["quickfix"]), [], "elsewhere")
        only = client.actions(uri, EVERYWHERE, ["source.fixAll"])
        same([a["kind"] for a in only], ["source.fixAll.torch-tidy"], "kinds")
        client.apply(only[0]["edit"])
        same(client.texts[uri], CLEAN, "all mended")


def test_suppressions_where_they_can_stand():
    for text, wanted in (
        # A line that goes on: the comment stands on its own.
        (NET.replace("torch::zeros({10});", "torch::zeros( \\\n  {10});"), "  // NOLINTNEXTLINE(torch-unregistered-state)"),
        # A list is added to.
        (NET.replace("{10}); }", "{10}); } // NOLINT(other-rule)"), "NOLINT(other-rule, torch-unregistered-state)"),
        (NET.replace("\n", "\r\n").replace("torch::zeros({10});", "torch::zeros( \\\r\n  {10});"),
         "  // NOLINTNEXTLINE(torch-unregistered-state)"),
    ):
        with Project({"net.cpp": text}) as (project, client):
            uri = project.open("net.cpp")
            client.settle()
            same(rules(client, uri), ["torch-unregistered-state"], "found")
            offered = [a for a in client.actions(uri, client.found(uri)[0]["range"]) if "suppress" in a["title"]]
            client.apply(offered[0]["edit"])
            assert wanted in client.texts[uri], client.texts[uri]
            same(client.texts[uri].count("\r\n"), text.count("\r\n") + (text.count("\r\n") > 0), "line ends")
            client.settle()
            same(client.found(uri), [], client.texts[uri])


def test_hover():
    with Project({"net.cpp": NET}) as (project, client):
        uri = project.open("net.cpp")

        def hover(spelled, after=""):
            h = client.hover(uri, client.texts[uri].index(spelled, client.texts[uri].index(after)))
            return h and h["contents"]["value"]

        made = hover("zeros", "NetImpl()")
        assert "on cpu" in made and "torch::zeros" in made, made
        member = hover("cache;", "torch::Tensor cache")
        assert "NetImpl::cache" in member and "never registered" in member and "line 3" in member, member
        used = hover("cache;", "return x")
        assert "NetImpl::cache" in used and "on cpu" in used and "never registered" in used, used
        argument = hover("x +")
        assert "device of" in argument or "caller" in argument, argument
        same(hover("#include"), None, "no tensor")
        client.replace(uri, CLEAN)
        member = hover("cache;", "torch::Tensor cache")
        assert "registered as a buffer under the name `cache`" in member and "line 3" in member, member


def test_confirmation():
    with Project({"net.cpp": NET}) as (project, client):
        told = project.root / "confirmed.jsonl"
        out = subprocess.run([TOOL, "--format=jsonl", "--fail-on=never", "--quiet", "-p", str(project.root)],
                             cwd=project.root, capture_output=True, text=True)
        finding = json.loads(out.stdout)
        finding["confirmation"] = {"status": "confirmed", "run": "./train", "op": "aten::add", "argument": "other",
                                   "devices": ["cpu", "cuda:0"], "stack": []}
        told.write_text(json.dumps(finding) + "\n")
        client.notify("workspace/didChangeConfiguration", {"settings": {"confirmed": "confirmed.jsonl"}})
        uri = project.open("net.cpp")
        client.settle()
        found = client.found(uri)[0]
        assert "confirmed by './train': aten::add, argument 'other' on cpu beside cuda:0" in found["message"], found
        same(found["data"]["confirmation"], "confirmed", "data")
        # What a rehearsal writes does as well: the verdict is found here.
        clash = {"rule": "run-device-mix", "level": "certain", "message": "aten::add: 'other' is on cpu", "op": "aten::add",
                 "argument": "other", "devices": ["cpu", "cuda:0"],
                 "stack": [{"function": "NetImpl::forward", "file": str(project.root / "net.cpp"), "line": 4}],
                 "origins": [{"kind": "member", "module": "NetImpl", "member": "cache", "factory": "torch::zeros",
                              "made": {"file": str(project.root / "net.cpp"), "line": 3, "column": 1}}]}
        told.write_text(json.dumps(clash) + "\n" + json.dumps({"run": {"program": "./infer", "lines": []}}) + "\n")
        client.save(uri)
        client.settle()
        assert "confirmed by './infer'" in client.found(uri)[0]["message"], client.found(uri)
        told.write_text("no json\n")
        client.save(uri)
        client.settle()
        assert any(m.get("method") == "window/showMessage" and "confirmed.jsonl:1" in m["params"]["message"]
                   for m in client.messages), "a broken file is told"


def test_progress():
    with Project({"net.cpp": NET}) as (project, client):
        uri = project.open("net.cpp")
        client.settle()
        client.wait(lambda: any(m.get("method") == "$/progress" and m["params"]["value"]["kind"] == "end"
                                for m in client.messages), "the end of progress")
        asked = [m["params"]["token"] for m in client.messages if m.get("method") == "window/workDoneProgress/create"]
        told = [m["params"] for m in client.messages if m.get("method") == "$/progress"]
        same(told[0]["value"]["kind"], "begin", "first")
        assert told[0]["token"] == asked[0] and "net.cpp" in told[0]["value"]["message"], told[0]
        del uri


def test_cancel_and_old_versions():
    with Project({"net.cpp": NET}, options={"debounce": 60000}) as (project, client):
        uri = project.open("net.cpp")
        client.settle()
        client.replace(uri, CLEAN)
        # It waits for the text to be checked, which is a minute away.
        number = client.begin("textDocument/codeAction", {"textDocument": {"uri": uri}, "range": EVERYWHERE,
                                                          "context": {"diagnostics": []}})
        client.notify("$/cancelRequest", {"id": number})
        try:
            client.answer(number)
            raise AssertionError("not cancelled")
        except ServerError as e:
            same(e.code, -32800, "code")
        client.notify("$/cancelRequest", {"id": 12345})
        for i in range(30):
            client.replace(uri, NET if i % 2 else CLEAN)
        client.settle()
        told = [p["version"] for p in client.published if "version" in p]
        same(told[-1], client.versions[uri], "the last version")
        same(told, sorted(told), "never an older one after a newer one")
        assert len(told) < 10, f"each of 30 quick edits was told: {told}"


def test_an_edit_stops_a_parse():
    """What is parsed stands before a pipe; the edit comes, and then the pipe's end. A
    parse that went on would wait at the second pipe for ever."""
    gates = '#define GATE "gate"\n#include GATE\n#define NEVER "never"\n#include NEVER\n'
    with Project({"net.cpp": CLEAN}) as (project, client):
        for name in ("gate", "never"):
            os.mkfifo(project.root / name)
        uri = project.open("net.cpp", NET + gates)
        with open(project.root / "gate", "w") as gate:  # once it is being read
            client.replace(uri, NET)
            try:
                client.request("torch-tidy/nothing", {})  # answered behind the edit
            except ServerError:
                pass
            gate.write("int gate; int more; int last;\n")
        client.settle()
        same(rules(client, uri), ["torch-unregistered-state"], "after the edit")
        same(client.diagnostics[uri]["version"], 2, "version")


def test_no_database():
    with Project({"net.cpp": NET}, database=False, options={"fallbackFlags": ["-std=c++17", "-isystem", MOCK]}) as (
            project, client):
        uri = project.open("net.cpp")
        client.settle()
        same(rules(client, uri), ["torch-unregistered-state"], "with the flags that were set")
    # The flags that are guessed name LibTorch's own headers: nothing of them is
    # asked for here.
    with Project({"net.cpp": "int f();\n", "b.cpp": "int g();\n"}, database=False) as (project, client):
        uri = project.open("net.cpp")
        project.open("b.cpp")
        client.settle()
        said = [m["params"] for m in client.messages if m.get("method") == "window/showMessage"]
        same(len(said), 1, "said once")
        assert "compile_commands.json" in said[0]["message"] and said[0]["type"] == 2, said
        # The database comes.
        project.database(["net.cpp", "b.cpp"])
        client.notify("workspace/didChangeWatchedFiles",
                      {"changes": [{"uri": uri_of(project.root / "compile_commands.json"), "type": 1}]})
        client.replace(uri, NET)
        client.settle()
        same(rules(client, uri), ["torch-unregistered-state"], "with the database")


def test_what_cannot_be_read():
    with Project({"net.cpp": NET}) as (project, client):
        uri = project.open("net.cpp")
        client.replace(uri, NET + "int broken = ;\n")
        client.settle()
        found = {d["code"]: d for d in client.found(uri)}
        same(sorted(found), ["incomplete", "torch-unregistered-state"], "codes")
        same(found["incomplete"]["range"]["start"]["line"], 7, "its place")
        assert found["incomplete"]["message"].startswith("read in part only: "), found
        # A new file that isn't saved yet.
        new = project.open("new.cpp", NET)
        client.settle()
        same(rules(client, new), ["torch-unregistered-state"], "a file that isn't there")
        # Something else.
        untitled = "untitled:Untitled-1"
        client.notify("textDocument/didOpen", {"textDocument": {"uri": untitled, "languageId": "cpp", "version": 1,
                                                                "text": NET}})
        client.settle()
        assert untitled not in client.diagnostics


def test_settings_that_are_wrong():
    with Project({"net.cpp": NET}, options={"level": "loud", "checks": 3, "project": "half"}) as (project, client):
        project.open("net.cpp")
        client.settle()
        said = [m["params"]["message"] for m in client.messages if m.get("method") == "window/showMessage"]
        same([any(f"'{k}'" in s for s in said) for k in ("level", "checks", "project")], [True] * 3, said)
    with Project({"net.cpp": NET, ".torch-tidy.yaml": "levls: 3\n"}) as (project, client):
        project.open("net.cpp")
        client.settle()
        said = [m["params"]["message"] for m in client.messages if m.get("method") == "window/showMessage"]
        assert any(".torch-tidy.yaml:1:" in s for s in said), said


def test_protocol():
    env = {**os.environ, "TORCH_TIDY_CACHE": "none"}
    client = Client([TOOL, "lsp"], env=env)
    try:
        client.request("textDocument/hover", {})
        raise AssertionError("answered before initialize")
    except ServerError as e:
        same(e.code, -32002, "before initialize")
    client.start(None)
    for method, params, code in (("textDocument/rename", {}, -32601), ("textDocument/hover", {}, -32602),
                                 ("initialize", {"capabilities": {}}, -32600)):
        try:
            client.request(method, params)
            raise AssertionError(f"{method} was answered")
        except ServerError as e:
            same(e.code, code, method)
    client.notify("no/such/notification", {"a": [1]})
    client.notify("textDocument/didOpen", {"nothing": 1})
    client.notify("textDocument/didChange", {"textDocument": {"uri": "file:///nowhere.cpp", "version": 3},
                                             "contentChanges": [{"text": ""}]})
    client.send_bytes(b"Content-Length: 13\r\n\r\n{\"not\" json}}")
    client.settle()
    client.request("shutdown", None)
    try:
        client.request("torch-tidy/settled", {})
        raise AssertionError("answered after shutdown")
    except ServerError as e:
        same(e.code, -32600, "after shutdown")
    client.notify("exit", None)
    same(client.process.wait(60), 0, "exit code")
    # The end of the input without a word is no good end.
    client = Client([TOOL, "lsp"], env=env)
    client.start(None)
    client.process.stdin.close()
    same(client.process.wait(60), 1, "exit code")


def main():
    tests = {n[len("test_"):]: f for n, f in globals().items() if n.startswith("test_")}
    chosen = sys.argv[1:] or list(tests)
    failed = 0
    for name in chosen:
        begin = time.monotonic()
        try:
            tests[name]()
            print(f"ok   {name} ({time.monotonic() - begin:.1f} s)")
        except Exception:
            failed += 1
            print(f"FAIL {name}")
            traceback.print_exc(file=sys.stdout)
        sys.stdout.flush()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
