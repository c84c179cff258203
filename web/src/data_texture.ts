// A table of floats as a texture that shaders fetch from, texel by texel.
import { DataTexture, FloatType, NearestFilter, RGBAFormat, RGFormat } from 'three';
import { FileError } from './errors';

export function dataTexture(values: Float32Array<ArrayBuffer>, width: number, height: number, channels: number): DataTexture {
  const format = channels === 4 ? RGBAFormat : channels === 2 ? RGFormat : undefined;
  if (format === undefined) throw new FileError(`pack.json: found ${channels} channels, expected 2 or 4`);
  const texture = new DataTexture(values, width, height, format, FloatType);
  texture.minFilter = texture.magFilter = NearestFilter;
  texture.generateMipmaps = false;
  texture.flipY = false;
  texture.needsUpdate = true;
  return texture;
}
