/** What the loop below takes on a quiet core of 2026. */
const nominalMs = 45;
const most = 12;

/** How many times slower than a quiet machine this one is now: another tenant of the host may take most of it. */
function slowness(): number {
  const began = performance.now();
  let sum = 0;
  for (let n = 0; n < 10_000_000; n += 1) sum = (sum + n * 7) % 1_000_003;
  const tookMs = performance.now() - began + (sum < 0 ? 1 : 0);
  return Math.min(most, Math.max(1, tookMs / nominalMs));
}

/**
 * A limit for a measured time. The figure is for a quiet machine; a slow or busy one gets proportionally more, so that a test fails
 * because of the code.
 */
export const onThisMachine = (limitMs: number): number => limitMs * slowness();
