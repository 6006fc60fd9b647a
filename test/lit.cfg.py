# lit's configuration: source -> findings on mock headers.
import os
import lit.formats

config.name = "torch-tidy"
config.test_format = lit.formats.ShTest(True)
config.suffixes = [".cpp", ".cu", ".test"]
config.excludes = ["inputs"]
here = os.path.dirname(os.path.abspath(__file__))
config.test_source_root = os.path.join(here, "checks")
config.test_exec_root = getattr(config, "build_root", "/tmp/torch-tidy-lit")

tools = os.path.join(here, "tools")
tool = lit_config.params.get("tool", getattr(config, "torch_tidy", "torch-tidy"))
clang = getattr(config, "clang", "clang++-19")
pch = lit_config.params.get("pch", getattr(config, "mock_pch", ""))
mock = "-std=c++17 -isystem %s" % os.path.join(here, "mock", "include")
if pch and os.path.exists(pch):
    mock += " -include-pch " + pch
expect = "python3 %s --tool %s --clang %s" % (os.path.join(tools, "expect-findings"), tool, clang)

# The longer names first: lit replaces in this order.
config.substitutions += [
    ("%check-fix", "%s --fix" % expect),
    ("%check-project", "%s --project" % expect),
    ("%check", expect),
    ("%expect-findings", "python3 %s" % os.path.join(tools, "expect-findings")),
    ("%torch-tidy", tool),
    ("%clang", clang),
    ("%mock", mock),
    ("%tools", tools),
]
