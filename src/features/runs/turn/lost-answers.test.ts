import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { engines } from '../../../../test/harness/databases.ts';
import { openStream } from '../../../../test/harness/event-stream-client.ts';
import {
  newTalker,
  type SessionDetails,
  startTalking,
  type Talker,
  type Talking,
} from '../../../../test/harness/talking.ts';
import { AppError } from '../../../kernel/errors.ts';
import { decodeEvents } from '../log/run-events.ts';

const lost = () => new AppError('unavailable', 'The database does not answer.');

/** The database commits, and the connection breaks before its answer arrives. */
describe.each(engines)('a lost answer of the database on %s', (engine) => {
  let world: Talking;
  let ada: Talker;
  beforeAll(async () => {
    world = await startTalking(engine);
    ada = await newTalker(world.gateway);
  });
  beforeEach(() => world.model.reset());
  afterAll(() => world.stop());

  const eventsOf = async (runId: string) => {
    const sql = 'SELECT events FROM run_events WHERE run_id = $1 ORDER BY last_seq';
    const rows = await world.database.all<{ events: string }>(sql, [runId]);
    return rows.flatMap(({ events }) => decodeEvents(events));
  };
  const numbersOf = async (runId: string) => (await eventsOf(runId)).map(({ seq }) => seq);
  it('during a stream does no harm: the run goes on, and every event is stored once', async () => {
    const { run } = world.database;
    let losses = 0;
    world.database.run = (async (sql: string, params?: never) => {
      const written = await run(sql, params);
      if (!sql.includes('INSERT INTO run_events') || losses === 2) return written;
      losses += 1;
      throw lost();
    }) as typeof run;
    onTestFinished(() => void Object.assign(world.database, { run }));
    const words = Array.from({ length: 30 }, (_, n) => `word${n} `);
    world.model.script({ text: words.join(''), chunks: 30, chunkDelayMs: 50 });
    const stream = await openStream(`${world.gateway.url}/agent/chat/stream`, {
      token: ada.accessToken,
      body: { agentId: ada.agentId, message: 'Tell me.' },
    });
    const frames = (await stream.all()).map(({ json }) => json);
    expect(losses).toBe(2);
    const runId = String(frames[0]?.runId);
    expect(frames.at(-1)?.type).toBe('stream_done');
    const numbers = await numbersOf(runId);
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    const details = await ada.act<SessionDetails>('GET', `/sessions/${frames[0]?.sessionId}`);
    expect(details.body.messages.at(-1)?.content).toBe(words.join(''));
  });
});
