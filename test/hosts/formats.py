#!/usr/bin/env python3
"""The same findings in every format: place, rule and words of each, compared.

usage: formats.py TEXT JSONL SARIF GITHUB GITLAB HTML

All are of one run over files below the folder it is started in. The SARIF file is
held to the standard and to GitHub's rules as well (sarif.py).
"""
import html
import json
import os
import re
import sys
from pathlib import Path
from urllib.parse import unquote

import sarif


def absolute(path):
    return os.path.normpath(os.path.join(os.getcwd(), path))


def of_text(text):
    row = re.compile(r"^(\S+?):(\d+):(\d+): (?:warning|remark): (.*) \[(torch-[a-z-]+)\]$", re.M)
    return {(absolute(f), int(l), int(c), rule, words) for f, l, c, words, rule in row.findall(text)}


def of_jsonl(text):
    return {(f["file"], f["line"], f["column"], f["rule"], f["message"]) for f in map(json.loads, text.splitlines())}


def of_sarif(text):
    run, = json.loads(text)["runs"]
    root = unquote(run["originalUriBaseIds"]["%SRCROOT%"]["uri"]).removeprefix("file://")
    for result in run["results"]:
        place = result["locations"][0]["physicalLocation"]
        artifact, region = place["artifactLocation"], place["region"]
        path = unquote(artifact["uri"]).removeprefix("file://")
        words = result["message"]["text"].split("\n")[0]
        yield os.path.join(root, path), region["startLine"], region["startColumn"], result["ruleId"], words


def of_github(text):
    def plain(word):
        return re.sub("%([0-9A-F]{2})", lambda m: chr(int(m[1], 16)), word)
    row = re.compile(r"^::\w+ file=([^,]*),line=(\d+),(?:endLine=\d+,)?(?:col=(\d+),endColumn=\d+,)?title=([^:]*)::(.*)$", re.M)
    for file, line, column, rule, words in row.findall(text):
        yield absolute(plain(file)), int(line), int(column or 0), rule, plain(words).split("\n")[0]


def of_gitlab(text):
    for entry in json.loads(text):
        place = entry["location"]
        yield absolute(place["path"]), place["lines"]["begin"], entry["check_name"], entry["description"]


def main(names):
    text, jsonl, sarif_text, github, gitlab, page = (Path(n).read_text() for n in names)
    wanted = of_jsonl(jsonl)
    faults = [] if len(wanted) > 20 else [f"only {len(wanted)} findings"]

    def same(name, got, less=lambda f: f):
        got, all_of = set(got), {less(f) for f in wanted}
        faults.extend(f"{name} lacks {f}" for f in sorted(all_of - got)[:5])
        faults.extend(f"{name} alone has {f}" for f in sorted(got - all_of)[:5])

    # A promise of the levels: what is likely says that it may not be so.
    for f in map(json.loads, jsonl.splitlines()):
        hedged = re.search(r"\bmay\b|^as far as", f["message"])
        if (f["level"] == "likely" and not hedged) or (f["level"] == "certain" and hedged):
            faults.append(f"{f['file']}:{f['line']}: {f['level']}, in the words of another level: {f['message']}")
    same("text", of_text(text))
    same("sarif", of_sarif(sarif_text))
    # A range over several lines has no columns there.
    columns = {(f[0], f[1], f[3], f[4]) for f in of_github(github)}
    same("github", columns, lambda f: (f[0], f[1], f[3], f[4]))
    same("gitlab", of_gitlab(gitlab), lambda f: (f[0], f[1], f[3], f[4]))
    # The page sets names in another type in place of quotes.
    words = html.unescape(re.sub(r"<[^>]*>", "", page)).replace("'", "")
    faults.extend(f"html lacks {f}" for f in sorted(wanted) if f[4].replace("'", "") not in words)
    faults.extend(f"sarif: {f}" for f in sarif.faults(json.loads(sarif_text))[:10])
    print(*faults, f"{len(wanted)} findings in each of {len(names)} formats", sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
