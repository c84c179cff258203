"""Compiles the vertex function of a shader pack with glslang: GLSL, HLSL, HLSL as a struct, every
quality."""
import pathlib
import subprocess
import sys

GLSL_HEAD = """#version 300 es
precision highp float;
precision highp int;
precision highp sampler2D;
"""
GLSL_MAIN = """
in vec3 position, normal, tangent;
in vec2 uv1, uv2, uv3, uv4;
uniform mat4 world;
uniform float time;
void main() {
    ThigmoVertex v;
    v.position = position;
    v.normal = normal;
    v.tangent = tangent;
    v = thigmo_move(v, uv1, vec4(uv2, uv3), uv4, world, time);
    gl_Position = vec4(v.position + v.normal + v.tangent, 1.0);
}
"""
HLSL_MAIN = """
float4x4 world;
float time;
struct Input {
    float3 position : POSITION; float3 normal : NORMAL; float3 tangent : TANGENT;
    float2 uv1 : TEXCOORD1; float2 uv2 : TEXCOORD2; float2 uv3 : TEXCOORD3; float2 uv4 : TEXCOORD4;
};
float4 main(Input input) : SV_Position {
    ThigmoVertex v;
    v.position = input.position;
    v.normal = input.normal;
    v.tangent = input.tangent;
    v = CALLthigmo_move(v, input.uv1, float4(input.uv2, input.uv3), input.uv4, world, time);
    return float4(v.position + v.normal + v.tangent, 1.0);
}
"""
TEXTURES = ("branches", "leaves", "motion", "flutter")
VECTORS = ("wind", "damping", "stiffness", "sway", "leaf", "air")


def struct_main():
    inputs = "".join(f"Texture2D<float4> in_{name};\n" for name in TEXTURES)
    inputs += "".join(f"float4 in_{name};\n" for name in VECTORS)
    fill = "ThigmoBeam beam;\n" + "".join(
        f"    beam.thigmo_{name} = in_{name};\n" for name in TEXTURES + VECTORS)
    return inputs + HLSL_MAIN.replace("    ThigmoVertex v;", f"    {fill}    ThigmoVertex v;").replace(
        "CALL", "beam.")


def main():
    glslang, thigmo, plant, folder = sys.argv[1:]
    pack = pathlib.Path(folder)
    subprocess.run([thigmo, "export", plant, "--shader", folder], check=True)
    glsl = (pack / "thigmo_beam.glsl").read_text()
    hlsl = (pack / "thigmo_beam.hlsl").read_text()
    for quality in range(3):
        define = f"#define THIGMO_QUALITY {quality}\n"
        sources = {
            "glsl.vert": GLSL_HEAD + define + glsl + GLSL_MAIN,
            "plain.hlsl": define + hlsl + HLSL_MAIN.replace("CALL", ""),
            "struct.hlsl": define + "#define THIGMO_STRUCT 1\n" + hlsl + struct_main(),
        }
        for name, text in sources.items():
            path = pack / name
            path.write_text(text)
            options = [] if name.endswith(".vert") else [
                "-D", "-S", "vert", "-e", "main", "-V", "--amb", "--aml", "-o", str(pack / "out.spv")]
            subprocess.run([glslang, *options, str(path)], check=True)


main()
