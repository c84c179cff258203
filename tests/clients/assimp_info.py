"""Asks assimp what it reads in our files: assimp_info.py ASSIMP FOLDER."""
import json
import pathlib
import re
import subprocess
import sys


def ask(assimp, path):
    return subprocess.run([assimp, "info", path], check=True, capture_output=True, text=True).stdout


def numbers(text):
    return {name.strip(): int(value) for name, value in re.findall(r"^([A-Z][A-Za-z ]+?):\s+(\d+)", text, re.M)}


def main():
    assimp, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    info = json.loads((folder / "sapling.json").read_text())
    failed = False
    for name, bones in [("sapling.glb", 0), ("sapling_skin.glb", 7), ("sapling.gltf", 0), ("sapling.obj", 0)]:
        text = ask(assimp, folder / name)
        read = numbers(text)
        print(name, read)
        expected = {"Meshes": 2, "Faces": info["triangles"]}
        if name != "sapling.obj":  # assimp adds a default material to OBJ files
            expected["Materials"] = 2
        for key, value in expected.items():
            if read.get(key) != value:
                failed = True
                print(f"{name}: {key}: found {read.get(key)}, expected {value}")
        # assimp counts a bone once per mesh that it moves.
        if read["Bones"] < bones or (bones == 0 and read["Bones"] > 0):
            failed = True
            print(f"{name}: Bones: found {read['Bones']}, expected {bones} or more")
        if bones and not all(word in text for word in ("trunk.seg_3", "twig_2.seg_2")):
            failed = True
            print(f"{name}: found no trunk.seg_3 and twig_2.seg_2 among the nodes:\n{text}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
