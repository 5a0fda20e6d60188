/** Exponential, capped, with full jitter on its upper half: retries of many clients do not arrive together. */
export function backoffMs(attempt: number, baseMs = 1_000, capMs = 300_000): number {
  const ceiling = Math.min(capMs, baseMs * 2 ** Math.max(0, attempt - 1));
  return Math.round(ceiling / 2 + (Math.random() * ceiling) / 2);
}
