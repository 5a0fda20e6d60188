/** How long before a floor work may still turn up: its transaction took so long. Later work is found by the next look at everything. */
const slackMs = 1_000;
/** Looks at everything take a twentieth of the time at most, and are never further apart than this. */
const restFactor = 20;
const longestRestMs = 30_000;

export type Floors = ReturnType<typeof createFloors>;

/**
 * From which due time on work is looked for, by queue. Work that is done leaves dead entries at the front of an index, and
 * while a long snapshot is open (a dump) PostgreSQL cannot remove them: each claim would walk through all of them. A floor
 * is where the last claim ended, and the next claim begins there. What was due before its floor (its lease ended, its workspace was suspended,
 * its clock was wrong) is found by a look at everything, which every poll is unless such looks take long.
 *
 * The embedded engine leaves nothing dead in its indexes; there everything is looked at.
 */
export function createFloors({ enabled }: { enabled: boolean }) {
  const floors = new Map<string, number>();
  /** Due before their floor. Kept until a claim takes them up: one that is under way must not forget them. */
  const below = new Map<string, number>();
  let wholeFrom = Number.NEGATIVE_INFINITY;
  const from = (queue: string): number => (enabled ? Math.max(0, (floors.get(queue) ?? 0) - slackMs) : 0);
  return {
    from,
    /** Where a claim begins. */
    begin(queue: string): number {
      const start = Math.min(from(queue), below.get(queue) ?? Number.POSITIVE_INFINITY);
      below.delete(queue);
      return start;
    },
    /** A claim has left nothing that was due before this time. */
    reached(queue: string, time: number): void {
      if (enabled) floors.set(queue, time);
    },
    forget: (queue: string): boolean => floors.delete(queue),
    /** Looks for due work, at everything or from the floors on. What it finds is told to `found`. */
    async look<Found>(read: (whole: boolean) => Promise<Found>): Promise<Found> {
      const began = performance.now();
      const whole = !enabled || began >= wholeFrom;
      try {
        return await read(whole);
      } finally {
        // Also after one that failed because it took too long.
        const ended = performance.now();
        if (whole) wholeFrom = ended + Math.min(longestRestMs, (ended - began) * restFactor);
      }
    },
    found(queue: string, time: number): void {
      if (time < from(queue)) below.set(queue, time);
    },
  };
}
