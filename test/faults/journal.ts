/** What clients said, and what they were told: all that the oracles may hold the gateway to. */

type Door = 'chat' | 'stream' | 'socket' | 'batch';

/** One message that somebody sent, known by its text, which nobody else sends. */
export type Said = {
  text: string;
  tenant: string;
  door: Door;
  sentAt: number;
  /** The first sign that it had been taken. */
  takenAt?: number;
  answeredAt?: number;
  /** `completed` and `failed` are what the client was told; without one it does not know. */
  told?: 'completed' | 'failed' | 'accepted';
  runId?: string;
  sessionId?: string;
  content?: string;
};

/** Something that a client made: there if it was acknowledged, and never twice. */
export type Written = { kind: 'agent' | 'webhook' | 'note'; tenant: string; text: string; id?: string };

export type Journal = ReturnType<typeof createJournal>;

export function createJournal() {
  const said: Said[] = [];
  const written: Written[] = [];
  const counts = new Map<string, number>();
  let number = 0;
  return {
    said,
    written,
    counts,
    /** What clients saw that must never be seen. */
    violations: [] as { oracle: string; what: string }[],
    /** When a node last gave someone an answer. */
    answers: [] as { node: string; at: number }[],
    count(what: string): void {
      counts.set(what, (counts.get(what) ?? 0) + 1);
    },
    /** A number that was never given before in this run. */
    newNumber: (): number => ++number,
  };
}
