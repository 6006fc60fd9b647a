#!/usr/bin/env python3
"""Each lock must give way to nothing: plant a breach, see it reported."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import locks  # noqa: E402

README = "# x\n\n<!-- rules -->\n{}\n<!-- end of rules -->\n"


class Tree(unittest.TestCase):
    """A small tree in which every lock holds; tests break it in one place."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = Path(self.folder.name)
        self.write("lib/api/LibTorch.def", 'TT_FN("Module::register_buffer", RegisterBuffer, "", "")\nTT_FN("register_buffer", RegisterBuffer, "", "")\n')
        self.write("lib/findings/Rules.def", 'TT_RULE(LostThing, "torch-lost-thing",\n        "a thing that is lost")\n')
        self.write("lib/extract/Extract.cpp", '#include "extract/Extract.h"\n#include "clang/AST/Decl.h"\n#include <string>\n')
        self.write("checks/LostThing.cpp", '#include "facts/Facts.h"\nauto Fix = "register_buffer(\\"x\\", ";\n')
        self.write("test/checks/torch-lost-thing.cpp", "")
        self.write("docs/checks/torch-lost-thing.md", "")
        self.write("README.md", README.format("x"))
        locks.write_readme(self.root)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def assertHolds(self, lock):
        self.assertEqual(list(lock(self.root)), [])

    def assertBreaks(self, lock, place):
        breaches = list(lock(self.root))
        self.assertEqual(len(breaches), 1, breaches)
        self.assertTrue(breaches[0].startswith(place), breaches[0])


class Includes(Tree):
    def test_holds(self):
        self.assertHolds(locks.includes)

    def breaks(self, name, line):
        self.write(name, f"// first\n{line}\n")
        self.assertBreaks(locks.includes, f"{name}:2:")

    def test_libtorch_in_the_analyzer(self):
        self.breaks("lib/extract/X.cpp", "#include <torch/torch.h>")

    def test_libtorch_in_a_tool_of_the_analyzer(self):
        self.breaks("tool/plugin/X.cpp", "#include <ATen/ATen.h>")

    def test_clang_in_the_rehearsal(self):
        self.breaks("lib/runtime/X.cpp", '#include "clang/AST/Decl.h"')

    def test_clang_in_a_rule(self):
        self.breaks("checks/X.cpp", '#  include "llvm/ADT/StringRef.h"')

    def test_json_in_the_flow(self):
        self.breaks("lib/flow/X.cpp", "#include <nlohmann/json.hpp>")

    def test_upward(self):
        self.breaks("lib/api/X.cpp", '#include "facts/Facts.h"')

    def test_extract_in_the_rehearsal(self):
        self.breaks("tool/torch-rehearse/X.cpp", '#include "extract/Extract.h"')

    def test_system_header_where_std_must_do(self):
        self.breaks("lib/flow/X.cpp", "#include <unistd.h>")

    def test_around_the_layers(self):
        self.breaks("lib/flow/X.cpp", '#include "../extract/Extract.h"')

    def test_unknown_package(self):
        self.breaks("lib/host/X.cpp", "#include <boost/regex.hpp>")

    def test_folder_without_a_layer(self):
        self.write("lib/more/X.cpp", "")
        self.assertBreaks(locks.includes, "lib/more/X.cpp:1:")


class Names(Tree):
    def test_holds(self):
        self.assertHolds(locks.names)

    def breaks(self, name, line):
        self.write(name, f"// \"torch::zeros\" in a comment is fine\n{line}\n")
        self.assertBreaks(locks.names, f"{name}:2:")

    def test_row_in_a_rule(self):
        self.breaks("checks/X.cpp", 'if (name == "register_buffer")')

    def test_qualified_name_in_extract(self):
        self.breaks("lib/extract/X.cpp", 'isDerivedFrom("::torch::nn::Module")')

    def test_operator_in_the_flow(self):
        self.breaks("lib/flow/X.cpp", 'if (op == "aten::copy_")')

    def test_no_rows_at_all(self):
        self.write("lib/api/LibTorch.def", "")
        self.assertBreaks(locks.names, "lib/api/LibTorch.def:1:")


class Rules(Tree):
    def test_holds(self):
        self.assertHolds(locks.rules)

    def test_no_source(self):
        (self.root / "checks/LostThing.cpp").unlink()
        self.assertBreaks(locks.rules, "checks/LostThing.cpp: missing")

    def test_source_without_a_row(self):
        self.write("checks/Other.cpp", "")
        self.assertBreaks(locks.rules, "checks/Other.cpp: ")

    def test_no_test(self):
        (self.root / "test/checks/torch-lost-thing.cpp").unlink()
        self.assertBreaks(locks.rules, "test/checks/torch-lost-thing.cpp: missing")

    def test_no_page(self):
        (self.root / "docs/checks/torch-lost-thing.md").unlink()
        self.assertBreaks(locks.rules, "docs/checks/torch-lost-thing.md: missing")

    def test_page_without_a_row(self):
        self.write("docs/checks/torch-other.md", "")
        self.assertBreaks(locks.rules, "docs/checks/torch-other.md: ")

    def test_readme_of_yesterday(self):
        self.write("README.md", README.format("| rule | finds |\n|---|---|"))
        self.assertBreaks(locks.rules, "README.md:3:")

    def test_readme_without_marks(self):
        self.write("README.md", "# x\n")
        self.assertBreaks(locks.rules, "README.md:1:")

    def test_row_that_is_not_read(self):
        rows = (self.root / "lib/findings/Rules.def").read_text()
        self.write("lib/findings/Rules.def", rows + "TT_RULE(Other, kOther, kSummary)\n")
        self.assertBreaks(locks.rules, "lib/findings/Rules.def:1:")


class Sizes(Tree):
    def test_holds(self):
        self.write("lib/api/LibTorch.def", "// a table may be long\n" * 900)
        self.assertHolds(locks.sizes)

    def test_long_file(self):
        self.write("lib/flow/Long.cpp", "int x;\n" * 601)
        self.assertBreaks(locks.sizes, "lib/flow/Long.cpp:600:")

    def test_long_rule(self):
        self.write("checks/LostThing.cpp", "int x;\n" * 101)
        self.assertBreaks(locks.sizes, "checks/LostThing.cpp:100:")

    def test_what_rules_share_may_be_longer(self):
        self.write("checks/common/Long.cpp", "int x;\n" * 101)
        self.write("checks/Judge.cpp", "int x;\n" * 101)
        self.assertHolds(locks.sizes)

    def test_nothing_to_look_at(self):
        for path in list(locks.files(self.root, "lib", "checks")):
            path.unlink()
        self.assertBreaks(locks.sizes, "lib:1:")


class Linkage(unittest.TestCase):
    def test_holds(self):
        self.assertEqual(list(locks.linkage("/bin/sh", ["libclang", "libLLVM", "libtorch"])), [])

    def test_breaks(self):
        self.assertEqual(len(list(locks.linkage("/bin/sh", ["libc."]))), 1)

    def test_no_binary(self):
        with self.assertRaises(subprocess.CalledProcessError):
            list(locks.linkage(__file__ + ".none", ["libc."]))


class CommandLine(Tree):
    def run_it(self, *arguments):
        return subprocess.run([sys.executable, HERE / "locks.py", *arguments], capture_output=True).returncode

    def test_exit_codes(self):
        self.assertEqual(self.run_it("rules", str(self.root)), 0)
        (self.root / "checks/LostThing.cpp").unlink()
        self.assertEqual(self.run_it("rules", str(self.root)), 1)
        self.assertEqual(self.run_it("rules", str(self.root / "none")), 2)
        self.assertEqual(self.run_it("nonsense"), 2)
        self.assertEqual(self.run_it("linkage", "/bin/sh"), 2)


if __name__ == "__main__":
    unittest.main()
