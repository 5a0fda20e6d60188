/** What clients sent and received: the only facts by which the oracles judge the gateway. */

type Door = 'chat' | 'stream' | 'socket' | 'batch';

/** One message of a client, identified by its unique text. */
export type Said = {
  text: string;
  tenant: string;
  door: Door;
  sentAt: number;
  /** The time of the first sign that the gateway accepted it. */
  takenAt?: number;
  answeredAt?: number;
  /** What the client was told; undefined if it got no answer. */
  told?: 'completed' | 'failed' | 'accepted';
  runId?: string;
  sessionId?: string;
  content?: string;
};

/** A thing that a client created: it exists once if it was acknowledged, and otherwise at most once. */
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
    /** Forbidden observations of clients. */
    violations: [] as { oracle: string; what: string }[],
    /** The times at which a node answered a client. */
    answers: [] as { node: string; at: number }[],
    /** How long each request took that no turn belongs to: whether an answer came or not. */
    waits: [] as { request: string; node: string; beganAt: number; endedAt: number }[],
    count(what: string): void {
      counts.set(what, (counts.get(what) ?? 0) + 1);
    },
    /** A number that is unique in this run. */
    newNumber: (): number => ++number,
  };
}
