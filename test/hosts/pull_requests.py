#!/usr/bin/env python3
"""Runs the steps of tool/github/action.yml and the job of tool/gitlab/torch-tidy.yml
as their runners would, with the built torch-tidy, over a small repository.

usage: pull_requests.py --tool TORCH_TIDY --mock INCLUDE_FOLDER
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import yaml

TOP = Path(__file__).resolve().parents[2]
ACTION = TOP / "tool/github/action.yml"
GITLAB = TOP / "tool/gitlab/torch-tidy.yml"
ARGS = None
MODULE = """#include <torch/torch.h>
struct {0}Impl : torch::nn::Module {{
  {0}Impl() {{ cache = torch::zeros({{10}}); }}
  torch::Tensor forward(torch::Tensor x) {{ return x + cache; }}
  torch::Tensor cache;
}};
"""


def text_of(path):
    return path.read_text() if path.exists() else ""


class Repository:
    """A checkout with an old finding, and a pull request that adds another."""

    def __init__(self, folder):
        self.root = folder / "work"
        self.root.mkdir()
        self.write("old.cpp", MODULE.format("Old"))
        self.write("clean.cpp", "#include <torch/torch.h>\n")
        self.git("init", "-q", "-b", "main", ".")
        self.commit("one")
        self.origin = folder / "origin"
        subprocess.run(["git", "clone", "-q", "--bare", str(self.root), str(self.origin)], check=True)
        self.git("remote", "add", "origin", self.origin.as_uri())

    def git(self, *words):
        return subprocess.run(["git", "-c", "user.name=t", "-c", "user.email=t@t", *words], cwd=self.root,
                              check=True, capture_output=True, text=True).stdout.strip()

    def commit(self, message):
        self.git("add", "-A")
        self.git("commit", "-qm", message)

    def write(self, name, text):
        (self.root / name).write_text(text)

    def configure(self):
        """The compile database, as CMake would leave it."""
        flags = f"c++ -std=c++17 -isystem {ARGS.mock} -c"
        entries = [{"directory": str(self.root), "command": f"{flags} {f.name}", "file": f.name}
                   for f in sorted(self.root.glob("*.cpp"))]
        (self.root / "build").mkdir(exist_ok=True)
        (self.root / "build/compile_commands.json").write_text(json.dumps(entries))

    def request(self):
        self.write("new.cpp", MODULE.format("New"))
        self.commit("two")
        self.configure()


class Steps:
    """An action's composite steps; steps that use other actions are noted."""

    def __init__(self, repository, folder, inputs):
        self.action = yaml.safe_load(ACTION.read_text())
        given = {k: str(v.get("default", "")) for k, v in self.action["inputs"].items()}
        assert set(inputs) <= set(given), "no such input"
        given.update(inputs)
        self.values = {f"inputs.{k}": v for k, v in given.items()}
        self.values.update({"runner.temp": str(folder / "temp"), "runner.os": "Linux", "runner.arch": "X64",
                            "github.job": "devices", "github.sha": "0" * 40, "github.action_ref": "main"})
        self.repository, self.folder = repository, folder
        self.used, self.code, self.log = [], 0, ""

    def value(self, expression):
        expression = expression.strip()
        if expression.startswith("steps."):
            return self.values.get(expression, "")
        if expression not in self.values:
            raise AssertionError(f"the action asks for {expression}")
        return self.values[expression]

    def filled(self, text):
        return re.sub(r"\$\{\{(.*?)\}\}", lambda m: self.value(m[1]), str(text))

    def holds(self, condition):
        names = re.sub(r"[a-z]+(\.[\w-]+)+", lambda m: repr(self.value(m[0])), condition)
        return eval(names.replace("&&", " and ").replace("||", " or "), {})  # pylint: disable=eval-used

    def run(self, environment):
        for step in self.action["runs"]["steps"]:
            if "if" in step and not self.holds(step["if"]):
                continue
            if "uses" in step:
                self.used.append((step["uses"], {k: self.filled(v) for k, v in step["with"].items()}))
                continue
            assert step["shell"] == "bash"
            # The runner fills only what is in env: a script with an expression
            # in it would be open to whoever names a branch.
            assert "${{" not in step["run"], step["run"]
            self.one(step, environment)
            if self.code:
                return self
        return self

    def one(self, step, environment):
        output = self.folder / "output"
        output.write_text("")
        script = self.folder / "script.sh"
        script.write_text(self.filled(step["run"]))
        env = dict(os.environ, GITHUB_ACTION_PATH=str(ACTION.parent), GITHUB_OUTPUT=str(output),
                   GITHUB_STEP_SUMMARY=str(self.folder / "summary.md"), HOME=str(self.folder))
        env.update({k: self.filled(v) for k, v in step.get("env", {}).items()})
        env.update(environment)
        done = subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)], env=env,
                              cwd=self.repository.root, capture_output=True, text=True)
        self.log += done.stdout + done.stderr
        self.code = done.returncode
        for line in output.read_text().splitlines():
            name, _, value = line.partition("=")
            self.values[f"steps.{step.get('id')}.outputs.{name}"] = value


class PullRequests(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.repository = Repository(self.folder)

    def action(self, environment=None, **inputs):
        given = {"torch-tidy": ARGS.tool, **{k.replace("_", "-"): v for k, v in inputs.items()}}
        (self.folder / "summary.md").unlink(missing_ok=True)
        return Steps(self.repository, self.folder, given).run(environment or {})

    def sarif(self):
        run, = json.loads((self.repository.root / "torch-tidy.sarif").read_text())["runs"]
        return [r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for r in run["results"]]

    def annotated(self, log):
        return re.findall(r"^::(?:error|warning) file=([\w.]+),", log, re.M)

    def test_pull_request(self):
        """Annotates and fails for what is new; the SARIF file has everything."""
        self.repository.request()
        done = self.action({"GITHUB_BASE_REF": "main"})
        self.assertEqual(done.code, 1, done.log)
        self.assertEqual(self.annotated(done.log), ["new.cpp"])
        self.assertEqual(self.sarif(), ["new.cpp", "old.cpp"])
        upload = dict(done.used)["github/codeql-action/upload-sarif@v3"]
        self.assertEqual(upload["sarif_file"], "torch-tidy.sarif")
        summary = (self.folder / "summary.md").read_text()
        self.assertIn("new.cpp:3:", summary)
        self.assertNotIn("old.cpp:3:", summary)

    def test_push(self):
        """On a branch everything counts, and an old finding fails, too."""
        self.repository.configure()
        done = self.action()
        self.assertEqual(done.code, 1, done.log)
        self.assertEqual(self.annotated(done.log), ["old.cpp"])

    def test_nothing_new(self):
        self.repository.write("clean.cpp", "#include <torch/torch.h>\n// changed\n")
        self.repository.configure()
        done = self.action({"GITHUB_BASE_REF": "main"})
        self.assertEqual(done.code, 0, done.log)
        self.assertEqual(self.annotated(done.log), [])
        self.assertEqual(self.sarif(), ["old.cpp"])

    def test_inputs(self):
        self.repository.request()
        done = self.action({"GITHUB_BASE_REF": "main"}, only_changes="false", fail_on="never", annotate="false",
                           upload="false", options="--level=certain\n\n--exclude=new.cpp\n")
        self.assertEqual(done.code, 0, done.log)
        self.assertEqual(self.annotated(done.log), [])
        self.assertIn("old.cpp:3:", done.log)
        self.assertEqual(self.sarif(), ["old.cpp"])
        self.assertNotIn("github/codeql-action/upload-sarif@v3", dict(done.used))
        done = self.action(paths="new.cpp\n")
        self.assertEqual(self.sarif(), ["new.cpp"])

    def test_cache(self):
        """What is restored as others may write to it is used all the same, and
        a second run reads no source again."""
        self.repository.configure()
        cache = self.folder / "temp/torch-tidy-cache"
        self.action()
        entries = [p for p in cache.rglob("*") if p.is_file()]
        self.assertTrue(entries)
        cache.chmod(0o777)
        done = self.action()
        self.assertNotIn("no cache", done.log)
        self.assertEqual(dict(done.used)["actions/cache@v4"]["path"], str(cache))

    def test_failures(self):
        """What could not be read fails, and is uploaded as such or not at all."""
        done = self.action()  # no compile database
        self.assertEqual(done.code, 2, done.log)
        self.assertIn("::error title=torch-tidy::nothing could be analyzed", done.log)
        self.assertNotIn("github/codeql-action/upload-sarif@v3", dict(done.used))
        self.repository.write("clean.cpp", "#include <torch/torch.h>\nint broken(\n")
        self.repository.configure()
        done = self.action()
        self.assertEqual(done.code, 2, done.log)
        self.assertIn("something could not be analyzed", done.log)
        self.assertIn("github/codeql-action/upload-sarif@v3", dict(done.used))
        done = self.action(options="--no-such-option")
        self.assertEqual(done.code, 2, done.log)

    def test_workflow(self):
        """The example asks for inputs that there are, and the same action."""
        workflow = yaml.safe_load((TOP / "tool/github/workflow.yml").read_text())
        job, = workflow["jobs"].values()
        step, = [s for s in job["steps"] if "torch-tidy" in s.get("uses", "")]
        self.assertIn("/tool/github@", step["uses"])
        self.assertLessEqual(set(step["with"]), set(yaml.safe_load(ACTION.read_text())["inputs"]))
        self.assertEqual(workflow["permissions"]["security-events"], "write")

    def job(self, **environment):
        job = yaml.safe_load(GITLAB.read_text())["torch-tidy"]
        env = dict(os.environ, CI_PROJECT_DIR=str(self.repository.root), CI_PROJECT_ID="1", HOME=str(self.folder))
        for name, value in job["variables"].items():
            env[name] = str(value).replace("$CI_PROJECT_DIR", env["CI_PROJECT_DIR"])
        env["TORCH_TIDY"] = ARGS.tool
        env.update(environment)
        script = "set -eo pipefail\n" + "\n".join(job["script"])
        done = subprocess.run(["bash", "-c", script], env=env, cwd=self.repository.root, capture_output=True, text=True)
        report = self.repository.root / job["artifacts"]["reports"]["codequality"]
        for path in job["artifacts"]["paths"]:
            self.assertTrue((self.repository.root / path).exists(), done.stderr)
        return done, json.loads(report.read_text())

    def test_gitlab(self):
        self.repository.request()
        done, report = self.job(CI_MERGE_REQUEST_DIFF_BASE_SHA=self.repository.git("rev-parse", "HEAD~1"))
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("new.cpp:3:", done.stdout)
        self.assertNotIn("old.cpp:3:", done.stdout)
        # What GitLab's documentation asks of a report.
        self.assertEqual([e["location"]["path"] for e in report], ["new.cpp", "old.cpp"])
        self.assertEqual(len({e["fingerprint"] for e in report}), len(report))
        for entry in report:
            self.assertIn(entry["severity"], ("info", "minor", "major", "critical", "blocker"))
            self.assertIsInstance(entry["location"]["lines"]["begin"], int)
            self.assertEqual(entry["check_name"], "torch-unregistered-state")
            self.assertIn("is never registered", entry["description"])
        done, _ = self.job()
        self.assertIn("old.cpp:3:", done.stdout)
        self.assertEqual(done.returncode, 1)
        done, _ = self.job(TORCH_TIDY_FAIL_ON="never", TORCH_TIDY_OPTIONS="--level=likely --quiet")
        self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--mock", required=True)
    ARGS, rest = parser.parse_known_args()
    os.environ.pop("GITHUB_BASE_REF", None)
    unittest.main(argv=[sys.argv[0], *rest])
