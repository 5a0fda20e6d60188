import type { Happened } from '../nemesis.ts';
import type { World } from '../world.ts';

/** The rows of the store once no work is left. Numbers are milliseconds or counts. */
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
export type MessageRow = {
  session_id: string;
  seq: number;
  run_id: string | null;
  role: string;
  content: string;
  meta: string | null;
};
type DeliveryRow = {
  id: string;
  webhook_id: string;
  workspace_id: string;
  event: string;
  body: string;
  status: string;
  attempts: number;
};
type ToldEvent = { type: string; data: Record<string, unknown> };

export type Facts = {
  runs: RunRow[];
  messages: MessageRow[];
  deliveries: DeliveryRow[];
  /**
   * All events. An event is deleted when it is turned into deliveries, and the first webhook of each tenant receives
   * all events: its deliveries are the events.
   */
  events: ToldEvent[];
  /** Events that are not turned into deliveries yet. */
  waiting: { id: string; type: string }[];
};

export type Verdict = { name: string; failures: string[]; figures: string };
export type Oracle = (world: World, facts: Facts, happened: readonly Happened[]) => Promise<Verdict> | Verdict;

export const eventOf = ({ event, body }: Pick<DeliveryRow, 'event' | 'body'>): ToldEvent => ({
  type: event,
  data: JSON.parse(body).data,
});

export async function readFacts({ store, tenants }: World): Promise<Facts> {
  const [runs, messages, waiting, deliveries] = await Promise.all([
    store.all<RunRow>(
      'SELECT id, workspace_id, user_id, session_id, kind, status, turn, input, content, metadata, attempts FROM runs ORDER BY id',
    ),
    store.all<MessageRow>('SELECT session_id, seq, run_id, role, content, meta FROM messages ORDER BY session_id, seq'),
    store.all<{ id: string; type: string }>('SELECT id, type FROM events ORDER BY id'),
    store.all<DeliveryRow>(
      'SELECT id, webhook_id, workspace_id, event, body, status, attempts FROM deliveries ORDER BY id',
    ),
  ]);
  const first = new Set(tenants.map(({ webhookIds }) => webhookIds[0]));
  const events = deliveries.filter(({ webhook_id }) => first.has(webhook_id)).map(eventOf);
  return { runs, messages, deliveries, events, waiting };
}

/** Violations that clients recorded for this oracle. */
export const seenByClients = ({ journal }: World, name: string): string[] =>
  journal.violations.filter(({ oracle }) => oracle === name).map(({ what }) => what);

export const countBy = <Item>(items: Iterable<Item>, keyOf: (item: Item) => string): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
};
