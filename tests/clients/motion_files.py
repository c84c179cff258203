"""Simulates a scene into every format: motion_files.py WRITE_MOTION THIGMO SCENE FOLDER."""
import pathlib
import subprocess
import sys


def main():
    write_motion, thigmo, scene, folder = *sys.argv[1:4], pathlib.Path(sys.argv[4])
    folder.mkdir(parents=True, exist_ok=True)
    stem = pathlib.Path(scene).stem
    subprocess.run([write_motion, scene, folder / f"{stem}_motion.json"], check=True)

    def simulate(names, *options):
        outputs = [word for name in names for word in ("-o", folder / name)]
        subprocess.run([thigmo, "simulate", scene, *outputs, *options, "--quiet"], check=True)

    simulate([f"{stem}.glb", f"{stem}.pc2", f"{stem}.mdd"], "--max-joints", "65535")
    simulate([f"{stem}_z.pc2", f"{stem}_z.mdd"], "--target", "blender")
    return 0


if __name__ == "__main__":
    sys.exit(main())
