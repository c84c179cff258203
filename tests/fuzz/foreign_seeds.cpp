// COLLADA, FBX, STL, 3DS and AC3D by hand, of one leaf or two.
#include <array>
#include <string_view>
#include <utility>

#include "tests/fuzz/mesh_seeds.h"

namespace thigmo::fuzz {
namespace {

constexpr std::string_view dae_text = R"(<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit name="centimetre" meter="0.01"/><up_axis>Z_UP</up_axis></asset>
<library_images><image id="i"><init_from>leaf.png</init_from></image></library_images>
<library_effects><effect id="e"><profile_COMMON><technique sid="t"><lambert><diffuse>
<color>0.2 0.6 0.1 1</color></diffuse></lambert></technique></profile_COMMON></effect></library_effects>
<library_materials><material id="m" name="green"><instance_effect url="#e"/></material></library_materials>
<library_geometries><geometry id="g" name="leaf"><mesh>
<source id="p"><float_array id="pa" count="12">0 0 0 1 0 0 0 0 3 1 0 3</float_array><technique_common>
<accessor source="#pa" count="4" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>
<param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles material="s" count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>
<polylist count="1"><input semantic="VERTEX" source="#v" offset="0"/><vcount>4</vcount><p>0 1 3 2</p></polylist>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node id="n" name="twig"><translate>0 0 1</translate>
<rotate>0 0 1 30</rotate><instance_geometry url="#g"/><node id="o"><matrix>1 0 0 2 0 1 0 0 0 0 1 0 0 0 0 1</matrix>
<instance_geometry url="#g"/></node></node><node><instance_node url="#o"/></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>
)";

constexpr std::string_view fbx_text = R"(; FBX 7.4.0 project file
FBXHeaderExtension: {
 FBXHeaderVersion: 1003
 FBXVersion: 7400
}
GlobalSettings: {
 Version: 1000
 Properties70: {
  P: "UpAxis", "int", "Integer", "",2
  P: "UnitScaleFactor", "double", "Number", "",2.54
 }
}
Objects: {
 Geometry: 10, "Geometry::g", "Mesh" {
  Vertices: *12 {
   a: 0,0,0,1,0,0,1,0,3,0,0,3
  }
  PolygonVertexIndex: *7 {
   a: 0,1,2,-4,0,1,-3
  }
  LayerElementNormal: 0 {
   MappingInformationType: "ByPolygonVertex"
   ReferenceInformationType: "Direct"
   Normals: *21 {
    a: 0,1,0,0,1,0,0,1,0,0,1,0,0,1,0,0,1,0,0,1,0
   }
  }
  LayerElementUV: 0 {
   MappingInformationType: "ByPolygonVertex"
   ReferenceInformationType: "IndexToDirect"
   UV: *4 {
    a: 0,0,1,1
   }
   UVIndex: *7 {
    a: 0,1,1,0,0,1,1
   }
  }
 }
 Model: 11, "Model::stem", "Mesh" {
  Version: 232
  Properties70: {
   P: "Lcl Rotation", "Lcl Rotation", "", "A",0,30,0
   P: "Lcl Translation", "Lcl Translation", "", "A",1,2,3
  }
 }
 Material: 12, "Material::bark", "" {
  ShadingModel: "phong"
  Properties70: {
   P: "DiffuseColor", "Color", "", "A",0.4,0.3,0.2
  }
 }
}
Connections: {
 C: "OO",11,0
 C: "OO",10,11
 C: "OO",12,11
}
)";

constexpr std::string_view stl_text = R"(solid leaf
facet normal 0 0 1
outer loop
vertex 0 0 0
vertex 1 0 0
vertex 0 1 0
endloop
endfacet
facet normal 0 0 1
outer loop
vertex 1 0 0
vertex 1 1 0.5
vertex 0 1 0
endloop
endfacet
endsolid leaf
)";

constexpr std::string_view ac_text = R"(AC3Db
MATERIAL "bark" rgb 0.5 0.4 0.3  amb 0.2 0.2 0.2  emis 0 0 0  spec 0.5 0.5 0.5  shi 10  trans 0
OBJECT world
kids 2
OBJECT poly
name "stem"
loc 0 1 0
texture "leaf.png"
texrep 1 1
numvert 4
0 0 0
1 0 0
0 2 0
1 2 0
numsurf 2
SURF 0x20
mat 0
refs 4
0 0 0
1 1 0
3 1 1
2 0 1
SURF 0x02
mat 0
refs 2
0 0 0
1 0 0
kids 0
OBJECT group
rot 1 0 0 0 1 0 0 0 1
kids 0
)";

template <class... Values>
std::string packed(Values... values) {
    std::string bytes;
    (append_value(bytes, values), ...);
    return bytes;
}

std::string binary_stl() {
    std::string bytes(80, ' ');
    append_value(bytes, uint32_t{2});
    for (const float height : {1.f, 2.f}) {
        for (const float value : {0.f, 0.f, 1.f, 0.f, 0.f, 0.f, 1.f, 0.f, 0.f, 0.f, height, 0.f})
            append_value(bytes, value);
        append_value(bytes, uint16_t{0});
    }
    return bytes;
}

/// A chunk of 3DS.
std::string chunk(uint16_t kind, const std::string& inside) {
    return packed(kind, static_cast<uint32_t>(inside.size() + 6)) + inside;
}

std::string binary_3ds() {
    const std::string vertices =
        packed(uint16_t{4}, 0.f, 0.f, 0.f, 1.f, 0.f, 0.f, 0.f, 1.f, 0.f, 1.f, 1.f, 0.5f);
    const std::string uvs = packed(uint16_t{4}, 0.f, 0.f, 1.f, 0.f, 0.f, 1.f, 1.f, 1.f);
    const std::string faces =
        packed(uint16_t{2}, uint16_t{0}, uint16_t{1}, uint16_t{2}, uint16_t{7}, uint16_t{1},
               uint16_t{3}, uint16_t{2}, uint16_t{7});
    const std::string of_faces =
        chunk(0x4130, std::string("bark\0", 5) + packed(uint16_t{1}, uint16_t{0}));
    const std::string mesh = chunk(
        0x4100, chunk(0x4110, vertices) + chunk(0x4140, uvs) + chunk(0x4120, faces + of_faces));
    const std::string colour = chunk(0x0011, packed(uint8_t{90}, uint8_t{70}, uint8_t{50}));
    const std::string material =
        chunk(0xafff, chunk(0xa000, std::string("bark\0", 5)) + chunk(0xa020, colour) +
                          chunk(0xa200, chunk(0xa300, std::string("leaf.png\0", 9))));
    return chunk(0x4d4d,
                 chunk(0x0002, packed(uint32_t{3})) +
                     chunk(0x3d3d, material + chunk(0x4000, std::string("leaf\0", 5) + mesh)));
}

/// A node of binary FBX at `at`: its properties, `count` of them, and what is inside.
std::string fbx_node(size_t at, std::string_view name, uint32_t count, const std::string& values,
                     const std::string& inside) {
    const std::string end = inside.empty() ? "" : std::string(13, '\0');
    const size_t size = 13 + name.size() + values.size() + inside.size() + end.size();
    return packed(static_cast<uint32_t>(at + size), count, static_cast<uint32_t>(values.size()),
                  static_cast<uint8_t>(name.size())) +
           std::string(name) + values + inside + end;
}

std::string fbx_text_value(std::string_view text) {
    return packed('S', static_cast<uint32_t>(text.size())) + std::string(text);
}

template <class T, size_t count>
std::string fbx_array(char kind, const std::array<T, count>& values) {
    std::string bytes;
    for (const T value : values) append_value(bytes, value);
    return kind +
           packed(static_cast<uint32_t>(count), uint32_t{0}, static_cast<uint32_t>(bytes.size())) +
           bytes;
}

std::string fbx_key(int64_t key) {
    return packed('L', key);
}

std::string binary_fbx() {
    std::string bytes("Kaydara FBX Binary  \0\x1a\0", 23);
    append_value(bytes, uint32_t{7400});
    constexpr size_t head = 13;  // of a node, before its name
    const size_t inside_head = bytes.size() + head + std::string_view("FBXHeaderExtension").size();
    bytes += fbx_node(bytes.size(), "FBXHeaderExtension", 0, "",
                      fbx_node(inside_head, "FBXVersion", 1, packed('I', int32_t{7400}), ""));
    const std::string name_of_mesh =
        fbx_key(10) + fbx_text_value(std::string("g\0\1Geometry", 11)) + fbx_text_value("Mesh");
    const size_t objects = bytes.size() + head + 7;
    const size_t in_mesh = objects + head + 8 + name_of_mesh.size();
    const std::string vertices =
        fbx_node(in_mesh, "Vertices", 1,
                 fbx_array<double, 12>('d', {0, 0, 0, 1, 0, 0, 1, 0, 3, 0, 0, 3}), "");
    const std::string corners = fbx_node(in_mesh + vertices.size(), "PolygonVertexIndex", 1,
                                         fbx_array<int32_t, 4>('i', {0, 1, 2, -4}), "");
    const std::string mesh = fbx_node(objects, "Geometry", 3, name_of_mesh, vertices + corners);
    const std::string name_of_model =
        fbx_key(11) + fbx_text_value(std::string("stem\0\1Model", 11)) + fbx_text_value("Mesh");
    const size_t in_model = objects + mesh.size() + head + 5 + name_of_model.size();
    const std::string model =
        fbx_node(objects + mesh.size(), "Model", 3, name_of_model,
                 fbx_node(in_model, "Version", 1, packed('I', int32_t{232}), ""));
    bytes += fbx_node(bytes.size(), "Objects", 0, "", mesh + model);
    const size_t links = bytes.size() + head + 11;
    const std::string first =
        fbx_node(links, "C", 3, fbx_text_value("OO") + fbx_key(11) + fbx_key(0), "");
    const std::string second = fbx_node(links + first.size(), "C", 3,
                                        fbx_text_value("OO") + fbx_key(10) + fbx_key(11), "");
    bytes += fbx_node(bytes.size(), "Connections", 0, "", first + second);
    return bytes + std::string(13, '\0');
}

}  // namespace

std::vector<MeshSeed> foreign_seeds() {
    return {{"COLLADA", "mesh.dae", std::string(dae_text)},
            {"FBX, text", "mesh.fbx", std::string(fbx_text)},
            {"FBX, binary", "mesh.fbx", binary_fbx()},
            {"STL, text", "mesh.stl", std::string(stl_text)},
            {"STL, binary", "mesh.stl", binary_stl()},
            {"3DS", "mesh.3ds", binary_3ds()},
            {"AC3D", "mesh.ac", std::string(ac_text)}};
}

}  // namespace thigmo::fuzz
