#!/usr/bin/env python3
"""test/corpus/measure must see every lapse: its tool here is a script that says what each test wants."""
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

MEASURE = Path(__file__).resolve().parent / "measure"
LABELS = "repository\tcommit\tfile:line\tkind\tverdict\treason\n"
VERDICTS = "repository\tcommit\trule\tfile:line\tverdict\treason\n"
RULE = "torch-unregistered-state"
# Prints the findings of the files in its database, and does to them what their text says.
TOOL = r"""#!/usr/bin/env python3
import json, os, signal, sys, time
folder, root = sys.argv[sys.argv.index("-p") + 1], sys.argv[sys.argv.index("--root") + 1]
commands = json.load(open(os.path.join(folder, "compile_commands.json")))
open(os.path.join(root, "asked.json"), "w").write(json.dumps(commands))
bad = 0
for c in commands:
    path = os.path.join(c["directory"], c["file"])
    for n, line in enumerate(open(path), 1):
        word, _, rest = line.strip().partition(" ")
        if word == "//finding":
            level, rule, where = rest.split()[:3]
            f = {"rule": rule, "level": level, "message": "m", "file": path, "line": int(where), "column": 1,
                 "endLine": int(where), "notes": []}
            if len(rest.split()) > 3:
                f["notes"] = [{"message": "n", "file": path, "line": int(rest.split()[3])}]
            print(json.dumps(f))
        elif word == "//crash":
            sys.stdout.flush()
            os.kill(os.getpid(), signal.SIGSEGV)
        elif word == "//hang":
            time.sleep(60)
        elif word == "//broken":
            bad += 1
            print(f"{path}:{n}:1: error: no such thing", file=sys.stderr)
        elif word == "//garbage":
            print("{")
        elif word == "//refuse":
            print("torch-tidy: error: no", file=sys.stderr)
            sys.exit(2)
if bad:
    print(f"torch-tidy: error: {bad} file of {len(commands)} could not be analyzed completely", file=sys.stderr)
sys.exit(2 if bad else 0)
"""


class Measure(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.tool = self.root / "tool"
        self.tool.write_text(TOOL)
        self.tool.chmod(0o755)
        self.labels, self.verdicts = "", None

    def source(self, name, *lines, repository="a+b"):
        path = self.root / "corpus" / repository / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(l + "\n" for l in ("#include <torch/torch.h>",) + lines))
        return path

    def label(self, where, kind="unregistered_tensor", verdict="bug", repository="a/b", commit="abc"):
        self.labels += f"{repository}\t{commit}\t{where}\t{kind}\t{verdict}\tbecause\n"

    def verdict(self, where, verdict, rule=RULE, commit="abc"):
        self.verdicts = (self.verdicts or "") + f"a/b\t{commit}\t{rule}\t{where}\t{verdict}\tread\n"

    def measure(self, *options):
        (self.root / "labels.tsv").write_text(LABELS + self.labels)
        args = ["--tool", self.tool, "--labels", self.root / "labels.tsv", "--timeout", "2", *options]
        if self.verdicts is not None:
            (self.root / "verdicts.tsv").write_text(VERDICTS + self.verdicts)
            args += ["--verdicts", self.root / "verdicts.tsv"]
        p = subprocess.run([sys.executable, MEASURE, *map(str, args), str(self.root / "corpus"), "--", "-DX"],
                           capture_output=True, text=True)
        self.out, self.err = p.stdout, p.stderr
        return p.returncode

    def says(self, *lines):
        for l in lines:
            self.assertIn(l, self.out)

    def test_found_and_missed(self):
        self.source("a.cpp", f"//finding certain {RULE} 12")
        self.label("a.cpp:10")
        self.label("a.cpp:40")
        self.assertEqual(self.measure(), 0)
        self.says("recall of labelled bugs: 1/2 = 50 %", "missed: a/b a.cpp:40", "certain: 1/1 = 100 %")
        self.assertEqual(self.measure("--min-recall=0.6"), 1)
        self.assertEqual(self.measure("--min-recall=0.5"), 0)
        self.measure("--window=1")
        self.says("recall of labelled bugs: 0/2")

    def test_found_by_a_note(self):
        self.source("a.cpp", f"//finding likely {RULE} 90 10")
        self.label("a.cpp:10")
        self.measure()
        self.says("1/1 = 100 %")

    def test_another_rule_is_no_answer(self):
        self.source("a.cpp", "//finding certain torch-discarded-move 10")
        self.label("a.cpp:10")
        self.measure()
        self.says("0/1 = 0 %, 1 more by another rule", "unjudged: 1")

    def test_intended_is_false(self):
        self.source("a.cpp", f"//finding certain {RULE} 10", f"//finding certain {RULE} 11")
        self.label("a.cpp:10", verdict="intended")
        self.assertEqual(self.measure(), 0)
        self.says("certain: 0/1 = 0 %, 1, 0, 1", "false: 1", "a.cpp:10:1 certain", "-- because")
        self.assertEqual(self.measure("--max-false=0"), 1)
        self.assertEqual(self.measure("--max-false=1"), 0)

    def test_advice_is_counted_apart(self):
        self.source("a.cpp", f"//finding advice {RULE} 10")
        self.label("a.cpp:10", verdict="intended")
        self.assertEqual(self.measure("--max-false=0"), 0)
        self.says("advice: 0/1 = 0 %")

    def test_verdicts_count(self):
        self.source("a.cpp", f"//finding certain {RULE} 10", f"//finding likely {RULE} 20", f"//finding likely {RULE} 30")
        self.verdict("a.cpp:10", "true")
        self.verdict("a.cpp:20", "false")
        self.verdict("a.cpp:30", "true", rule="torch-mixed-device")
        self.assertEqual(self.measure("--max-false=0"), 1)
        self.says("certain: 1/1 = 100 %", "likely: 0/1 = 0 %, 1, 0, 1")

    def test_another_commit(self):
        path = self.source("a.cpp", f"//finding certain {RULE} 10")
        git = ["git", "-C", path.parent, "-c", "user.name=n", "-c", "user.email=e"]
        for args in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "m"]):
            subprocess.run(git + args, check=True)
        head = subprocess.run(git + ["rev-parse", "HEAD"], capture_output=True, text=True).stdout[:10]
        self.label("a.cpp:10")
        self.verdict("a.cpp:10", "true")
        self.assertEqual(self.measure(), 0)
        self.says("recall of labelled bugs: none", "another commit is checked out: a/b a.cpp:10", "unjudged: 1")
        self.labels, self.verdicts = "", None
        self.label("a.cpp:10", commit=head)
        self.measure()
        self.says("recall of labelled bugs: 1/1")

    def test_files_that_break_the_tool(self):
        self.source("a.cpp", f"//finding certain {RULE} 10")
        self.source("b.cpp", "//crash")
        self.source("c.cpp", "//hang")
        self.source("d.cpp", "//broken", f"//finding certain {RULE} 10")
        self.assertEqual(self.measure(), 0)
        self.says("crashed: a/b b.cpp (signal 11)", "timed out: a/b c.cpp", "not read completely: a/b d.cpp: no such thing",
                  "a/b : 4, 1, 2 + 0 + 0")

    def test_a_tool_that_fails_is_no_clean_run(self):
        self.source("a.cpp", "//refuse")
        self.assertEqual(self.measure(), 2)
        self.says("FAILED: torch-tidy: error: no")

    def test_garbage_is_a_crash(self):
        self.source("a.cpp", "//garbage")
        self.source("b.cpp", f"//finding certain {RULE} 10")
        self.measure()
        self.says("crashed: a/b a.cpp (code 125)", "unjudged: 1")

    def test_bad_input(self):
        self.source("a.cpp")
        self.labels = "a/b\tabc\ta.cpp\tunregistered_tensor\tbug\tr\n"
        self.assertEqual(self.measure(), 2)
        self.assertIn("is no FILE:LINE", self.err)
        self.labels = "a/b\tabc\ta.cpp:1\tnonsense\tbug\tr\n"
        self.assertEqual(self.measure(), 2)
        self.assertIn("unknown kind 'nonsense'", self.err)
        self.labels = "a/b abc a.cpp:1 unregistered_tensor bug r\n"
        self.assertEqual(self.measure(), 2)
        self.assertIn("separated by tabs", self.err)
        self.labels = ""
        self.verdict("a.cpp:1", "maybe")
        self.assertEqual(self.measure(), 2)
        self.assertIn("not 'maybe'", self.err)
        self.verdicts = None
        self.assertEqual(self.measure("--only=x/y"), 2)
        self.assertEqual(self.measure("--tool=no/such/tool"), 2)
        self.assertIn("no such program: no/such/tool", self.err)

    def test_nothing_to_measure(self):
        self.source("a.cpp").write_text("int x;\n")
        self.assertEqual(self.measure(), 2)
        self.assertIn("no file", self.err)

    def asked(self):
        return json.loads((self.root / "corpus/a+b/asked.json").read_text())

    def test_include_folders(self):
        unit = self.source("src/a.cpp", '#include "net/net.h"', '#include <base.h>', '#include "beside.h"')
        unit.write_text(unit.read_text().replace("#include <torch/torch.h>", ""))
        self.source("src/beside.h")
        self.source("src/base.h")
        self.source("lib/include/net/net.h", '#include "deep.h"')
        self.source("lib/other/deep.h")
        self.source("test/plain.cpp").write_text("#include <vector>\n")
        self.measure()
        command, = self.asked()
        root = (self.root / "corpus/a+b").resolve()
        self.assertEqual(command["arguments"][1], "-DX")
        self.assertEqual({a for a in command["arguments"] if a.startswith("-I")},
                         {f"-I{root}/{d}" for d in ("lib/include", "src", "lib/other")})

    def test_own_database(self):
        path = self.source("a.cpp")
        self.source("b.cpp")
        own = [{"directory": str(path.parent), "file": "a.cpp", "arguments": ["g++", "-c", "a.cpp"]}]
        (path.parent / "build").mkdir()
        (path.parent / "build/compile_commands.json").write_text(json.dumps(own))
        self.measure()
        self.assertEqual(self.asked(), own)


if __name__ == "__main__":
    unittest.main()
