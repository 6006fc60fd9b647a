# lit's configuration: source -> facts on mock headers.
import os
import lit.formats

here = os.path.dirname(os.path.abspath(__file__))
config.name = "torch-tidy-extract"
config.test_format = lit.formats.ShTest(True)
config.suffixes = [".cpp"]
config.test_source_root = here
mock = os.path.join(os.path.dirname(here), "mock", "include")

# %facts prints all facts; its --function=NAME only functions of that name.
config.substitutions += [
    ("%facts", config.facts),
    ("%FileCheck", config.filecheck),
    ("%mock", "-std=c++17 -isystem %s" % mock),
]
