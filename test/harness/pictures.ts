/** The smallest PNG: one grey pixel. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** The same picture with more bytes after its end, which decoders ignore; `seed` makes it another one. */
export function pictureOf(bytes: number, seed = 0): Buffer {
  const picture = Buffer.alloc(bytes, 0x2a + (seed % 80));
  png.copy(picture);
  return picture;
}

export const dataUrl = (bytes: Buffer, mediaType = 'image/png'): string =>
  `data:${mediaType};base64,${bytes.toString('base64')}`;
