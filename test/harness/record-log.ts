/** The requests that a fake server received, in order of arrival, and a way to wait for more. */
export function createRecordLog<Entry>(describe: (entry: Entry) => string) {
  const entries: Entry[] = [];
  const checks = new Set<() => void>();

  function until<Found>(find: () => Found | undefined, timeoutMs: number): Promise<Found> {
    return new Promise((resolve, reject) => {
      // A predicate that throws fails its own test, not the server.
      const check = () => {
        try {
          const found = find();
          if (found !== undefined) settle(() => resolve(found));
        } catch (error) {
          settle(() => reject(error));
        }
      };
      const settle = (outcome: () => void) => {
        checks.delete(check);
        clearTimeout(timer);
        outcome();
      };
      const timer = setTimeout(() => {
        const seen = entries.map((entry) => `\n  ${describe(entry)}`).join('') || ' nothing';
        settle(() => reject(new Error(`The expected entries did not come within ${timeoutMs} ms; received:${seen}`)));
      }, timeoutMs);
      checks.add(check);
      check();
    });
  }

  function waitFor(count: number, timeoutMs?: number): Promise<Entry[]>;
  function waitFor(matches: (entry: Entry) => boolean, timeoutMs?: number): Promise<Entry>;
  function waitFor(wanted: number | ((entry: Entry) => boolean), timeoutMs = 5_000): Promise<Entry | Entry[]> {
    if (typeof wanted === 'function') return until(() => entries.find(wanted), timeoutMs);
    return until(() => (entries.length >= wanted ? [...entries] : undefined), timeoutMs);
  }

  /** Must be called after an entry was changed: waiting tests check again. */
  function changed() {
    for (const check of [...checks]) check();
  }

  return {
    entries,
    waitFor,
    changed,
    add(entry: Entry) {
      entries.push(entry);
      changed();
    },
  };
}
