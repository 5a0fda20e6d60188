import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { newTalker, say, startTalking, type Talking } from '../../../test/harness/talking.ts';
import { dayMs } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { createCleaning } from '../../platform/work/cleaning.ts';
import { createRunRetention } from './retention.store.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe.each(engines)('old events on %s', (engine) => {
  let talking: Talking;
  beforeAll(async () => {
    talking = await startTalking(engine);
  });
  afterAll(() => talking.stop());

  it('are deleted by their age, not by that of their run, a portion at a time', async () => {
    const { database } = talking;
    const { runId } = await say(await newTalker(talking.gateway), 'hello');
    const before = Date.now() - 7 * dayMs;
    const runFrom = async (time: number, events: readonly number[]) => {
      const id = newId('run', time);
      await database.run(
        `INSERT INTO runs (id, workspace_id, user_id, session_id, agent_id, kind, status, turn, input, created_at)
         SELECT $2, workspace_id, user_id, session_id, agent_id, kind, status, turn, input, $3 FROM runs WHERE id = $1`,
        [runId, id, time],
      );
      for (const [index, at] of events.entries())
        await database.run('INSERT INTO run_events (run_id, last_seq, events, created_at) VALUES ($1, $2, $3, $4)', [
          ...[id, index + 1, '[]', at],
        ]);
      return id;
    };
    const old = Array.from({ length: 7 }, (_, index) => before - 1_000 * (index + 1));
    const gone = [await runFrom(before - dayMs, old), await runFrom(before - 2 * dayMs, old)];
    const lasting = await runFrom(before - 3 * dayMs, [...old, before, Date.now()]);
    const left = async (id: string) =>
      (
        await database.all<{ last_seq: number }>('SELECT last_seq FROM run_events WHERE run_id = $1 ORDER BY 1', [id])
      ).map(({ last_seq }) => last_seq);
    const ofTheTurn = await left(runId);

    const portion = createRunRetention(database).eventsBefore(before);
    const cleaned = await createCleaning({ log, rows: [4, 4] }).clean('run events', portion);
    expect(cleaned).toMatchObject({ deleted: 21, finished: true, portions: 6 });
    for (const id of gone) expect(await left(id)).toEqual([]);
    expect(await left(lasting)).toEqual([8, 9]);
    expect(await left(runId)).toEqual(ofTheTurn);
    expect(ofTheTurn.length).toBeGreaterThan(0);
  });
});
