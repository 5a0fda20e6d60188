import type { Happened } from '../nemesis.ts';
import type { World } from '../world.ts';

/** What is in the store once everything is quiet. Numbers are milliseconds or counts. */
export type RunRow = {
  id: string;
  workspace_id: string;
  user_id: string;
  session_id: string;
  kind: string;
  status: string;
  turn: number;
  input: string;
  content: string | null;
  metadata: string | null;
  attempts: number;
};
export type MessageRow = { session_id: string; seq: number; run_id: string | null; role: string; content: string };
export type EventRow = { id: string; workspace_id: string; type: string; data: string; waiting: number };
type DeliveryRow = {
  id: string;
  webhook_id: string;
  workspace_id: string;
  event: string;
  body: string;
  status: string;
  attempts: number;
};

export type Facts = {
  runs: RunRow[];
  messages: MessageRow[];
  events: EventRow[];
  deliveries: DeliveryRow[];
};

export type Verdict = { name: string; failures: string[]; figures: string };
export type Oracle = (world: World, facts: Facts, happened: readonly Happened[]) => Promise<Verdict> | Verdict;

export async function readFacts({ store }: World): Promise<Facts> {
  const [runs, messages, events, deliveries] = await Promise.all([
    store.all<RunRow>(
      'SELECT id, workspace_id, user_id, session_id, kind, status, turn, input, content, metadata, attempts FROM runs ORDER BY id',
    ),
    store.all<MessageRow>('SELECT session_id, seq, run_id, role, content FROM messages ORDER BY session_id, seq'),
    store.all<EventRow>('SELECT id, workspace_id, type, data, waiting FROM events ORDER BY id'),
    store.all<DeliveryRow>(
      'SELECT id, webhook_id, workspace_id, event, body, status, attempts FROM deliveries ORDER BY id',
    ),
  ]);
  return { runs, messages, events, deliveries };
}

/** What clients saw by themselves that this oracle speaks for. */
export const seenByClients = ({ journal }: World, name: string): string[] =>
  journal.violations.filter(({ oracle }) => oracle === name).map(({ what }) => what);

export const countBy = <Item>(items: Iterable<Item>, keyOf: (item: Item) => string): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
};
