"""Run inside Blender: plays default exports of species beside their point caches, vertex by vertex.

    blender --background --python blender_default.py -- TOOLS FOLDER SPECIES...
"""
import json
import pathlib
import sys

import bpy
import numpy

numpy.bool = bool  # Debian's Blender 3.4 asks for a name that its numpy has dropped

WORDS = sys.argv[sys.argv.index("--") + 1:]
sys.path.insert(0, WORDS[0])
import exported_motion  # noqa: E402

FOLDER = pathlib.Path(WORDS[1])
FRAMES = [0, 30, 60, 90, 120]
failures = []


def positions(item, vertices):
    flat = numpy.empty(3 * len(vertices))
    vertices.foreach_get("co", flat)
    matrix = numpy.array(item.matrix_world)
    z_up = flat.reshape(-1, 3) @ matrix[:3, :3].T + matrix[:3, 3]
    return numpy.stack([z_up[:, 0], z_up[:, 2], -z_up[:, 1]], axis=1)


def load(name):
    """The meshes in the file's order."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.fps = 30
    bpy.ops.import_scene.gltf(filepath=str(FOLDER / f"{name}_default.glb"))
    order = [mesh[0] for mesh in exported_motion.Glb(FOLDER / f"{name}_default.glb").meshes]
    found = {item.data.name.split(".")[0]: item for item in bpy.data.objects if item.type == "MESH"}
    return [found[mesh] for mesh in order]


def measure(name):
    meshes = load(name)
    cache = exported_motion.Pc2(FOLDER / f"{name}_default.pc2")
    rest = numpy.concatenate([positions(item, item.data.vertices) for item in meshes])
    wood = numpy.concatenate([numpy.full(len(item.data.vertices), item.data.name in exported_motion.WOOD)
                              for item in meshes])
    assert len(rest) == cache.points, (len(rest), cache.points)
    moved = error = 0
    for frame in FRAMES:
        bpy.context.scene.frame_set(frame)
        graph = bpy.context.evaluated_depsgraph_get()
        now = numpy.concatenate([positions(item, item.evaluated_get(graph).data.vertices)
                                 for item in meshes])
        moved = moved + ((cache.data[frame] - rest) ** 2).sum(axis=1)
        error = error + ((cache.data[frame] - now) ** 2).sum(axis=1)

    def rms(squares):
        return float((squares.mean() / len(FRAMES)) ** 0.5)

    return {"moved_rms_m": rms(moved), "error_rms_m": rms(error),
            "moved_wood_rms_m": rms(moved[wood]), "error_wood_rms_m": rms(error[wood]),
            "snaps": exported_motion.Glb(FOLDER / f"{name}_default.glb").snaps()}


def main():
    for name in WORDS[2:]:
        report = json.loads((FOLDER / f"{name}_default.json").read_text())
        found = measure(name)
        print(name, found)
        failures.extend(f"{name}: {fault}" for fault in exported_motion.faults(found, report, 0.25))
    print("\n".join(failures) if failures else "Blender moves default exports as simulated")
    sys.exit(1 if failures else 0)


main()
