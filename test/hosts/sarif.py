#!/usr/bin/env python3
"""Every SARIF file that torch-tidy writes is SARIF 2.1.0, and what GitHub takes.
Over all cases formats.py asks this file.

The schema below has the parts of the standard that torch-tidy uses, and allows no
other: a property that is new in the output has to be looked up in the standard
and added here. rules() has what no schema can say, and GitHub's own.

usage: sarif.py --tool TORCH_TIDY --mock INCLUDE_FOLDER
"""
import argparse
import copy
import gzip
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from urllib.parse import unquote

import jsonschema

TOP = Path(__file__).resolve().parents[2]
ARGS = None


def thing(required=(), **properties):
    return {"type": "object", "required": list(required), "properties": properties, "additionalProperties": False}


def many(items, least=0):
    return {"type": "array", "items": items, "minItems": least}


def one_of(*words):
    return {"enum": list(words)}


STRING = {"type": "string", "minLength": 1}
NATURAL = {"type": "integer", "minimum": 1}
INDEX = {"type": "integer", "minimum": 0}
BAG = {"type": "object"}
LEVEL = one_of("none", "note", "warning", "error")
MESSAGE = thing(["text"], text=STRING)  # 3.11
TEXTS = thing(["text"], text=STRING, markdown=STRING)  # 3.12
ARTIFACT = thing(["uri"], uri=STRING, uriBaseId=STRING)  # 3.4
REGION = thing(["startLine"], startLine=NATURAL, startColumn=NATURAL, endLine=NATURAL, endColumn=NATURAL)  # 3.30
LOCATION = thing(["physicalLocation"], id=INDEX, message=MESSAGE,  # 3.28, 3.29
                 physicalLocation=thing(["artifactLocation"], artifactLocation=ARTIFACT, region=REGION))
RULE = thing(["id"], id=STRING, name=STRING, shortDescription=TEXTS, fullDescription=TEXTS, help=TEXTS,  # 3.49
             helpUri=STRING, defaultConfiguration=thing(level=LEVEL), properties=BAG)
FIX = thing(["artifactChanges"], description=MESSAGE, artifactChanges=many(  # 3.55 to 3.57
    thing(["artifactLocation", "replacements"], artifactLocation=ARTIFACT, replacements=many(
        thing(["deletedRegion"], deletedRegion=REGION, insertedContent=thing(text={"type": "string"})), 1)), 1))
STACK = thing(["frames"], message=MESSAGE, frames=many(thing(location={"type": "object"})))  # 3.44, 3.45
SUPPRESSION = thing(["kind"], kind=one_of("inSource", "external"), justification=STRING, location=LOCATION,  # 3.35
                    status=one_of("accepted", "underReview", "rejected"))
RESULT = thing(["message"], ruleId=STRING, ruleIndex=INDEX, level=LEVEL, message=MESSAGE,  # 3.27
               locations=many(LOCATION), relatedLocations=many(LOCATION), fixes=many(FIX), stacks=many(STACK),
               partialFingerprints={"type": "object", "additionalProperties": STRING},
               suppressions=many(SUPPRESSION), properties=BAG)
INVOCATION = thing(["executionSuccessful"], executionSuccessful={"type": "boolean"}, exitCode={"type": "integer"},  # 3.20
                   toolExecutionNotifications=many(thing(["message"], level=LEVEL, message=MESSAGE,
                                                         locations=many(LOCATION))))
DRIVER = thing(["name"], name=STRING, semanticVersion={"type": "string", "pattern": r"^\d+\.\d+\.\d+([-+].*)?$"},  # 3.19
               informationUri=STRING, rules=many(RULE))
RUN = thing(["tool"], tool=thing(["driver"], driver=DRIVER), invocations=many(INVOCATION), results=many(RESULT),  # 3.14
            originalUriBaseIds={"type": "object", "additionalProperties": ARTIFACT},
            columnKind=one_of("utf16CodeUnits", "unicodeCodePoints"))
LOG = thing(["version", "runs"], **{"$schema": STRING}, version=one_of("2.1.0"), runs=many(RUN))  # 3.13


def walk(value, name):
    """Each value of that name, however deep."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == name:
                yield inner
            yield from walk(inner, name)
    elif isinstance(value, list):
        for inner in value:
            yield from walk(inner, name)


def rules_of_regions(run):
    for region in [*walk(run, "region"), *walk(run, "deletedRegion")]:
        if len(region) != 4:
            yield f"GitHub wants four numbers of a region: {region}"
            continue
        begin, end = (region["startLine"], region["startColumn"]), (region["endLine"], region["endColumn"])
        if end < begin:
            yield f"ends before it begins: {region}"


def rules_of_places(run):
    bases = run.get("originalUriBaseIds", {})
    for base in bases.values():
        if not re.match(r"[a-z]+:.*/$", base["uri"]):
            yield f"3.14.14: a base is absolute and ends with '/': {base}"
    for place in walk(run, "artifactLocation"):
        uri = place["uri"]
        if not re.fullmatch(r"([A-Za-z0-9\-._~!$&'()*+,;=:@/]|%[0-9A-F]{2})+", uri):
            yield f"no URI (RFC 3986): {uri}"
        if place.get("uriBaseId", "%SRCROOT%") not in bases:
            yield f"no such base: {place}"
        if "uriBaseId" in place and (uri.startswith("/") or ":" in uri.split("/")[0] or ".." in uri.split("/")):
            yield f"3.4.4: relative, below its base: {uri}"


def rules_of_result(result, rules):
    if not 0 <= result.get("ruleIndex", -1) < len(rules) or rules[result["ruleIndex"]]["id"] != result["ruleId"]:
        yield f"3.27.6: ruleIndex isn't that of {result['ruleId']}"
    if not 1 <= len(result.get("locations", [])) <= 1000:
        yield "GitHub shows no result without a place"
    ids = [p["id"] for p in result.get("relatedLocations", [])]
    if len(set(ids)) != len(ids):
        yield f"3.28.2: one id twice: {ids}"
    text = re.sub(r"\\.", "", result["message"]["text"])
    for link in re.findall(r"\[[^\]]*\]\(([^)]*)\)", text):
        if not link.isdigit() or int(link) not in ids:
            yield f"3.11.6: a link to nowhere: {link}"
    if not re.fullmatch(r"[0-9a-f]+:\d+", result.get("partialFingerprints", {}).get("primaryLocationLineHash", "")):
        yield "GitHub wants a primaryLocationLineHash"


def rules_of_rules(rules):
    names = [r["id"] for r in rules]
    if len(set(names)) != len(names):
        yield "3.19.23: one rule twice"
    for rule in rules:
        for name in ("shortDescription", "fullDescription"):
            if not 0 < len(rule.get(name, {}).get("text", "")) <= 1024:
                yield f"GitHub wants 1 to 1024 characters of {name}: {rule['id']}"
        if not rule.get("help", {}).get("text"):
            yield f"GitHub wants help.text: {rule['id']}"
        if len(rule.get("name", "")) > 255 or len(rule["properties"]["tags"]) > 10:
            yield f"GitHub takes names of 255 characters, and 10 tags: {rule['id']}"
        if rule["properties"]["precision"] not in ("very-high", "high", "medium", "low"):
            yield f"GitHub knows no such precision: {rule['id']}"


def rules(log):
    """What is wrong with it that a schema doesn't see."""
    if len(log["runs"]) != 1:
        yield "GitHub takes one run of a tool and category"
    if len(gzip.compress(json.dumps(log).encode())) > 10_000_000:
        yield "GitHub takes 10 MB, packed"
    for run in log["runs"]:
        known = run["tool"]["driver"]["rules"]
        yield from rules_of_rules(known)
        yield from rules_of_regions(run)
        yield from rules_of_places(run)
        if len(run["results"]) > 25_000:
            yield "GitHub takes 25,000 results"
        for result in run["results"]:
            for fault in rules_of_result(result, known):
                yield f"{result['ruleId']}: {fault}"


def faults(log):
    schema = [f"{'/'.join(map(str, e.path))}: {e.message[:300]}"
              for e in jsonschema.Draft7Validator(LOG).iter_errors(log)]
    return schema or list(rules(log))


class Sarif(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.temporary.name)
        (cls.folder / "all.h").write_text("#include <torch/torch.h>\n#include <torch/script.h>\n")

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def tidy(self, *words, cwd=None):
        out = self.folder / "out.sarif"
        out.unlink(missing_ok=True)
        done = subprocess.run([ARGS.tool, "--format=sarif", "-o", str(out), *words], cwd=cwd or self.folder,
                              capture_output=True, text=True, env=dict(os.environ, TORCH_TIDY_CACHE="none"))
        self.assertTrue(out.exists(), done.stderr)
        return json.loads(out.read_text())

    def right(self, log):
        self.assertEqual(faults(log), [])
        return log["runs"][0]["results"]

    def flags(self):
        return ["--", "-std=c++17", "-isystem", ARGS.mock]

    def odd(self):
        """A project whose names and lines are not plain."""
        folder = self.folder / "odd häuser #1"
        folder.mkdir(exist_ok=True)
        (folder / "net [a](1) %41.cpp").write_text(
            "#include <torch/torch.h>\nstruct Net : torch::nn::Module {\n"
            "  Net() { /* 😀 */ cache = torch::zeros({10}); }\n"
            "  torch::Tensor forward(torch::Tensor x) { return x + cache; }\n  torch::Tensor cache;\n};\n")
        return folder

    def test_odd_names(self):
        folder = self.odd()
        log = self.tidy("--root", str(folder), "net [a](1) %41.cpp", *self.flags(), cwd=folder)
        result, = self.right(log)
        place = result["locations"][0]["physicalLocation"]
        self.assertEqual(unquote(place["artifactLocation"]["uri"]), "net [a](1) %41.cpp")
        # The emoji counts two: columns are UTF-16 units.
        line = "  Net() { /* 😀 */ cache = torch::zeros({10}); }"
        units = len(line[:line.index("torch::")].encode("utf-16-le")) // 2
        self.assertEqual(place["region"]["startColumn"], units + 1)

    def test_what_could_not_be_read(self):
        (self.folder / "broken.cpp").write_text("#include <torch/torch.h>\nint broken(\n")
        log = self.tidy("broken.cpp", *self.flags())
        self.right(log)
        invocation, = log["runs"][0]["invocations"]
        self.assertFalse(invocation["executionSuccessful"])
        self.assertTrue(invocation["toolExecutionNotifications"])

    def test_confirmed(self):
        """With a run's verdicts, stacks and findings of its own."""
        folder = self.odd()
        source = folder / "net [a](1) %41.cpp"
        jsonl = subprocess.run([ARGS.tool, "--format=jsonl", "--no-cache", str(source), *self.flags()], check=False,
                               capture_output=True, text=True).stdout
        (self.folder / "findings.jsonl").write_text(jsonl)
        finding = json.loads(jsonl.splitlines()[0])
        run = {"rule": "run-device-mix", "level": "certain", "message": "aten::add: 'other' is on cpu",
               "file": str(source), "line": 4, "column": 0, "endLine": 0, "endColumn": 0, "op": "aten::add",
               "argument": "other", "devices": ["cpu", "cuda:0"], "origins": finding["origins"],
               "stack": [{"function": "Net::forward", "file": str(source), "line": 4}]}
        other = dict(run, origins=[], line=5, message="aten::mul: 'self' is on cpu")
        (self.folder / "run.jsonl").write_text("".join(json.dumps(r) + "\n" for r in (run, other)))
        results = self.right(self.confirm())
        self.assertEqual(len(results), 2)
        self.assertTrue(all(r.get("stacks") for r in results))

    def confirm(self):
        out = self.folder / "confirmed.sarif"
        subprocess.run([ARGS.tool, "confirm", "findings.jsonl", "run.jsonl", "--format=sarif", "-o", str(out)],
                       cwd=self.folder, check=True, capture_output=True)
        return json.loads(out.read_text())

    def test_this_test(self):
        """Each of these faults is seen: a check that can't fail checks nothing."""
        folder = self.odd()
        good = self.tidy("net [a](1) %41.cpp", *self.flags(), cwd=folder)
        self.right(good)
        run = "run['results'][0]"
        for fault in [
                "run['tool']['driver']['rules'][0].pop('help')",
                "run['tool']['driver']['rules'][3]['fullDescription'].update(text='x' * 1025)",
                "run['tool']['driver'].update(colour='red')",
                "run.update(columnKind='bytes')",
                f"{run}.update(ruleIndex=1 + {run}['ruleIndex'])",
                f"{run}['locations'][0]['physicalLocation']['region'].pop('endColumn')",
                f"{run}['locations'][0]['physicalLocation']['region'].update(endLine=1)",
                f"{run}['locations'][0]['physicalLocation']['artifactLocation'].update(uri='/a b.cpp')",
                f"{run}['locations'][0]['physicalLocation']['artifactLocation'].update(uriBaseId='%HOME%')",
                f"{run}['locations'].clear()",
                f"{run}['relatedLocations'].pop()",
                f"{run}['partialFingerprints'].pop('primaryLocationLineHash')",
                f"{run}['fixes'][0].update(artifactChanges=[])",
                f"{run}.update(level='fatal')",
                "run['invocations'][0].pop('executionSuccessful')"]:
            log = copy.deepcopy(good)
            exec(fault, {"run": log["runs"][0]})  # pylint: disable=exec-used
            with self.subTest(fault=fault):
                self.assertTrue(faults(log))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--mock", required=True)
    ARGS, rest = parser.parse_known_args()
    unittest.main(argv=[sys.argv[0], *rest])
