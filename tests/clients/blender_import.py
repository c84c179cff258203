"""Run inside Blender: imports our files, checks what arrived, draws it beside our own picture."""
import json
import math
import pathlib
import sys

import bpy
import mathutils
import numpy

# Debian's Blender 3.4 brings a glTF importer that uses a name which its numpy has dropped.
numpy.bool = bool

FOLDER = pathlib.Path(sys.argv[sys.argv.index("--") + 1])
SIZE = 480
failures = []


def expect(what, found, expected, tolerance=None):
    same = found == expected if tolerance is None else abs(found - expected) <= tolerance
    if not same:
        failures.append(f"{what}: found {found}, expected {expected}")


def load(name):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    path = str(FOLDER / name)
    if name.endswith(".obj"):
        bpy.ops.wm.obj_import(filepath=path)
    else:
        bpy.ops.import_scene.gltf(filepath=path)
    # The importer adds a shape of its own to draw bones with.
    return [o for o in bpy.data.objects if o.type == "MESH" and o.name.split(".")[0] != "Icosphere"]


def triangles(meshes):
    return sum(len(p.vertices) - 2 for o in meshes for p in o.data.polygons)


def box(meshes):
    corners = [o.matrix_world @ v.co for o in meshes for v in o.data.vertices]
    return [[f(c[k] for c in corners) for k in range(3)] for f in (min, max)]


def check_geometry(name, meshes, info):
    expect(f"{name}: triangles", triangles(meshes), info["triangles"])
    low, high = box(meshes)
    # Blender's z is up: our y. The foot of a stem is sunk by a little.
    for axis, ours, sign in [(0, 0, 1), (2, 1, 1), (1, 2, -1)]:
        ends = sorted([sign * info["bounds"]["min"][ours], sign * info["bounds"]["max"][ours]])
        expect(f"{name}: least {'xyz'[axis]}", low[axis], ends[0], 0.005)
        expect(f"{name}: largest {'xyz'[axis]}", high[axis], ends[1], 0.005)


def check_materials(name, meshes):
    looks = {m.name.split("_")[0]: m for o in meshes for m in o.data.materials}
    expect(f"{name}: materials", sorted(looks), ["bark", "leaf"])
    shader = looks["leaf"].node_tree.nodes["Principled BSDF"]
    expect(f"{name}: leaf alpha is linked", shader.inputs["Alpha"].is_linked, True)
    pictures = [n.image for n in looks["leaf"].node_tree.nodes if n.type == "TEX_IMAGE" and n.image]
    expect(f"{name}: leaf picture", sorted({tuple(i.size) for i in pictures}), [(16, 16)])
    if not name.endswith(".obj"):
        expect(f"{name}: leaf alpha mode", looks["leaf"].blend_method, "CLIP")
        expect(f"{name}: leaf culling", looks["leaf"].use_backface_culling, False)
        expect(f"{name}: bark culling", looks["bark"].use_backface_culling, True)
        expect(f"{name}: bark alpha mode", looks["bark"].blend_method, "OPAQUE")


def check_skeleton(name, meshes, joints):
    armatures = [o for o in bpy.data.objects if o.type == "ARMATURE"]
    expect(f"{name}: armatures", [a.name for a in armatures], ["sapling"])
    bones = armatures[0].data.bones
    expect(f"{name}: bones", len(bones), joints)
    expect(f"{name}: bone trunk", "trunk" in bones, True)
    if joints == 7:
        expect(f"{name}: parent of twig_1.seg_2", bones["twig_1.seg_2"].parent.name, "twig_1")
        expect(f"{name}: parent of twig_2", bones["twig_2"].parent.name, "trunk.seg_3")
        foot = armatures[0].matrix_world @ bones["trunk.seg_2"].head_local
        expect(f"{name}: height of trunk.seg_2", foot.z, 0.4, 1e-5)
    for mesh in meshes:
        sums = [sum(g.weight for g in v.groups) for v in mesh.data.vertices]
        expect(f"{name}: least sum of weights of {mesh.name}", min(sums), 1.0, 1e-4)


def bend(name, meshes):
    """Turning a twig's bone carries its tip and its leaves along and leaves the rest in place."""
    armature = next(o for o in bpy.data.objects if o.type == "ARMATURE")
    bone = armature.pose.bones["twig_1"]
    bone.rotation_mode = "XYZ"
    bone.rotation_euler = (0, 0, math.radians(40))
    bpy.context.view_layer.update()
    graph = bpy.context.evaluated_depsgraph_get()
    for mesh in meshes:
        moved = mesh.evaluated_get(graph).data.vertices
        paths = [(mesh.matrix_world @ m.co - mesh.matrix_world @ v.co).length
                 for m, v in zip(moved, mesh.data.vertices)]
        expect(f"{name}: {mesh.name} moves in part", (max(paths) > 0.05, min(paths) < 1e-5), (True, True))


def look_from(azimuth, elevation, fov, low, high):
    centre = mathutils.Vector([(a + b) / 2 for a, b in zip(low, high)])
    radius = (mathutils.Vector(high) - mathutils.Vector(low)).length / 2
    a, e = math.radians(azimuth), math.radians(elevation)
    way = mathutils.Vector((math.sin(a) * math.cos(e), -math.cos(a) * math.cos(e), math.sin(e)))
    camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    camera.data.angle = math.radians(fov)
    camera.location = centre + way * radius / math.sin(math.radians(fov) / 2)
    camera.rotation_euler = (-way).to_track_quat("-Z", "Y").to_euler()
    bpy.context.collection.objects.link(camera)
    bpy.context.scene.camera = camera


def draw(meshes, path):
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.samples = 16
    scene.cycles.device = "CPU"
    scene.cycles.use_denoising = False
    scene.render.resolution_x = scene.render.resolution_y = SIZE
    scene.render.film_transparent = True
    scene.view_settings.view_transform = "Standard"
    sun = bpy.data.objects.new("sun", bpy.data.lights.new("sun", "SUN"))
    sun.data.energy = 3
    sun.rotation_euler = (math.radians(50), 0, math.radians(-40))
    bpy.context.collection.objects.link(sun)
    scene.world = bpy.data.worlds.new("sky")
    scene.world.use_nodes = True
    scene.world.node_tree.nodes["Background"].inputs[0].default_value = (0.6, 0.7, 0.85, 1)
    look_from(30, 5, 30, *box(meshes))
    scene.render.filepath = str(path)
    bpy.ops.render.render(write_still=True)


def pixels(path):
    image = bpy.data.images.load(str(path))
    values = numpy.empty(len(image.pixels), dtype=numpy.float32)
    image.pixels.foreach_get(values)
    return values.reshape(image.size[1], image.size[0], 4)


def draw_beside(meshes, name):
    theirs = FOLDER / f"{name}_blender.png"
    draw(meshes, theirs)
    right = pixels(theirs)
    covered = float((right[..., 3] > 0.5).mean())
    expect(f"{name}: share of Blender's picture that the plant covers", 0.005 < covered < 0.3, True)
    right = right * right[..., 3:] + numpy.array([0.8, 0.85, 0.9, 1]) * (1 - right[..., 3:])
    both = numpy.concatenate([pixels(FOLDER / f"{name}.png"), right], axis=1).astype(numpy.float32)
    image = bpy.data.images.new("both", both.shape[1], both.shape[0])
    image.pixels.foreach_set(both.ravel())
    image.filepath_raw = str(FOLDER / f"{name}_beside.png")
    image.file_format = "PNG"
    image.save()
    print(f"ours and Blender's: {image.filepath_raw}")


def main():
    info = json.loads((FOLDER / "sapling.json").read_text())
    for name in ["sapling.glb", "sapling.gltf", "sapling.obj", "sapling_skin.glb", "sapling_few.glb"]:
        meshes = load(name)
        check_geometry(name, meshes, info)
        check_materials(name, meshes)
        if name in ("sapling_skin.glb", "sapling_few.glb"):
            report = json.loads((FOLDER / f"{name}.json").read_text())
            check_skeleton(name, meshes, report["joints"])
    draw_beside(load("sapling.glb"), "sapling")
    bend("sapling_skin.glb", load("sapling_skin.glb"))
    print("\n".join(failures) if failures else "Blender reads our files as they are meant")
    sys.exit(1 if failures else 0)


main()
