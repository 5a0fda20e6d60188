/** Everything that asks for the time asks this, so that a test can move it. */
export type Clock = { now(): number };

export const systemClock: Clock = { now: () => Date.now() };

export const iso = (timeMs: number): string => new Date(timeMs).toISOString();
