#!/usr/bin/env python3
"""tool/lib/expected is what keeps tool/demo honest: it must see every lapse."""
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOOL = Path(__file__).resolve().parents[2] / "tool/lib/expected"
RULE = "torch-unregistered-state"


class Expected(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        (self.root / "a.cpp").write_text("int x;\nx = lost;\ny = lost2;\n")

    def verdict(self, findings, expected=f"{RULE} a.cpp confirmed | x = lost;\n"):
        (self.root / "EXPECTED").write_text("# comment\n" + expected)
        (self.root / "f.jsonl").write_text("".join(json.dumps(f) + "\n" for f in findings))
        return subprocess.run([sys.executable, TOOL, self.root / "EXPECTED", self.root, self.root / "f.jsonl"],
                              capture_output=True).returncode

    def finding(self, rule=RULE, line=2, level="certain", status="confirmed"):
        return {"rule": rule, "file": str(self.root / "a.cpp"), "line": line, "level": level,
                "confirmation": {"status": status}}

    def test_as_planted(self):
        self.assertEqual(self.verdict([self.finding()]), 0)

    def test_advice_is_not_counted(self):
        self.assertEqual(self.verdict([self.finding(), self.finding(line=3, level="advice")]), 0)

    def test_not_found(self):
        self.assertEqual(self.verdict([]), 1)
        self.assertEqual(self.verdict([self.finding(level="advice")]), 1)

    def test_found_elsewhere(self):
        self.assertEqual(self.verdict([self.finding(line=3)]), 1)

    def test_by_another_rule(self):
        self.assertEqual(self.verdict([self.finding(rule="torch-discarded-move")]), 1)

    def test_one_too_many(self):
        self.assertEqual(self.verdict([self.finding(), self.finding(line=3)]), 1)

    def test_not_confirmed(self):
        for status in ("none", "not reached", "contradicted"):
            self.assertEqual(self.verdict([self.finding(status=status)]), 1, status)

    def test_contradicted_where_a_run_shows_nothing(self):
        row = f"{RULE} a.cpp none | x = lost;\n"
        self.assertEqual(self.verdict([self.finding(status="not reached")], row), 0)
        self.assertEqual(self.verdict([self.finding(status="contradicted")], row), 1)

    def test_unclear_expectations(self):
        self.assertEqual(self.verdict([], ""), 2)
        self.assertEqual(self.verdict([], f"{RULE} a.cpp confirmed | lost\n"), 2)
        self.assertEqual(self.verdict([], f"{RULE} a.cpp confirmed | gone\n"), 2)


if __name__ == "__main__":
    unittest.main()
