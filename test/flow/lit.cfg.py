# lit's configuration: source -> what the device flow knows, on mock headers.
import os
import lit.formats

here = os.path.dirname(os.path.abspath(__file__))
config.name = "torch-tidy-flow"
config.test_format = lit.formats.ShTest(True)
config.suffixes = [".cpp"]
config.test_source_root = here
config.test_exec_root = getattr(config, "build_root", "/tmp/torch-tidy-lit-flow")

tests = os.path.dirname(here)
tool = lit_config.params.get("tool", getattr(config, "torch_tidy", "torch-tidy"))
pch = lit_config.params.get("pch", getattr(config, "mock_pch", ""))
mock = "-std=c++17 -isystem %s" % os.path.join(tests, "mock", "include")
if pch and os.path.exists(pch):
    mock += " -include-pch " + pch

config.substitutions += [
    ("%known", "python3 %s --tool %s" % (os.path.join(tests, "tools", "expect-known"), tool)),
    ("%mock", mock),
]
