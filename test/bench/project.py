# project.py - the projects that the benchmark runs on: one made from the inputs,
# or any with a compile database.
import json
import pathlib
import re
import shutil

from lab import Failure


class Project:
    """A project on disk: its root, its database, its files."""

    #: A public project may have a file that this clang-tidy can't compile.
    fine = (0, 1)

    def __init__(self, root, database):
        self.root = pathlib.Path(root).resolve()
        self.name = self.root.name
        self.database = pathlib.Path(database).resolve()
        if self.database.is_file():
            self.database = self.database.parent
        path = self.database / "compile_commands.json"
        try:
            entries = json.loads(path.read_text())
        except (OSError, ValueError) as e:
            raise Failure(f"{path}: {e}")
        self.files = sorted({str(pathlib.Path(e["directory"], e["file"]).resolve()) for e in entries})
        if not self.files:
            raise Failure(f"{path} names no file")
        self.before = {}

    def sample(self, count):
        """COUNT of the files, evenly chosen; 0: all."""
        if not count or count >= len(self.files):
            return self.files
        return [self.files[i * len(self.files) // count] for i in range(count)]

    def edit(self, n, text):
        path = pathlib.Path(self.files[n % len(self.files)])
        self.before.setdefault(path, path.read_bytes())
        path.write_bytes(self.before[path] + text.encode())

    def restore(self):
        for path, text in self.before.items():
            path.write_bytes(text)
        self.before.clear()


class MadeProject(Project):
    fine = (0,)


def make_project(inputs, place, count, flags, clang):
    """COUNT files from the model files of INPUTS, each copy in namespaces of its
    own, with one header that all share."""
    place = pathlib.Path(place)
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    inputs = pathlib.Path(inputs)
    models = [m for m in sorted(inputs.glob("*.cpp")) if "torch/torch.h" in m.read_text()]
    if not models:
        raise Failure(f"no model file in {inputs}")
    for header in inputs.glob("*.h"):
        shutil.copy(header, place)
    entries = []
    for i in range(count):
        model = models[i % len(models)]
        file = place / f"{model.stem}_{i:02}.cpp"
        file.write_text(re.sub(r"\bbench_(\w+)", rf"bench_\1_{i:02}", model.read_text()))
        entries.append({"directory": str(place), "file": str(file), "arguments": [clang, *flags, "-c", str(file)]})
    (place / "compile_commands.json").write_text(json.dumps(entries, indent=1))
    return MadeProject(place, place)
