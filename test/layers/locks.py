#!/usr/bin/env python3
"""Holds the layers: each lock reads the sources and prints what breaks it.

usage: locks.py LOCK [ROOT]       LOCK: includes, names, rules, sizes
       locks.py linkage FILE FORBIDDEN...
       locks.py write-readme [ROOT]

Exit code 0: held. 1: broken, one line for each breach. 2: could not look.
"""
import os
import re
import subprocess
import sys
from pathlib import Path

SOURCES = {".cpp", ".h", ".def", ".inc"}

# Folder: our own folders it may include, packages it may include besides std.
# The longest matching folder counts. docs/architecture.md explains the table.
LOWER = ["api", "findings", "facts", "flow"]
LAYERS = {
    "lib/api": (["api"], []),
    "lib/findings": (["api", "findings"], ["nlohmann"]),
    "lib/facts": (["api", "findings", "facts"], ["nlohmann"]),
    "lib/flow": (LOWER, []),
    "checks": (LOWER + ["checks"], []),
    "lib/config": (LOWER + ["checks", "config"], ["yaml"]),
    "lib/project": (LOWER + ["project"], ["nlohmann", "xxhash", "system"]),
    "lib/cache": (["api", "findings", "facts", "project", "cache"], ["nlohmann", "xxhash", "system"]),
    "lib/front": (["api", "findings", "facts", "project", "cache", "front"], ["system"]),
    "lib/lsp": (["api", "findings", "facts", "project", "cache", "front", "lsp"], ["nlohmann", "system"]),
    # LLVM's transport; the rest of the server knows nothing of it.
    "lib/lsp/module": (["lsp"], ["clang", "system"]),
    "lib/extract": (LOWER + ["extract"], ["clang"]),
    "lib/host": (LOWER + ["checks", "project", "cache", "extract", "host"], ["clang", "nlohmann", "system"]),
    "lib/runtime": (["api", "findings", "runtime"],
                    ["torch", "rehearsal", "nlohmann", "system", "debuginfo", "gtest", "onnx"]),
    # Loads Clang when it must, and says nothing of it.
    "tool/torch-tidy": (LOWER + ["checks", "config", "project", "cache", "front", "lsp"],
                        ["nlohmann", "system", "cli"]),
    "tool/conformance": (["api"], ["nlohmann", "system", "zlib", "cli"]),
    "tool/conformance-run": (["api", "findings", "runtime"],
                             ["torch", "rehearsal", "nlohmann", "system"]),
    "tool/torch-rehearse": (["api", "findings", "runtime"],
                            ["torch", "nlohmann", "system", "debuginfo", "cli"]),
    "tool": (LOWER + ["checks", "config", "project", "cache", "extract", "host"],
             ["clang", "nlohmann", "system", "cli"]),
}

PACKAGES = [
    ("torch", r"(torch|ATen|c10|caffe2)/"),
    ("onnx", r"(onnx|google/protobuf)/"),
    ("clang", r"(clang|clang-c|clang-tidy|llvm|llvm-c|mlir)/"),
    ("rehearsal", r"torch_tidy/"),  # what users of the library include
    ("nlohmann", r"nlohmann/"),
    ("yaml", r"yaml-cpp/"),
    ("cli", r"CLI/"),
    ("xxhash", r"xxhash\.h$"),
    ("zlib", r"zlib\.h$"),
    ("gtest", r"(gtest|gmock)/"),
    ("debuginfo", r"(elfutils/|libelf\.h$|gelf\.h$|dwarf\.h$|backward\.hpp$|cxxabi\.h$|execinfo\.h$)"),
    ("std", r"[a-z_0-9]+$"),
    ("system", r"((sys|linux|bits|asm)/)?[a-z_0-9]+\.h$"),
]


def files(root, *folders):
    for folder in folders:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in SOURCES and path.is_file():
                yield path


def layer_of(relative):
    fitting = [f for f in LAYERS if relative.startswith(f + "/")]
    return max(fitting, key=len) if fitting else None


def includes(root):
    """Each folder includes only what its layer may."""
    ours = sorted({f.split("/")[1] for f in LAYERS if f.startswith("lib/")} | {"checks"})
    for path in files(root, "lib", "checks", "tool"):
        relative = path.relative_to(root).as_posix()
        layer = layer_of(relative)
        if layer is None:
            yield f"{relative}:1: no layer is known for this folder"
            continue
        folders, packages = LAYERS[layer]
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = re.match(r'\s*#\s*include\s*([<"])([^>"]+)[>"]', line)
            if not match:
                continue
            quoted, name = match[1] == '"', match[2]
            where = f"{relative}:{number}: '{layer}' includes '{name}'"
            head = name.split("/")[0]
            if quoted and ".." in name:
                yield f"{where}: write it from lib/ on"
            elif quoted and ((path.parent / name).exists() or re.fullmatch(r"\w+\.inc", name)):
                continue  # beside it, or made by the build
            elif head in ours and "/" in name:
                if head not in folders:
                    yield f"{where}: that layer is not below it"
            else:
                package = next((p for p, regex in PACKAGES if re.match(regex, name)), None)
                if package == "std" and not quoted:
                    continue
                if package is None:
                    yield f"{where}: of no package that is known here"
                elif package not in packages:
                    yield f"{where}: '{package}' is not for this layer"


def rows(text, macro):
    """First string of each row: TT_FN("arange", …) gives arange."""
    return re.findall(r"^" + macro + r'\(\s*"([^"]+)"', text, re.M)


def without_comments(text):
    keep = re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.S)
    return keep.sub(lambda m: m[0] if m[0][0] == '"' else re.sub(r"[^\n]", " ", m[0]), text)


def names(root):
    """What LibTorch calls things stands in LibTorch.def and nowhere else."""
    text = (root / "lib/api/LibTorch.def").read_text()
    known = set(rows(text, r"TT_\w+"))
    # Short words that are ours too ("to", "cpu") are let through.
    known = {n for n in known if "_" in n or "::" in n or len(n) > 8}
    known = {n for n in known if not n.startswith("operator")}  # C++'s
    # Our own words for types and infos may be LibTorch's too.
    known -= set(re.findall(r'^TT_\w+\(.*"(\w+)"\)', text, re.M))
    if not known:
        yield "lib/api/LibTorch.def:1: no row was found"
    qualified = re.compile(r"(::)?(torch|at|c10|aten)(::\w+)+(::)?$")
    for path in files(root, "lib/extract", "lib/flow", "checks", "tool/plugin", "tool/torch-tidy"):
        code = without_comments(path.read_text())
        for number, line in enumerate(code.splitlines(), 1):
            if re.match(r"\s*#\s*include", line):
                continue
            for literal in re.findall(r'"((?:\\.|[^"\\])*)"', line):
                if literal in known or qualified.match(literal):
                    relative = path.relative_to(root).as_posix()
                    yield f'{relative}:{number}: "{literal}" is LibTorch\'s name: give it a row in lib/api/LibTorch.def'


def rule_rows(root):
    text = (root / "lib/findings/Rules.def").read_text()
    return re.findall(r'^TT_RULE\((\w+),\s*"([^"]+)",\s*"([^"]+)"\)', text, re.M)


def rule_table(root):
    lines = ["| rule | finds |", "|---|---|"]
    lines += [f"| [{name}](docs/checks/{name}.md) | {summary} |" for _, name, summary in rule_rows(root)]
    return "\n".join(lines)


TABLE = re.compile(r"(<!-- rules -->\n).*?(\n<!-- end of rules -->)", re.S)


def rules(root):
    """A row, a source, a test and a page for each rule; the README's table is the rows'."""
    found = rule_rows(root)
    expected = len(re.findall(r"^TT_RULE\(", (root / "lib/findings/Rules.def").read_text(), re.M))
    if not found or len(found) != expected:
        yield f"lib/findings/Rules.def:1: {expected} rows, {len(found)} of them as TT_RULE(Id, \"name\", \"summary\")"
    for identifier, name, _ in found:
        if not (root / f"checks/{identifier}.cpp").is_file():
            yield f"checks/{identifier}.cpp: missing, '{name}' has a row"
        tests = root / "test/checks"
        if not (tests / f"{name}.cpp").is_file() and not list((tests / name).rglob("*.cpp")):
            yield f"test/checks/{name}.cpp: missing, the rule has no test"
        if not (root / f"docs/checks/{name}.md").is_file():
            yield f"docs/checks/{name}.md: missing, the rule has no page"
    identifiers = {identifier for identifier, _, _ in found} | {"Judge", "Explain"}
    for source in sorted((root / "checks").glob("*.cpp")):
        if source.stem not in identifiers:
            yield f"checks/{source.name}: no row of Rules.def names it; what rules share is in checks/common"
    known = {name for _, name, _ in found}
    for page in sorted((root / "docs/checks").glob("torch-*.md")):
        if page.stem not in known:
            yield f"docs/checks/{page.name}: '{page.stem}' has no row in Rules.def"
    readme = (root / "README.md").read_text()
    match = TABLE.search(readme)
    if not match:
        yield "README.md:1: the table of rules has lost its marks"
    elif match[0] != f"{match[1]}{rule_table(root)}{match[2]}":
        line = readme[: match.start()].count("\n") + 1
        yield f"README.md:{line}: the table of rules is not Rules.def's; run test/layers/locks.py write-readme"


def sizes(root):
    """No source grows past what one reads in a sitting; tables may. A rule's
    file says what is asked and what is told; evidence has rooms in checks/common."""
    sources = list(files(root, "lib", "checks", "tool"))
    if not sources:
        yield "lib:1: no source was found"
        return
    rule_files = {root / f"checks/{identifier}.cpp" for identifier, _, _ in rule_rows(root)}
    for path in sources:
        lines = path.read_text().count("\n")
        most = 100 if path in rule_files else 600
        if lines > most and path.suffix != ".def":
            yield f"{path.relative_to(root).as_posix()}:{most}: {lines} lines; {most} are the most"


def linkage(file, forbidden):
    """What a binary asks the loader for."""
    text = subprocess.run(["readelf", "-dW", file], check=True, capture_output=True, text=True).stdout
    if "(NEEDED)" not in text:
        yield f"{file}: readelf names no library"
    for library in re.findall(r"\(NEEDED\).*\[(.+)\]", text):
        for prefix in forbidden:
            if library.startswith(prefix):
                yield f"{file}: needs {library}; nothing of '{prefix}' is for it"


def write_readme(root):
    path = root / "README.md"
    text, count = TABLE.subn(lambda m: m[1] + rule_table(root) + m[2], path.read_text())
    if count != 1:
        sys.exit("README.md: the table of rules has lost its marks")
    path.write_text(text)


def main(arguments):
    locks = {"includes": includes, "names": names, "rules": rules, "sizes": sizes}
    here = Path(os.path.realpath(__file__)).parents[2]
    match arguments:
        case ["linkage", file, _, *_]:
            breaches = list(linkage(file, arguments[2:]))
        case ["write-readme", *root] if len(root) < 2:
            write_readme(Path(*root) if root else here)
            return 0
        case [name, *root] if name in locks and len(root) < 2:
            breaches = list(locks[name](Path(*root) if root else here))
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    for breach in breaches:
        print(breach)
    return 1 if breaches else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"locks.py: error: {error}", file=sys.stderr)
        sys.exit(2)
