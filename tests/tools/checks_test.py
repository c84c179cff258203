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


# Grows what it is asked for; knows one verb and no file called absent.l.
PROGRAM = """#!/bin/sh
case "$*" in
--help) printf 'Subcommands:\\n  grow   a plant\\n' ;;
"grow --help") printf 'Examples:\\n  %s\\n' "$EXAMPLE" | sed '1s/^/\\n/' ;;
*absent.l*) echo "no such file" >&2; exit 2 ;;
*) while [ $# -gt 0 ]; do [ "$1" = -o ] && [ "$2" != lost.plant ] && : > "$2"; shift; done ;;
esac
"""


class Commands(unittest.TestCase):
    def check(self, readme, example="thigmo grow oak"):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "README.md").write_text(readme)
            program = folder / "thigmo"
            program.write_text(PROGRAM.replace("$EXAMPLE", example))
            program.chmod(0o755)
            done = subprocess.run([sys.executable, ROOT / "tools" / "check_commands.py", folder, program],
                                  capture_output=True, text=True)
            return done.returncode, done.stdout

    def test_accepts_commands_that_run(self):
        status, said = self.check("    thigmo grow oak -o oak.plant   # one of ten\n")
        self.assertEqual(status, 0, said)
        self.assertIn("  thigmo grow oak -o oak.plant\n", said)

    def test_rejects_a_file_that_is_not_there(self):
        status, said = self.check("    thigmo grow absent.l\n")
        self.assertEqual(status, 1)
        self.assertIn("README.md: thigmo grow absent.l: found exit status 2, expected 0: no such file", said)

    def test_rejects_an_example_of_a_verb(self):
        status, said = self.check("    thigmo grow oak\n", "thigmo grow absent.l")
        self.assertEqual(status, 1)
        self.assertIn("thigmo grow --help: thigmo grow absent.l: found exit status 2", said)

    def test_rejects_an_output_that_was_not_written(self):
        status, said = self.check("    thigmo grow oak -o lost.plant\n")
        self.assertEqual(status, 1)
        self.assertIn("found no lost.plant, expected it written", said)

    def test_rejects_a_page_that_is_not_served(self):
        status, said = self.check("    thigmo view oak\n")
        self.assertEqual(status, 1)
        self.assertIn("thigmo view oak: found no address, expected http://…", said)

    def test_rejects_a_text_without_commands(self):
        self.assertEqual(self.check("nothing\n")[0], 1)


if __name__ == "__main__":
    unittest.main()
