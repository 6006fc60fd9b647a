#!/usr/bin/env python3
"""test/fixes/check must see every bad fix: its tool here is a script that offers
what each test wants. It finds what the lines of SCRIPT say as long as their word
stands in the source, and fixes as they say."""
import json, os, subprocess, sys, tempfile, unittest
from pathlib import Path

CHECK = Path(__file__).resolve().parent / "check"
CLANG = os.environ.get("CLANG", "clang++-19")
RULE = "torch-discarded-move"

# Findings by word: {"word": [rule, level, edits]}; an edit replaces the first
# OLD of the file by NEW. --fix applies them, or what SCRIPT["fix"] says.
TOOL = r"""#!/usr/bin/env python3
import json, os, sys
script = json.load(open(os.path.join(os.path.dirname(__file__), "script.json")))
root = sys.argv[sys.argv.index("--root") + 1]
files = [os.path.join(root, f) for f in sorted(os.listdir(root)) if f.endswith((".cpp", ".h"))]

def place(text, at, end):
    column = lambda o: o - (text.rfind(b"\n", 0, o) + 1) + 1
    return dict(offset=at, endOffset=end, line=text.count(b"\n", 0, at) + 1, column=column(at),
                endLine=text.count(b"\n", 0, end) + 1, endColumn=column(end))

def findings():
    for file in files:
        text = open(file, "rb").read()
        for word, (rule, level, edits) in script["find"].items():
            at = text.find(word.encode())
            if at < 0:
                continue
            fix = []
            for old, new in edits:
                o = text.find(old.encode())
                if o >= 0:
                    fix.append(dict(file=file, text=new, **place(text, o, o + len(old.encode()))))
            for e in fix:
                e.update(script.get("wrong", {}))
            yield dict(rule=rule, level=level, message="'" + word + "'", file=file, notes=[], partial=script.get("partial", False),
                       fixes=[dict(message="m", edits=fix)] if edits and fix else [], **place(text, at, at + len(word)))

if "--fix" in sys.argv:
    for _ in range(5):
        for f in findings():
            if f["fixes"]:
                text = open(f["file"], "rb").read()
                for e in sorted(f["fixes"][0]["edits"], key=lambda e: -e["offset"]):
                    text = text[:e["offset"]] + e["text"].encode() + text[e["endOffset"]:]
                open(f["file"], "wb").write(text)
                break
    for file in files:
        text = open(file, "rb").read()
        for old, new in script.get("fix", []):
            text = text.replace(old.encode().decode("unicode_escape").encode(), new.encode().decode("unicode_escape").encode())
        open(file, "wb").write(text)
for f in findings():
    print(json.dumps(f))
if script.get("rc"):
    print("torch-tidy: error: no", file=sys.stderr)
sys.exit(script.get("rc", 0))
"""


class Check(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.tool = self.root / "tool"
        self.tool.write_text(TOOL)
        self.tool.chmod(0o755)

    def run_it(self, find, source, *args, **script):
        (self.root / "script.json").write_text(json.dumps(dict(find=find, **script)))
        file = self.root / "a.cpp"
        file.write_bytes(source.encode())
        p = subprocess.run([sys.executable, CHECK, "--tool", self.tool, "--clang", CLANG, *args, file, "--", "-std=c++17"],
                           capture_output=True, text=True)
        self.out, self.err = p.stdout, p.stderr
        self.assertEqual(file.read_bytes(), source.encode(), "the source itself was written")
        return p.returncode

    def fails(self, step, why, find, source, *args, **script):
        self.assertEqual(self.run_it(find, source, *args, **script), 1, self.out + self.err)
        self.assertIn(f"not {step}: ", self.out)
        self.assertIn(why, self.out)

    GOOD = {"bad": [RULE, "certain", [["bad", "good"]]]}

    def test_good(self):
        self.assertEqual(self.run_it(self.GOOD, "int bad;\n", "--as", "crlf,tabs,bom"), 0, self.out + self.err)
        self.assertRegex(self.out, rf"{RULE} +1 +1 +1 +1 +1\n")

    def test_two_good_ones_each_alone(self):
        find = {**self.GOOD, "odd": ["torch-x", "likely", [["odd", "even"]]]}
        self.assertEqual(self.run_it(find, "int bad;\nint odd;\n"), 0, self.out + self.err)
        self.assertRegex(self.out, r"all +2 +2 +2 +2 +2\n")

    def test_does_not_compile(self):
        self.fails("compiled", "expected", {"bad": [RULE, "certain", [["bad", "good("]]]}, "int bad;\n")

    def test_does_not_compile_alone(self):
        # Both together do: one declares what the other uses.
        find = {"bad1": [RULE, "certain", [["bad1", "good"]]], "bad2": ["torch-x", "certain", [["bad2 = 1", "b = good"]]]}
        self.fails("compiled", "undeclared identifier 'good'", find, "int bad1;\nint bad2 = 1;\n")

    def test_new_error_where_it_did_not_compile(self):
        self.fails("compiled", "unknown type name 'goodly'", {"int bad": [RULE, "certain", [["int bad", "goodly b"]]]},
                   "unknown x;\nint bad;\n")
        self.assertEqual(self.run_it(self.GOOD, "unknown x;\nint bad;\n"), 0, self.out + self.err)

    def test_still_found(self):
        self.fails("gone", "still found", {"bad": [RULE, "certain", [["int", "long"]]]}, "int bad;\n")

    def test_another_finding_comes(self):
        find = {"bad": [RULE, "certain", [["bad", "odd"]]], "odd": ["torch-x", "likely", []]}
        self.fails("gone", "new: a.cpp: torch-x", find, "int bad;\n")

    def test_advice_may_come(self):
        find = {"bad": [RULE, "certain", [["bad", "slow"]]], "slow": ["torch-x", "advice", []]}
        self.assertEqual(self.run_it(find, "int bad;\n"), 0, self.out)

    def test_another_of_the_same_rule_is_new(self):
        find = {"bad": [RULE, "certain", [["bad", "odd"]]], "odd": [RULE, "certain", []]}
        self.fails("gone", "new: a.cpp: " + RULE, find, "int bad;\n")

    def test_changes_nothing(self):
        self.fails("applied", "it changes nothing", {"bad": [RULE, "certain", [["bad", "bad"]]]}, "int bad;\n")

    def test_overlapping_edits(self):
        self.fails("applied", "its edits overlap", {"bad": [RULE, "certain", [["bad", "x"], ["ad;", "y;"]]]}, "int bad;\n")

    def test_place_and_offset_disagree(self):
        self.fails("applied", "is not at", self.GOOD, "int bad;\n", wrong={"column": 1})

    def test_beyond_the_file(self):
        self.fails("applied", "beyond", self.GOOD, "int bad;\n", wrong={"endOffset": 100})

    def test_another_file(self):
        self.fails("applied", "no file of the project", self.GOOD, "int bad;\n", wrong={"file": "/usr/include/stdio.h"})

    def test_blanks_at_the_end(self):
        self.fails("applied", "blanks at the end", {"bad": [RULE, "certain", [["bad;", "good; "]]]}, "int bad;\n")

    def test_other_line_ends(self):
        self.fails("applied", "other line ends", {"bad": [RULE, "certain", [["bad", "good;\nint x"]]]}, "int bad;\r\n")

    def test_a_second_fix_changes_more(self):
        self.fails("settled", "a second --fix changes more", self.GOOD, "int bad;\n", fix=[["good", "goodgood"]])

    def test_fix_leaves_some(self):
        find = {**self.GOOD, "odd": ["torch-x", "certain", [["nothing", "x"], ["odd", "odd1"]]]}
        self.fails("settled", "left after --fix", find, "int bad;\nint odd;\n")

    def test_forms(self):
        self.fails("settled", "as crlf it is fixed otherwise", self.GOOD, "int bad;\n", "--as", "crlf",
                   fix=[["\\r\\n", "\\n"]])
        self.assertEqual(self.run_it(self.GOOD, "int bad;\n", "--as", "ebcdic"), 2)

    def test_nothing_offered(self):
        self.assertEqual(self.run_it({}, "int bad;\n"), 2)
        self.assertIn("0 fixes are offered", self.err)
        self.assertEqual(self.run_it(self.GOOD, "int bad;\n", "--min", "2"), 2)

    def test_tool_fails(self):
        self.assertEqual(self.run_it(self.GOOD, "int bad;\n", rc=2), 2)
        self.assertEqual(self.run_it(self.GOOD, "int bad;\n", rc=3), 2)

    def test_partial_findings_are_tried_alone(self):
        self.assertEqual(self.run_it(self.GOOD, "int bad;\n", partial=True), 0, self.out + self.err)
        self.assertRegex(self.out, rf"{RULE} +1 +1 +1 +1 +0\n")

    def test_project(self):
        folder = self.root / "own+er"
        folder.mkdir()
        (folder / "a.h").write_text("#include <torch/torch.h>\n#include <missing/header.h>\ninline int bad() { return 1; }\n")
        for unit in ("a.cpp", "b.cpp"):
            (folder / unit).write_text('#include "a.h"\nint use_%s() { return 2; }\n' % unit[0])
        before = {f.name: f.read_text() for f in folder.iterdir()}
        for new, rc in (("good", 0), ("good(", 1)):
            (self.root / "script.json").write_text(json.dumps({"find": {"bad": [RULE, "certain", [["bad", new]]]}}))
            p = subprocess.run([sys.executable, CHECK, "--tool", self.tool, "--clang", CLANG, "--project", folder, "--", "-std=c++17"],
                               capture_output=True, text=True)
            self.assertEqual(p.returncode, rc, p.stdout + p.stderr)
        self.assertEqual({f.name: f.read_text() for f in folder.iterdir()}, before)


if __name__ == "__main__":
    unittest.main()
