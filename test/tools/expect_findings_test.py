#!/usr/bin/env python3
"""The harness must fail when it should: on a missing and on an unexpected
finding, on a test without expectations, on a tool that crashes, ends with 2,
prints rubbish or prints nothing, and on a fix that doesn't hold."""
import json, os, subprocess, sys, tempfile, textwrap, unittest
from pathlib import Path

HERE = os.path.dirname(os.path.abspath(__file__))

CODE = """\
int f();
// CHECK: certain torch-x: 'a' ... 'b'
int g(); // @used
"""


def finding(line=1, rule="torch-x", level="certain", message="tensor 'a' of 'b' is odd", notes=(), fixes=(), **more):
    return dict(rule=rule, level=level, message=message, line=line, column=1, file="@FILE@",
                notes=list(notes), fixes=list(fixes), partial=False, **more)


class Harness(unittest.TestCase):
    def run_it(self, code, findings, rc=0, body=None, args=()):
        """Exit status of expect-findings with a tool that prints these findings."""
        with tempfile.TemporaryDirectory() as tmp:
            test = os.path.join(tmp, "t.cpp")
            Path(test).write_text(code)
            tool = os.path.join(tmp, "tool")
            out = "\n".join(json.dumps(f) for f in findings)
            Path(tool).write_text(textwrap.dedent(body or f"""\
                #!/usr/bin/env python3
                import sys
                file = [a for a in sys.argv[1:] if a.endswith('.cpp')][0]
                print({out!r}.replace('@FILE@', file))
                sys.exit({rc})
                """))
            os.chmod(tool, 0o755)
            p = subprocess.run([sys.executable, os.path.join(HERE, "expect-findings"), "--tool", tool, *args, test, "--"],
                               capture_output=True, text=True)
            self.stderr = p.stderr
            return p.returncode

    def test_as_expected(self):
        self.assertEqual(self.run_it(CODE, [finding()]), 0)

    def test_missing(self):
        self.assertEqual(self.run_it(CODE, []), 1)
        self.assertIn("not found on line 1", self.stderr)

    def test_unexpected(self):
        self.assertEqual(self.run_it(CODE, [finding(), finding(line=3)]), 1)
        self.assertIn("t.cpp:3:1: not expected", self.stderr)

    def test_twice_where_once(self):
        self.assertEqual(self.run_it(CODE, [finding(), finding()]), 1)

    def test_unexpected_advice_counts(self):
        self.assertEqual(self.run_it(CODE, [finding(), finding(line=3, level="advice")]), 1)

    def test_wrong_level_rule_line_message(self):
        for odd in (finding(level="likely"), finding(rule="torch-y"), finding(line=3), finding(message="'b' of 'a'")):
            self.assertEqual(self.run_it(CODE, [odd]), 1)

    def test_alternatives(self):
        code = CODE.replace("certain torch-x", "certain|likely torch-x|torch-y")
        self.assertEqual(self.run_it(code, [finding(level="likely", rule="torch-y")]), 0)
        self.assertEqual(self.run_it(code, [finding(level="advice")]), 1)

    def test_another_line_would_do(self):
        code = CODE.replace("CHECK:", "CHECK @used:")
        for line, rc in ((1, 0), (3, 0), (2, 1)):
            self.assertEqual(self.run_it(code, [finding(line=line)]), rc)
        self.assertEqual(self.run_it(code.replace("@used:", "@gone:"), [finding()]), 2)

    def test_maybe_is_not_owed(self):
        code = CODE + "// MAYBE: likely torch-x: 'a'\n"
        self.assertEqual(self.run_it(code, [finding()]), 0)
        self.assertEqual(self.run_it(code, [finding(), finding(line=3, level="likely")]), 0)
        self.assertEqual(self.run_it(code, [finding(), finding(line=3)]), 1)

    def test_empty_test(self):
        for code in ("", "int f();\n", "// QUIET: nothing here\nint f();\n"):
            self.assertEqual(self.run_it(code, []), 2)
            self.assertIn("no CHECK", self.stderr)

    def test_unreadable_marks(self):
        for odd in ("// CHECK: sure torch-x: a", "// CHECK: certain", "// NOTE: a\n" + CODE, CODE + "// QUIET:\n"):
            self.assertEqual(self.run_it("int f();\n" + odd + "\n// CHECK: certain torch-x: a\n", [finding()]), 2)

    def test_tool_fails(self):
        for rc in (1, 2, 124):
            self.assertEqual(self.run_it(CODE, [finding()], rc=rc), 1)
            self.assertIn(f"ended with {rc}", self.stderr)

    def test_tool_crashes(self):
        self.assertEqual(self.run_it(CODE, [], body="#!/bin/sh\nkill -SEGV $$\n"), 1)
        self.assertIn("signal 11", self.stderr)

    def test_tool_exits_2_without_output(self):
        self.assertEqual(self.run_it(CODE, [], body="#!/bin/sh\nexit 2\n"), 1)

    def test_tool_is_silent(self):
        self.assertEqual(self.run_it(CODE, [], body="#!/bin/sh\nexit 0\n"), 1)

    def test_tool_prints_rubbish(self):
        self.assertEqual(self.run_it(CODE, [], body="#!/bin/sh\necho hello\n"), 1)

    def test_partial(self):
        self.assertEqual(self.run_it(CODE, [dict(finding(), partial=True)]), 1)

    def test_notes(self):
        code = CODE.replace("int g()", "// NOTE: used here\nint g()")
        self.assertEqual(self.run_it(code, [finding(notes=[dict(message="used here", line=4)])]), 0)
        self.assertEqual(self.run_it(code, [finding()]), 1)
        code = code.replace("NOTE:", "NOTE @used:")
        self.assertEqual(self.run_it(code, [finding(notes=[dict(message="used here", line=4)])]), 0)
        self.assertEqual(self.run_it(code, [finding(notes=[dict(message="used here", line=1)])]), 1)
        self.assertEqual(self.run_it(code.replace("@used:", "@other:"), [finding(notes=[])]), 2)

    def test_fixes(self):
        fix = dict(message="m", edits=[dict(file="@FILE@", offset=0, endOffset=3, text="long")])
        code = CODE.replace("int g()", "// FIX: long f();\nint g()")
        self.assertEqual(self.run_it(code, [finding(fixes=[fix])]), 0)
        self.assertEqual(self.run_it(code, [finding()]), 1)
        self.assertEqual(self.run_it(code.replace("long f", "short f"), [finding(fixes=[fix])]), 1)
        code = CODE.replace("int g()", "// NOFIX\nint g()")
        self.assertEqual(self.run_it(code, [finding()]), 0)
        self.assertEqual(self.run_it(code, [finding(fixes=[fix])]), 1)

    # A tool that fixes 'int f' in its own way; found as long as it stands.
    FIXER = """\
        #!/usr/bin/env python3
        import json, sys
        file = [a for a in sys.argv[1:] if a.endswith('.cpp')][0]
        text = open(file).read()
        if '--fix' in sys.argv:
            open(file, 'w').write({fixed})
        elif {there}:
            print(json.dumps(dict(rule='torch-x', level='certain', message="'a' 'b'", line=1, column=1, file=file, notes=[],
                                  fixes=[dict(message='m', edits=[])], partial=False)))
        """

    def fixing(self, fixed, there="'int f' in text"):
        return self.run_it(CODE, [], body=textwrap.dedent(self.FIXER).format(fixed=fixed, there=there), args=["--fix"])

    def test_fix_mode(self):
        self.assertEqual(self.fixing("text.replace('int f', 'long f')"), 0)

    def test_fix_that_does_nothing(self):
        self.assertEqual(self.fixing("text"), 1)

    def test_fix_that_does_not_compile(self):
        self.assertEqual(self.fixing("text.replace('int f', 'integer f')"), 1)
        self.assertIn("does not compile", self.stderr)

    def test_fix_that_leaves_the_finding(self):
        self.assertEqual(self.fixing("text.replace('int f', 'long f')", there="True"), 1)
        self.assertIn("still there", self.stderr)

    def test_fix_that_is_not_idempotent(self):
        self.assertEqual(self.fixing("text.replace('int f', 'long f') + '\\n'"), 1)
        self.assertIn("second --fix", self.stderr)


if __name__ == "__main__":
    unittest.main()
