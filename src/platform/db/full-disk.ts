const rememberedMs = 5_000;

/** Remembers for a few seconds that a write failed because the disk was full: not every write needs room on it. */
export function createFullDisk() {
  let at = Number.NEGATIVE_INFINITY;
  return {
    note(): void {
      at = performance.now();
    },
    isFull: () => performance.now() - at < rememberedMs,
  };
}
