/** Of the buffers of a thread, all together. The limits of a thread's heap do not include them. */
const mostBytes = 192 * 1_048_576;
const noticeable = 1_048_576;

/**
 * Limits what packages of other people unpack into buffers in this thread: a stream of a PDF may unpack to a thousand times
 * its size, and the package doubles its buffer until it fits.
 */
export function guardMemory(): void {
  const guarded: Uint8ArrayConstructor = new Proxy(Uint8Array, {
    construct(target, given: unknown[], asked): object {
      const [size] = given;
      const wanted = typeof size === 'number' ? size : 0;
      if (wanted > noticeable && process.memoryUsage().arrayBuffers + wanted > mostBytes)
        throw new RangeError('The document unpacks to more than is allowed.');
      return Reflect.construct(target, given, asked === guarded ? target : asked);
    },
  });
  globalThis.Uint8Array = guarded;
  // Collects its output outside of these buffers; without it, the package unpacks by itself.
  Reflect.deleteProperty(globalThis, 'DecompressionStream');
}
