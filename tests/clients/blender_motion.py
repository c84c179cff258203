"""Run inside Blender: plays our motions, compares where vertices are with where we have them."""
import json
import pathlib
import sys

import bpy
import numpy

# Debian's Blender 3.4 brings a glTF importer that uses a name which its numpy has dropped.
numpy.bool = bool

FOLDER = pathlib.Path(sys.argv[sys.argv.index("--") + 1])
TOLERANCE = 1e-4  # m
failures = []


def z_up(points):
    points = numpy.array(points)
    return numpy.stack([points[:, 0], -points[:, 2], points[:, 1]], axis=1)


def start(frames_per_second):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.fps = frames_per_second


def world(item, vertices):
    flat = numpy.empty(3 * len(vertices))
    vertices.foreach_get("co", flat)
    matrix = numpy.array(item.matrix_world)
    return flat.reshape(-1, 3) @ matrix[:3, :3].T + matrix[:3, 3]


def find(meshes, rest):
    """The mesh and vertex at each place at rest; there is one only."""
    found = []
    for place in rest:
        best = []
        for mesh in meshes:
            gaps = numpy.linalg.norm(world(mesh, mesh.data.vertices) - place, axis=1)
            best.append((gaps.min(), mesh, int(gaps.argmin())))
        gap, mesh, vertex = min(best, key=lambda entry: entry[0])
        if gap > 2e-6:
            failures.append(f"no vertex at {place}: the nearest is {gap} m away")
        found.append((mesh, vertex))
    return found


def compare(name, meshes, info):
    count = sum(len(mesh.data.vertices) for mesh in meshes)
    if count != info["vertices"]:
        failures.append(f"{name}: found {count} vertices, expected {info['vertices']}")
    chosen = find(meshes, z_up(info["rest_m"]))
    worst = moved = 0
    for frame, expected in info["frames"].items():
        bpy.context.scene.frame_set(int(frame))
        graph = bpy.context.evaluated_depsgraph_get()
        now = {mesh: world(mesh, mesh.evaluated_get(graph).data.vertices) for mesh in meshes}
        places = numpy.array([now[mesh][vertex] for mesh, vertex in chosen])
        worst = max(worst, float(numpy.linalg.norm(places - z_up(expected), axis=1).max()))
        paths = numpy.linalg.norm(places - z_up(info["rest_m"]), axis=1)
        moved = max(moved, float(numpy.median(paths)))
    print(f"{name}: farthest from ours {worst:.2e} m, where half have moved by {moved:.2e} m")
    if not worst <= TOLERANCE:
        failures.append(f"{name}: found vertices {worst} m from ours, expected {TOLERANCE} or less")
    if not moved > 10 * TOLERANCE:
        failures.append(f"{name}: found vertices that moved by {moved} m only")


def play_gltf(name, info):
    start(int(info["frames_per_second"]))
    bpy.ops.import_scene.gltf(filepath=str(FOLDER / name))
    meshes = [o for o in bpy.data.objects if o.type == "MESH" and o.name.split(".")[0] != "Icosphere"]
    bones = next(o for o in bpy.data.objects if o.type == "ARMATURE").data.bones
    # Organs that move with their segment throughout need no bone of their own.
    if not info["segments"] < len(bones) <= info["segments"] + info["shapes"]:
        failures.append(f"{name}: found {len(bones)} bones, expected more than {info['segments']}")
    compare(name, meshes, info)


def play_cache(name, axes, info):
    start(int(info["frames_per_second"]))
    bpy.ops.wm.obj_import(filepath=str((FOLDER / name).with_suffix(".obj")), **axes)
    mesh, = [o for o in bpy.data.objects if o.type == "MESH"]
    if axes and mesh.matrix_world != mesh.matrix_world.Identity(4):
        failures.append(f"{name}: found an object that is turned, expected its vertices to be")
    cache = mesh.modifiers.new("cache", "MESH_CACHE")
    cache.cache_format = name.rsplit(".", 1)[1].upper()
    cache.filepath = str(FOLDER / name)
    cache.frame_start = 0
    compare(name, [mesh], info)


def main():
    info = json.loads((FOLDER / "rose_motion.json").read_text())
    for name in ["rose.pc2", "rose.mdd"]:
        play_cache(name, {}, info)
    for name in ["rose_z.pc2", "rose_z.mdd"]:
        play_cache(name, {"forward_axis": "Y", "up_axis": "Z"}, info)
    play_gltf("rose.glb", info)
    print("\n".join(failures) if failures else "Blender moves our plants as they are meant")
    sys.exit(1 if failures else 0)


main()
