"""The checks of the sources must fail on the faults they look for."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def run(check, files):
    """Runs tools/check_CHECK.py on a tree of the given files; its exit status and what it said."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        done = subprocess.run([sys.executable, ROOT / "tools" / f"check_{check}.py", folder],
                              capture_output=True, text=True)
        return done.returncode, done.stdout


class Layers(unittest.TestCase):
    def test_accepts_an_allowed_include(self):
        self.assertEqual(run("layers", {"thigmo/plant/a.h": '#include "thigmo/mesh/b.h"\n'})[0], 0)

    def test_rejects_an_include_upwards(self):
        status, said = run("layers", {"thigmo/mesh/a.h": '// x\n#include "thigmo/plant/b.h"\n'})
        self.assertEqual(status, 1)
        self.assertIn("a.h:2: thigmo/mesh includes thigmo/plant, may use: base", said)

    def test_rejects_samples_in_the_library(self):
        self.assertEqual(run("layers", {"thigmo/io/a.cpp": '#include "samples/b.h"\n'})[0], 1)

    def test_rejects_an_unknown_folder(self):
        self.assertEqual(run("layers", {"thigmo/util/a.h": "\n"})[0], 1)


class Citations(unittest.TestCase):
    bib = {"docs/references.bib": "@article{Known2001,\n}\n"}

    def test_accepts_a_known_key(self):
        self.assertEqual(run("citations", self.bib | {"thigmo/a.h": "// [Known2001]\n"})[0], 0)

    def test_rejects_an_unknown_key(self):
        status, said = run("citations", self.bib | {"thigmo/a.h": "// [Unknown2001] eq. 5\n"})
        self.assertEqual(status, 1)
        self.assertIn("a.h:1: [Unknown2001] is not in docs/references.bib", said)


class HeavyHeaders(unittest.TestCase):
    def test_accepts_one_source(self):
        self.assertEqual(run("headers", {"apps/a.cpp": "#include <CLI/App.hpp>\n"})[0], 0)

    def test_rejects_two_sources(self):
        two = {"apps/a.cpp": "#include <CLI/App.hpp>\n", "apps/b.cpp": "#include <CLI/CLI.hpp>\n"}
        self.assertEqual(run("headers", two)[0], 1)

    def test_rejects_a_header(self):
        self.assertEqual(run("headers", {"apps/a.h": "#include <tiny_gltf.h>\n"})[0], 1)


if __name__ == "__main__":
    unittest.main()
