#!/usr/bin/env python3
"""The harness must fail when it should: on what isn't known, on what is known
and shouldn't be, on a tool that says nothing, crashes or ends with 1 or 2, and
on a test without marks."""
import os, subprocess, sys, tempfile, unittest
from pathlib import Path

HERE = os.path.dirname(os.path.abspath(__file__))
HEADER = "in 'f'"


class Harness(unittest.TestCase):
    def run_it(self, code, said, rc=0, more=""):
        """Exit status of expect-known with a tool that says this of each line."""
        with tempfile.TemporaryDirectory() as tmp:
            test = os.path.join(tmp, "t.cpp")
            Path(test).write_text(code)
            tool = os.path.join(tmp, "tool")
            Path(tool).write_text(
                "#!/usr/bin/env python3\n"
                "import os, sys\n"
                "line = [int(a.rpartition(':')[2]) for a in sys.argv if a.startswith('--why=')][0]\n"
                f"said = {said!r}\n"
                "print('\\n'.join(said if isinstance(said, list) else said.get(line, [])))\n"
                f"{more}\n"
                f"sys.exit({rc})\n")
            os.chmod(tool, 0o755)
            p = subprocess.run([sys.executable, os.path.join(HERE, "expect-known"), "--tool", tool, test, "--"],
                               capture_output=True, text=True)
            self.stderr = p.stderr
            return p.returncode

    def known(self, claim, said, **how):
        return self.run_it(f"int f();\n// KNOWN: {claim}\n", [HEADER, "  " + said], **how)

    def unknown(self, name, said):
        return self.run_it(f"int f(int h);\n// UNKNOWN: {name}\n", [HEADER] + ["  " + s for s in said])

    def test_as_expected(self):
        self.assertEqual(self.known("'h': on cpu", "'h': on cpu, made at line 2"), 0)
        self.assertEqual(self.known("'h': on cpu", "'h': on cpu (0-dim), made at line 2"), 0)
        for said in ("'h': on cpu, or on cuda", "'h': on cuda, made at line 3, or on cpu, or on cuda"):
            self.assertEqual(self.known("'h': on cpu, or on cuda", said), 0, said)
        self.assertEqual(self.known("aten::add: 'x' (on cpu) meets", "aten::add: 'x' (on cpu) meets 'y' (on cuda)"), 0)

    def test_wrong_device(self):
        self.assertEqual(self.known("'h': on cuda", "'h': on cpu"), 1)
        self.assertIn("t.cpp:2: not known: 'h': on cuda", self.stderr)
        self.assertIn("'h': on cpu", self.stderr)

    def test_half_of_the_truth(self):
        self.assertEqual(self.known("'h': on cpu, or on cuda", "'h': on cpu"), 1)
        self.assertEqual(self.known("'h': on cpu (0-dim)", "'h': on cpu"), 1)
        for said in ("'h': on cpu, or on cuda", "'h': on cpu, made at line 1, or on cuda", "'h': on cpu (0-dim), or on cuda",
                     "'h': on cpu:1", "'h': on cpux"):
            self.assertEqual(self.known("'h': on cpu", said), 1, said)

    def test_wrong_name(self):
        self.assertEqual(self.known("'h': on cpu", "'hh': on cpu"), 1)

    def test_place(self):
        code = "int g(); // @made\nint f();\n// KNOWN @made: 'h': on cpu\n"
        self.assertEqual(self.run_it(code, [HEADER, "  'h': on cpu, made at line 1"]), 0)
        self.assertEqual(self.run_it(code, [HEADER, "  'h': on cpu, made at line 11"]), 1)
        self.assertEqual(self.run_it(code, [HEADER, "  'h': on cpu"]), 1)

    def test_marks_speak_of_the_line_above(self):
        code = "int f();\n// Words.\n// KNOWN: 'a': on cpu\n\n// KNOWN: 'b': on cpu\nint g();\n// KNOWN: 'c': on mps\n"
        said = {1: [HEADER, "  'a': on cpu", "  'b': on cpu"], 6: [HEADER, "  'c': on mps"]}
        self.assertEqual(self.run_it(code, said), 0)
        self.assertEqual(self.run_it(code, {1: said[1], 6: said[1]}), 1)
        self.assertIn("t.cpp:7: not known", self.stderr)

    def test_unknown(self):
        self.assertEqual(self.unknown("'h'", ["'h': on an unknown device"]), 0)
        self.assertEqual(self.unknown("'h'", ["'h': on an unknown device (0-dim), made at line 2"]), 0)
        self.assertEqual(self.unknown("'h'", ["'x': on cpu"]), 0)
        self.assertEqual(self.unknown("'h'", ["'h': on cpu"]), 1)
        self.assertEqual(self.unknown("'h'", ["'h': on an unknown device", "'h': on cpu"]), 1)
        self.assertEqual(self.unknown("'h'", ["'h': on an unknown device, or on cpu"]), 1)

    def test_silent(self):
        code = "int f();\n// KNOWN: 'h': on cpu\n// SILENT: aten::add\n"
        self.assertEqual(self.run_it(code, [HEADER, "  'h': on cpu"]), 0)
        self.assertEqual(self.run_it(code, [HEADER, "  'h': on cpu", "  aten::add: 'h' meets 'x'"]), 1)

    def test_says_nothing(self):
        for claim in ("KNOWN: 'h': on cpu", "UNKNOWN: 'h'"):
            code = f"int f(int h);\n// {claim}\n"
            self.assertEqual(self.run_it(code, []), 1)
            self.assertEqual(self.run_it(code, ["nothing is known at this line: no tensor"]), 1)
            self.assertIn("says nothing", self.stderr)

    def test_failing_tool(self):
        for rc in (1, 2, 3):
            self.assertEqual(self.known("'h': on cpu", "'h': on cpu", rc=rc), 1)
            self.assertIn(f"ended with {rc}", self.stderr)

    def test_crash(self):
        self.assertEqual(self.known("'h': on cpu", "'h': on cpu", more="sys.stdout.flush(); os.abort()"), 1)
        self.assertIn("died of signal", self.stderr)

    def test_bad_tests(self):
        said = [HEADER, "  'h': on cpu"]
        for code in ("int f();\n", "// KNOWN: 'h': on cpu\nint f();\n", "int f();\n// KNOWN: 'h': on cpu, made at line 1\n", "int f();\n// KNOWN 'h'\n", "int f();\n// KNOWN:\n",
                     "int f(int h);\n// UNKNOWN: h\n", "int f();\n// UNKNOWN: 'h'\n", "int f();\n// SILENT: words\n", "int f();  // @f\n// KNOWN @f: words\n", "int f();\n// KNOWN @nowhere: 'h': on cpu\n"):
            self.assertEqual(self.run_it(code, said), 2, code)


if __name__ == "__main__":
    unittest.main()
