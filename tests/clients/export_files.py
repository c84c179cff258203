"""Exports the plants in every format: export_files.py WRITE_PLANTS THIGMO FOLDER."""
import pathlib
import subprocess
import sys

PLANTS = ["sapling"]


def main():
    write_plants, thigmo, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    subprocess.run([write_plants, folder], check=True)
    for name in PLANTS:
        plant = folder / f"{name}.plant"
        for output, options in [(f"{name}.glb", []), (f"{name}_skin.glb", ["--skin"]),
                                (f"{name}_few.glb", ["--skin", "--max-joints", "3"]),
                                (f"{name}.gltf", []), (f"{name}.obj", [])]:
            report = subprocess.run([thigmo, "export", plant, "-o", folder / output, "--json", *options],
                                    check=True, capture_output=True, text=True).stdout
            (folder / output).with_suffix((folder / output).suffix + ".json").write_text(report)
        info = subprocess.run([thigmo, "info", plant, "--json"], check=True, capture_output=True,
                              text=True).stdout
        (folder / f"{name}.json").write_text(info)
        subprocess.run([thigmo, "render", plant, "-o", folder / f"{name}.png", "--size", "480x480",
                        "--azimuth", "30", "--elevation", "5", "--fov", "30", "--quiet"], check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
