"""Models whose archives are tested, and how the archives are made.

usage: models.py FOLDER     (needs PyTorch 1.13; the archives are checked in)
"""
import io
import os
import pickletools
import sys
import zipfile
from typing import Dict, List, Optional

import onnx
import torch
import torch.nn as nn


class Lists(nn.Module):
    anchors: List[torch.Tensor]
    table: Dict[str, torch.Tensor]
    spare: Optional[torch.Tensor]

    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        self.anchors = [torch.ones(4), torch.zeros(4)]
        self.table = {"a": torch.ones(4)}
        self.spare = torch.ones(4)
        self.plain = torch.ones(4)
        self.register_buffer("scale", torch.ones(4))

    def forward(self, x):
        y = self.fc(x) + self.anchors[0]  # FIND archive-constant
        y = (y + self.plain) * self.scale  # FIND archive-constant
        z = torch.zeros(4)  # FIND run-device-mix
        return y * self.table["a"] + z


class Traced(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        self.shift = torch.ones(4)

    def forward(self, x):
        y = self.fc(x)
        position = torch.arange(4, device=x.device)  # FIND archive-baked-device
        return y + position + self.shift  # FIND archive-constant


class Clean(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 4, 3)
        self.norm = nn.BatchNorm2d(4)
        self.lstm = nn.LSTM(4, 4, batch_first=True)

    def forward(self, x):
        y = torch.relu(self.norm(self.conv(x))).flatten(2).transpose(1, 2)
        # On the CPU on purpose: packing wants its lengths there.
        lengths = torch.full([x.size(0)], y.size(1), dtype=torch.int64, device=torch.device("cpu"))
        packed = nn.utils.rnn.pack_padded_sequence(y, lengths, batch_first=True)
        data, _ = nn.utils.rnn.pad_packed_sequence(self.lstm(packed)[0], batch_first=True)
        mask = torch.zeros(4, device=x.device)
        if x.device == torch.device("cuda:1"):
            mask = mask + 1
        return data + mask + torch.tensor(2.0)


class Literal(nn.Module):
    device: torch.device

    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        self.device = torch.device("cpu")

    def forward(self, x, late: bool = False):
        y = x.to("cuda:0")  # FIND archive-baked-device
        y = self.fc(y)
        if late:
            y = y + torch.ones(4, device=torch.device("cuda:1"))  # MAY archive-baked-device
        return y + torch.zeros(4, device=self.device)  # FIND archive-baked-device


class Writes(nn.Module):
    def forward(self, x):
        return x + torch.from_file("written-by-an-archive", True, 4)


class Endless(nn.Module):
    def forward(self, x):
        while bool(x.sum() < 1e30):
            x = x * 1
        return x


class Greedy(nn.Module):
    def forward(self, x):
        return torch.ones(1 << 36).sum() + x


class Picture(nn.Module):
    """A bit of everything that an ONNX export has a row for."""

    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3, stride=2, padding=1)
        self.norm = nn.BatchNorm2d(8)
        self.up = nn.ConvTranspose2d(8, 8, 2, stride=2)
        self.pool = nn.MaxPool2d(2)
        self.mean = nn.AdaptiveAvgPool2d(1)
        self.layer = nn.LayerNorm(8)
        self.mix = nn.Linear(8, 8)
        self.out = nn.Linear(8, 5)
        self.drop = nn.Dropout(0.5)

    def forward(self, x):
        y = torch.relu(self.norm(self.conv(x)))
        y = self.pool(self.up(y))
        left, right = torch.chunk(y, 2, 1)
        y = torch.cat([torch.sigmoid(left), torch.tanh(right)], 1)
        steps = y.flatten(2).transpose(1, 2)
        steps = steps + nn.functional.gelu(self.mix(self.layer(steps)))
        seen = torch.softmax(torch.matmul(steps, steps.transpose(1, 2)) / 8**0.5, -1)
        steps = torch.matmul(seen, steps).transpose(1, 2).reshape(y.shape)
        z = self.mean(steps + nn.functional.silu(y)).flatten(1)
        z = self.drop(nn.functional.leaky_relu(z * 2 - 1, 0.1)).clamp(-3.0, 3.0)
        if x.size(0) > 100:
            z = z + 1
        return torch.log_softmax(self.out(z), 1), z[:, 1:7:2], z[:, 0]


class Spectrum(nn.Module):
    def forward(self, x):
        y = torch.fft.rfft(x).abs()
        return torch.cumsum(y, 0) + torch.relu(y)


class Halves(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(4, 4)
        self.second = nn.Linear(4, 4)

    def forward(self, x):
        return self.second(self.first(x))


def saved_elsewhere(module, devices):
    """The archive of a module whose nth tensor is on the nth device."""
    plain = io.BytesIO()
    torch.jit.save(module, plain)
    out = io.BytesIO()
    with zipfile.ZipFile(plain) as source, zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as target:
        for name in source.namelist():
            data = source.read(name)
            target.writestr(zipfile.ZipInfo(name), moved(data, devices) if name.endswith("/data.pkl") else data)
    return out.getvalue()


def moved(pickle, devices):
    """Writes the device out where the pickle has 'cpu', or recalls it."""
    operations = list(pickletools.genops(pickle)) + [(None, None, len(pickle))]
    out, kept, count = b"", None, 0
    for number, (code, argument, at) in enumerate(operations[:-1]):
        text = pickle[at : operations[number + 1][2]]
        if code.name == "BINUNICODE" and argument == "cpu":
            kept = operations[number + 1][1]
        if (code.name == "BINUNICODE" and argument == "cpu") or (code.name == "BINGET" and argument == kept):
            device = devices[count].encode()
            count += 1
            out += b"X" + len(device).to_bytes(4, "little") + device
        else:
            out += text
    assert count == len(devices), count
    return out


def main(folder):
    torch.manual_seed(0)
    x = torch.randn(2, 4)
    archives = {
        "lists": torch.jit.script(Lists()),
        "traced": torch.jit.trace(Traced(), x),
        "frozen": torch.jit.freeze(torch.jit.script(Halves()).eval()),
        "clean": torch.jit.script(Clean()),
        "literal": torch.jit.script(Literal()),
        "writes": torch.jit.script(Writes()),
        "picture": torch.jit.script(Picture().eval()),
        "spectrum": torch.jit.script(Spectrum()),
        "endless": torch.jit.script(Endless()),
        "greedy": torch.jit.script(Greedy()),
    }
    for name, module in archives.items():
        torch.jit.save(module, os.path.join(folder, name + ".pt"))
    halves = torch.jit.script(Halves())
    elsewhere = {
        "split": ["cuda:0", "cuda:0", "cuda:1", "cuda:1"],
        "cuda": ["cuda:0"] * 4,
        "missing": ["cuda:5"] * 4,
        "metal": ["mps:0"] * 4,
    }
    for name, devices in elsewhere.items():
        with open(os.path.join(folder, name + ".pt"), "wb") as out:
            out.write(saved_elsewhere(halves, devices))
    path = os.path.join(folder, "picture.onnx")
    torch.onnx.export(archives["picture"], torch.randn(2, 3, 16, 16), path, opset_version=13, input_names=["image"])
    foreign = onnx.load(path)
    foreign.graph.node[0].domain = "com.example"
    foreign.opset_import.append(onnx.helper.make_opsetid("com.example", 1))
    onnx.save(foreign, os.path.join(folder, "foreign.onnx"))
    outside = onnx.load(path)
    weight = outside.graph.initializer[0]
    onnx.external_data_helper.set_external_data(weight, location="../../../etc/passwd")
    weight.ClearField("raw_data")
    onnx.save(outside, os.path.join(folder, "outside.onnx"))
    torch.save(Halves().state_dict(), os.path.join(folder, "state.pt"))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
