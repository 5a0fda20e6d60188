import { patienceMs, type Talker } from './talking.ts';

export type Entry = {
  id: string;
  tier: string;
  content: string;
  recallCount: number;
  createdAt: string;
  supersededBy?: string;
  originId?: string;
  source: { kind: string; sessionId?: string; agentId?: string };
};
type Days = { data: { date: string; entries: Entry[] }[] };

/** Capture runs in the background. */
export const eventually = { timeout: patienceMs, interval: 20 };

let surfaces = 0;
/** A new session. */
export const elsewhere = () => ({ surface: `s${++surfaces}` });

export const dailyOf = async ({ act }: Talker): Promise<Entry[]> =>
  (await act<Days>('GET', '/memory/daily')).body.data.flatMap(({ entries }) => entries);
export const entriesOf = async ({ act }: Talker, tier: string): Promise<Entry[]> =>
  (await act<{ data: Entry[] }>('GET', `/memory/entries?tier=${tier}`)).body.data;
export const contentsOf = async (talker: Talker): Promise<string[]> =>
  (await dailyOf(talker)).map(({ content }) => content);
export const profileOf = async ({ act }: Talker) =>
  (await act<{ fields: Record<string, unknown> }>('GET', '/memory/profile')).body.fields;
