/** What a fake server saw, in order of arrival, and a way to wait for more of it. */
export function createRecordLog<Entry>(describe: (entry: Entry) => string) {
  const entries: Entry[] = [];
  const checks = new Set<() => void>();

  function until<Found>(find: () => Found | undefined, timeoutMs: number): Promise<Found> {
    return new Promise((resolve, reject) => {
      // A predicate that throws fails its own test, not the server that noticed the change.
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
        settle(() => reject(new Error(`What was waited for did not come within ${timeoutMs} ms; what came:${seen}`)));
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

  /** To be called after an entry was altered: whoever waits looks again. */
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
