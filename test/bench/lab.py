# lab.py - how the benchmark measures: CPU time and memory of processes, figures
# as ratios of one run, their history.
import datetime
import os
import pathlib
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time


class Failure(Exception):
    """What makes a measurement worthless; told, and the exit code is 2."""


class Sample:
    """One run: CPU seconds (user + system, of the process and its children),
    wall seconds, peak memory in MiB, exit code, output."""

    def __init__(self, cpu, wall, memory, code, out, err):
        self.cpu, self.wall, self.memory = cpu, wall, memory
        self.code, self.out, self.err = code, out, err


def measure(command, fine=(0,), cwd=None):
    """Runs COMMAND; an exit code that isn't FINE is a failure."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        start = time.monotonic()
        try:
            process = subprocess.Popen(command, stdout=out, stderr=err, stdin=subprocess.DEVNULL, cwd=cwd)
        except OSError as e:
            raise Failure(f"{command[0]} can't be started: {e}")
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = code = os.waitstatus_to_exitcode(status)
        wall = time.monotonic() - start
        out.seek(0)
        err.seek(0)
        sample = Sample(used.ru_utime + used.ru_stime, wall, used.ru_maxrss / 1024, code, out.read(), err.read())
    if code not in fine:
        said = sample.err.decode(errors="replace").strip().splitlines()[-8:]
        raise Failure(f"{' '.join(map(str, command))}\n  ended with {code}" + "".join("\n  " + l for l in said))
    return sample


def same(what, first, second):
    """Two outputs that must be the same bytes."""
    if first == second:
        return
    a, b = first.decode(errors="replace").splitlines(), second.decode(errors="replace").splitlines()
    only = [f"  < {l[:300]}" for l in a if l not in b][:4] + [f"  > {l[:300]}" for l in b if l not in a][:4]
    raise Failure(f"{what}: the outputs differ\n" + "\n".join(only or ["  in their order"]))


def processor_time(process):
    """Seconds that a running process has taken of the processors."""
    fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Figure:
    """A figure and its target: 'most' of 'unit'."""

    def __init__(self, name, text, most, unit="x"):
        self.name, self.text, self.most, self.unit = name, text, most, unit
        self.values = []
        self.remark = ""

    def add(self, value):
        self.values.append(value)

    @property
    def median(self):
        return statistics.median(self.values)

    def met(self):
        return self.median <= self.most

    def show(self, value):
        if self.unit == "%":
            return f"{value * 100:.2f} %"
        return f"{value:.4f}" if self.unit == "x" else f"{value:.3f} {self.unit}"

    def row(self):
        if not self.values:
            return [self.text, self.show(self.most), "not measured", "", "", self.remark]
        spread = f"{self.show(min(self.values))} to {self.show(max(self.values))}"
        return [self.text, self.show(self.most), self.show(self.median), "yes" if self.met() else "NO",
                f"{len(self.values)}: {spread}", self.remark]


def table(figures):
    rows = [["figure", "target at most", "measured", "met", "samples: spread", ""]] + [f.row() for f in figures]
    widths = [max(len(r[i]) for r in rows) for i in range(len(rows[0]))]
    for i, r in enumerate(rows):
        print(" | ".join(c.ljust(w) for c, w in zip(r, widths)).rstrip(" |"))
        if i == 0:
            print("-+-".join("-" * w for w in widths[:-1]))


def cpu_name():
    try:
        names = re.findall(r"^model name\s*:\s*(.*)$", pathlib.Path("/proc/cpuinfo").read_text(), re.M)
    except OSError:
        names = []
    return f"{names[0]} x{len(names)}" if names else os.uname().machine


def libtorch_version(include):
    for place in ("torch/csrc/api/include/torch/version.h", "torch/version.h"):
        path = pathlib.Path(include) / place
        if path.is_file():
            found = re.search(r'#define TORCH_VERSION "([^"]+)"', path.read_text())
            if found:
                return found.group(1)
            numbers = re.findall(r"#define TORCH_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", path.read_text())
            if numbers:
                return ".".join(numbers)
    return "unknown"


def clang_version(clang):
    said = measure([clang, "--version"]).out.decode(errors="replace")
    found = re.search(r"version (\S+)", said)
    return found.group(1) if found else "unknown"


def commit(root):
    done = subprocess.run(["git", "-C", root, "describe", "--always", "--dirty"], capture_output=True, text=True)
    return done.stdout.strip() or "unknown"


HEAD = "date\tcommit\tcpu\tlibtorch\tclang\tfigure\tmedian\tunit\tsamples\tleast\tmost\tremark\n"


def remember(history, root, include, clang, figures):
    """Appends what was measured; a new file gets a first line."""
    history = pathlib.Path(history)
    lines = [] if history.exists() else [HEAD]
    start = [datetime.datetime.now().isoformat(timespec="minutes"), commit(root), cpu_name(),
             libtorch_version(include), clang_version(clang)]
    for f in figures:
        if f.values:
            lines.append("\t".join(start + [f.name, f"{f.median:.5f}", f.unit, str(len(f.values)),
                                            f"{min(f.values):.5f}", f"{max(f.values):.5f}", f.remark]) + "\n")
    with history.open("a") as out:
        out.writelines(lines)
