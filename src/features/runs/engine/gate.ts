/** A semaphore: at most `places` inside at once, the others wait in order of arrival. */
export function createGate(places: number) {
  const waiting: (() => void)[] = [];
  let inside = 0;

  return {
    async enter(): Promise<void> {
      if (inside === places) await new Promise<void>((resolve) => waiting.push(resolve));
      else inside += 1;
    },
    leave(): void {
      const next = waiting.shift();
      if (next) next();
      else inside -= 1;
    },
  };
}
