// Where the vertex function puts every vertex, read back by transform feedback: what the tests hold
// against the CPU, and how a faulty shader of a pack is found before it replaces a plant.
import { type DataTexture, type BufferAttribute } from 'three';
import { ATTRIBUTES, type BeamPlant, type UniformValues, type Vec4 } from './beam_plant';
import { type Quality, vertexHead } from './beam_material';
import { FileError } from './errors';

const PRECISION = 'precision highp float;\nprecision highp int;\nprecision highp sampler2D;\n';

function source(plant: BeamPlant, quality: Quality): string {
  return `#version 300 es\n${PRECISION}#define THIGMO_QUALITY ${quality}
in vec3 position;
in vec3 normal;
${vertexHead(plant)}
uniform mat4 world;
out vec3 moved_position;
void main() {
  moved_position = moved_vertex(position, normal, vec3(1.0, 0.0, 0.0), world).position;
  gl_Position = vec4(0.0);
}`;
}

function compile(gl: WebGL2RenderingContext, plant: BeamPlant, quality: Quality): WebGLProgram {
  const program = gl.createProgram();
  const parts: [number, string][] = [
    [gl.VERTEX_SHADER, source(plant, quality)],
    [gl.FRAGMENT_SHADER, '#version 300 es\nprecision highp float;\nvoid main() {}'],
  ];
  for (const [kind, text] of parts) {
    const shader = gl.createShader(kind)!;
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS))
      throw new FileError(`${plant.name}: found a shader that does not compile: ${gl.getShaderInfoLog(shader) ?? ''}`);
  }
  gl.transformFeedbackVaryings(program, ['moved_position'], gl.SEPARATE_ATTRIBS);
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS))
    throw new FileError(`${plant.name}: found a shader that does not link: ${gl.getProgramInfoLog(program) ?? ''}`);
  return program;
}

function newContext(): WebGL2RenderingContext {
  const gl = document.createElement('canvas').getContext('webgl2');
  if (!gl) throw new FileError('This browser has no WebGL 2, which the page needs.');
  return gl;
}

/** Throws one line unless the plant's shader compiles. */
export function checkShader(plant: BeamPlant): void {
  const gl = newContext();
  try {
    compile(gl, plant, 0);
  } finally {
    gl.getExtension('WEBGL_lose_context')?.loseContext();
  }
}

function bindTextures(gl: WebGL2RenderingContext, program: WebGLProgram, textures: Record<string, DataTexture>): void {
  Object.entries(textures).forEach(([name, texture], unit) => {
    const { width, height, data } = texture.image as { width: number; height: number; data: Float32Array };
    const two = data.length === 2 * width * height;
    gl.activeTexture(gl.TEXTURE0 + unit);
    gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
    gl.texImage2D(gl.TEXTURE_2D, 0, two ? gl.RG32F : gl.RGBA32F, width, height, 0, two ? gl.RG : gl.RGBA, gl.FLOAT, data);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    gl.uniform1i(gl.getUniformLocation(program, name), unit);
  });
}

/** Positions (x, y, z in turn) of all vertices of all surfaces, in their order, at a time. */
export function movedPositions(plant: BeamPlant, uniforms: UniformValues, time: number, quality: Quality): Float32Array {
  const gl = newContext();
  try {
    const program = compile(gl, plant, quality);
    gl.useProgram(program);
    bindTextures(gl, program, { ...plant.textures });
    const at = (name: string) => gl.getUniformLocation(program, name);
    for (const [name, value] of Object.entries(uniforms)) gl.uniform4fv(at(name), value satisfies Vec4);
    gl.uniform1f(at('page_time'), time);
    gl.uniformMatrix4fv(at('world'), false, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
    gl.enable(gl.RASTERIZER_DISCARD);
    const parts = plant.surfaces.map((surface) => {
      const names = ['position', 'normal', ATTRIBUTES.branchLeaf, ATTRIBUTES.along, ATTRIBUTES.weights];
      for (const name of names) {
        const attribute = surface.geometry.getAttribute(name) as BufferAttribute;
        const location = gl.getAttribLocation(program, name);
        if (location < 0) continue;
        gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
        gl.bufferData(gl.ARRAY_BUFFER, attribute.array as Float32Array<ArrayBuffer>, gl.STATIC_DRAW);
        gl.enableVertexAttribArray(location);
        gl.vertexAttribPointer(location, attribute.itemSize, gl.FLOAT, false, 0, 0);
      }
      const count = surface.geometry.getAttribute('position').count;
      const out = gl.createBuffer();
      gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, out);
      gl.bufferData(gl.TRANSFORM_FEEDBACK_BUFFER, 12 * count, gl.STREAM_READ);
      gl.beginTransformFeedback(gl.POINTS);
      gl.drawArrays(gl.POINTS, 0, count);
      gl.endTransformFeedback();
      const found = new Float32Array(3 * count);
      gl.getBufferSubData(gl.TRANSFORM_FEEDBACK_BUFFER, 0, found);
      gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, null);
      return found;
    });
    const all = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
    let end = 0;
    for (const part of parts) {
      all.set(part, end);
      end += part.length;
    }
    return all;
  } finally {
    gl.getExtension('WEBGL_lose_context')?.loseContext();
  }
}
