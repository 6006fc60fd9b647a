#!/usr/bin/env python3
"""Looks at the HTML report in a real browser, and takes pictures of it.

  look.py --tool TORCH-TIDY [--pictures DIR]

Makes a report of 2,000 findings and asks the browser what a reader would see:
that the page loads nothing, fits a phone, can be read in the dark and on paper,
is searched and walked by keyboard, and draws what modules hold.

Needs Debian's chromium, chromium-driver and python3-selenium.
Exit status: 0 all is so, 1 something is not, 2 it could not be looked at.
"""
import argparse
import base64
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

try:
    from selenium import webdriver
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
    from selenium.webdriver.chrome.service import Service
except ImportError as error:
    print(f"look.py: {error}: install python3-selenium", file=sys.stderr)
    sys.exit(2)

MODULES, EACH = 200, 10
CODE = """struct {name} : torch::nn::Module {{
  {name}() {{
    scale = register_buffer("running_scale", torch::ones({{4}}));
    cache = torch::zeros({{64, 64}}); // a table that a forward reads
  }}
  torch::Tensor forward(torch::Tensor x) {{ return x * scale + cache; }}
  torch::Tensor scale, cache;
}};
"""


def place(file, line, column, length):
    return {"file": str(file), "line": line, "column": column, "endLine": line, "endColumn": column + length}


def held(file, name, fate, line, **more):
    return {"name": name, "type": "torch::Tensor", "kind": "tensor", "fate": fate,
            "declared": place(file, line, 17, len(name)), **more}


def write_findings(folder):
    """Told by the analyzer, and by a run that saw the first module's."""
    told, run = folder / "findings.jsonl", folder / "run.jsonl"
    lines = []
    for m in range(MODULES):
        name = f"Block{m:03}"
        file = folder / f"block{m:03}.h"
        file.write_text(CODE.format(name=name))
        for n in range(EACH):
            lines.append({
                "rule": "torch-unregistered-state" if n == 0 else "torch-hardcoded-device",
                "level": ["certain", "likely", "advice"][min(n, 2)],
                "message": f"tensor member 'cache' of '{name}' is never registered; 'to()' will leave it on cpu"
                           if n == 0 else f"device 'cuda' is written out in '{name}', number {n}",
                "function": f"{name}::{name}" if n == 0 else f"{name}::forward",
                **place(file, 4 if n == 0 else 6, 13, 22),
                "notes": [{"message": f"meets input 'x' here, in '{name}::forward'", **place(file, 6, 51, 17)}]
                         if n == 0 else [],
                "fixes": [{"message": "register it as a buffer",
                           "edits": [{**place(file, 4, 13, 0), "offset": 139, "endOffset": 139,
                                      "text": 'register_buffer("cache", '}]}] if n == 0 else [],
                "origins": [{"kind": "member", "module": name, "member": "cache", "factory": "torch::zeros",
                             "made": place(file, 4, 13, 22)}] if n == 0 else [],
            })
        lines.append({"module": {"name": name, "declared": place(file, 1, 8, 8), "whole": True, "held": [
            held(file, "scale", "moves", 7, kind="buffer", registeredAs="running_scale"),
            held(file, "cache", "stays behind", 7, device="cpu", factory="torch::zeros")]}})
    told.write_text("".join(json.dumps(line) + "\n" for line in lines))
    first = folder / "block000.h"
    run.write_text(json.dumps({
        "rule": "run-device-mismatch", "level": "certain", "message": "aten::add got tensors on cpu and cuda:0",
        "function": "Block000::forward", **place(first, 6, 51, 17), "op": "aten::add", "argument": "other",
        "devices": ["cpu", "cuda:0"],
        "origins": [{"kind": "member", "module": "Block000", "member": "cache", "factory": "aten::zeros",
                     "made": place(first, 4, 13, 22)}],
        "stack": [{"function": "Block000::forward(at::Tensor)", "file": str(first), "line": 6},
                  {"function": "main", "file": str(folder / "main.cpp"), "line": 3}]}) + "\n" +
        json.dumps({"run": {"program": "./train --epochs 1", "lines": [{"file": str(first), "lines": [6]}]}}) + "\n")
    return told, run


def luminance(css):
    """Relative luminance of "rgb(r, g, b)", as WCAG defines it."""
    channels = [float(c) / 255 for c in css[css.index("(") + 1:css.index(")")].split(",")[:3]]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a, b):
    low, high = sorted([luminance(a), luminance(b)])
    return (high + 0.05) / (low + 0.05)


class Report(unittest.TestCase):
    tool = pictures = None

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        folder = Path(cls.folder.name)
        told, run = write_findings(folder)
        cls.page = folder / "report.html"
        result = subprocess.run([cls.tool, "confirm", told, run, "--format=html", "-o", cls.page, "--fail-on=never"],
                                capture_output=True, text=True)
        if result.returncode:
            raise RuntimeError(f"confirm ended with {result.returncode}: {result.stderr}")
        options = webdriver.ChromeOptions()
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                         "--force-device-scale-factor=1"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        cls.browser = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))

    @classmethod
    def tearDownClass(cls):
        cls.browser.quit()
        cls.folder.cleanup()

    def setUp(self):
        self.media()
        self.open(1280, 900)

    def open(self, width, height):
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})
        self.browser.get(self.page.as_uri())

    def media(self, kind="", scheme="light"):
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "media": kind, "features": [{"name": "prefers-color-scheme", "value": scheme}]})

    def ask(self, script, *arguments):
        return self.browser.execute_script(script, *arguments)

    def shown(self):
        return self.ask("return document.querySelectorAll('.finding:not([hidden])').length")

    def press(self, *keys):
        webdriver.ActionChains(self.browser).send_keys(*keys).perform()

    def picture(self, name):
        if self.pictures:
            self.pictures.mkdir(parents=True, exist_ok=True)
            self.browser.save_screenshot(str(self.pictures / f"{name}.png"))

    def test_nothing_is_loaded_and_nothing_fails(self):
        self.assertEqual(self.ask("return performance.getEntriesByType('resource').length"), 0)
        self.assertEqual([e["message"] for e in self.browser.get_log("browser")], [])
        self.assertIn(f"{MODULES * EACH} findings", self.browser.find_element(By.CSS_SELECTOR, ".sum").text)
        self.picture("report")

    def test_a_search_leaves_what_has_all_its_words(self):
        self.assertEqual(self.shown(), MODULES * EACH)
        self.browser.find_element(By.ID, "search").send_keys("block017 registered")
        self.assertEqual(self.shown(), 1)
        self.assertEqual(self.browser.find_element(By.ID, "shown").text, f"1 of {MODULES * EACH} shown")
        groups = self.ask("return Array.from(document.querySelectorAll('.group:not([hidden]) h2'), h => h.innerText)")
        self.assertEqual(len(groups), 1)
        self.assertIn("Block017", groups[0])
        self.browser.find_element(By.ID, "search").send_keys(" nowhere")
        self.assertTrue(self.browser.find_element(By.ID, "nothing").is_displayed())

    def test_a_search_over_all_of_them_takes_no_noticeable_time(self):
        took = self.ask("""
          const search = document.getElementById('search'), from = performance.now();
          for (const text of ['b', 'bl', 'block', 'block1', '']) {
            search.value = text;
            search.dispatchEvent(new Event('input'));
            document.body.offsetHeight;
          }
          return (performance.now() - from) / 5;""")
        print(f"one search over {MODULES * EACH} findings: {took:.0f} ms")
        self.assertLess(took, 1000)  # a page that hangs, not one that is slow today

    def test_filters_are_alternatives(self):
        chip = {c.get_attribute("data-value"): c for c in self.browser.find_elements(By.CSS_SELECTOR, ".chip[data-kind]")}
        chip["certain"].click()
        self.assertEqual(self.shown(), MODULES)
        chip["likely"].click()
        self.assertEqual(self.shown(), 2 * MODULES)
        chip["confirmed"].click()
        self.assertEqual(self.shown(), 1)
        self.assertEqual(chip["confirmed"].get_attribute("aria-pressed"), "true")

    def test_the_keyboard_is_enough(self):
        self.press("/")
        self.assertEqual(self.ask("return document.activeElement.id"), "search")
        self.press("advice", Keys.ESCAPE)
        self.assertEqual(self.browser.find_element(By.ID, "search").get_attribute("value"), "")
        places = []
        for key in "jjk":
            self.press(key)
            places.append(self.ask("return document.activeElement.closest('.finding').id"))
            self.assertTrue(self.ask("return document.activeElement.closest('.finding').open"))
        self.assertEqual(places, ["f0", "f1", "f0"])
        self.press(Keys.ENTER)
        self.assertFalse(self.ask("return document.getElementById('f0').open"))

    def test_modules_are_drawn(self):
        lanes = {lane: self.ask("return document.querySelector('.picture .' + arguments[0]).getBoundingClientRect()", lane)
                 for lane in ("behind", "along")}
        for lane, box in lanes.items():
            self.assertGreater(box["width"], 150, lane)
            self.assertGreater(box["height"], 40, lane)
        self.assertLess(lanes["behind"]["right"], lanes["along"]["left"] + 1)
        behind = self.browser.find_element(By.CSS_SELECTOR, ".picture .behind").text
        for words in ("cache", "torch::zeros", "seen in a run", "on cpu beside cuda:0"):
            self.assertIn(words, behind)
        self.assertIn("running_scale", self.browser.find_element(By.CSS_SELECTOR, ".picture .along").text)
        self.browser.find_element(By.CSS_SELECTOR, ".picture .behind a").click()
        finding = self.browser.find_element(By.ID, "f0")
        self.assertTrue(self.ask("return arguments[0].open", finding))
        for words in ("A run saw it happen", "Block000::forward(at::Tensor)", "register_buffer"):
            self.assertIn(words, finding.text)
        self.picture("finding")

    def test_it_fits_a_phone(self):
        self.open(360, 740)
        self.browser.find_element(By.ID, "all").click()
        self.assertLessEqual(self.ask("return document.documentElement.scrollWidth"), 360)
        self.picture("phone")

    def test_it_can_be_read_by_day_and_by_night(self):
        for scheme in ("light", "dark"):
            self.media(scheme=scheme)
            self.open(1280, 900)
            page = self.ask("return getComputedStyle(document.body).backgroundColor")
            self.assertEqual(luminance(page) > 0.5, scheme == "light")
            self.ask("document.getElementById('f0').open = true")
            for where in ("h1", ".sum", "#f0 h3", "#f0 .place", "#f0 .badge", "#f0 pre code", "#f0 mark", "#f0 i.n",
                          ".behind h4", ".along h4", ".lane small", "nav a", ".chip"):
                colour, ground = self.ask("""
                  let at = document.querySelector(arguments[0]);
                  const colour = getComputedStyle(at).color;
                  for (; at; at = at.parentElement) {
                    const ground = getComputedStyle(at).backgroundColor;
                    if (!ground.endsWith(', 0)')) return [colour, ground];
                  }
                  return [colour, 'rgb(255, 255, 255)'];""", where)
                self.assertGreaterEqual(contrast(colour, ground), 4.5, f"{where}, {scheme}: {colour} on {ground}")
            self.picture(scheme)

    def test_it_prints(self):
        self.ask("window.dispatchEvent(new Event('beforeprint'))")
        self.assertEqual(self.ask("return document.querySelectorAll('details:not([open])').length"), 0)
        self.ask("window.dispatchEvent(new Event('afterprint'))")
        self.assertEqual(self.ask("return document.querySelectorAll('.finding[open]').length"), 0)
        self.media(kind="print", scheme="dark")
        self.assertFalse(self.browser.find_element(By.ID, "filters").is_displayed())
        self.assertGreater(luminance(self.ask("return getComputedStyle(document.body).backgroundColor")), 0.9)
        pdf = base64.b64decode(self.browser.execute_cdp_cmd("Page.printToPDF", {"pageRanges": "1-2"})["data"])
        self.assertTrue(pdf.startswith(b"%PDF-"))
        self.assertGreater(len(pdf), 10000)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--pictures", type=Path)
    options, rest = parser.parse_known_args()
    Report.tool, Report.pictures = options.tool, options.pictures
    unittest.main(argv=[sys.argv[0], *rest])


if __name__ == "__main__":
    main()
