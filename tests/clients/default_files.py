"""Simulates species as a newcomer does, with no options: default_files.py THIGMO FOLDER SPECIES..."""
import json
import pathlib
import subprocess
import sys


def main():
    thigmo, folder, species = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:]
    folder.mkdir(parents=True, exist_ok=True)
    for name in species:
        plant = folder / f"{name}.plant"
        subprocess.run([thigmo, "grow", name, "-o", plant, "--quiet"], check=True)
        said = subprocess.run([thigmo, "simulate", plant, "--wind", "8", "--for", "4", "--json",
                               "--quiet", "-o", folder / f"{name}_default.glb",
                               "-o", folder / f"{name}_default.pc2"],
                              check=True, capture_output=True, text=True).stdout
        (folder / f"{name}_default.json").write_text(json.dumps(json.loads(said)["files"][0]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
