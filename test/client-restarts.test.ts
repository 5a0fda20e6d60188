import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, type RunFrame } from '../packages/client/src/index.ts';
import { type CrashTalking, startCrashTalking } from './harness/crash-talking.ts';
import { engines } from './harness/databases.ts';
import { apiKey } from './harness/gateway.ts';
import { patienceMs } from './harness/talking.ts';

const words = Array.from({ length: 120 }, (_, n) => `word${n} `);
const slowly = { text: words.join(''), chunks: words.length, chunkDelayMs: 25 };

const textOf = (frames: readonly RunFrame[]) =>
  frames.map((frame) => (frame.type === 'stream_chunk' ? frame.delta : '')).join('');
const seqsOf = (frames: readonly RunFrame[]) => frames.map(({ seq }) => seq);

async function collect(stream: AsyncIterable<RunFrame>, into: RunFrame[]): Promise<RunFrame[]> {
  for await (const frame of stream) into.push(frame);
  return into;
}

async function until(condition: () => boolean): Promise<void> {
  for (const deadline = Date.now() + patienceMs; !condition(); await sleep(10))
    if (Date.now() > deadline) throw new Error('The condition did not become true in time.');
}

describe.each(engines)('the client and a gateway on %s that is killed and restarted', (engine) => {
  let world: CrashTalking;
  beforeAll(async () => {
    world = await startCrashTalking(engine);
  });
  afterAll(() => world.stop());

  it('receives every frame once, over SSE and over a WebSocket, and continues', async () => {
    const first = await world.startNode();
    const client = createClient({ baseUrl: first.url, tokens: { accessToken: world.accessToken }, apiKey });
    const { agentId } = world;
    const conversation = client.converse({ agentId, surface: 'socket' });
    world.model.script(slowly, slowly, slowly);

    const { id: userId } = await client.get('/auth/me');
    const begun = await client.post('/autonomous/run', { body: { agentId, userId, message: 'Work', async: true } });
    const seen = { events: [] as RunFrame[], frames: [] as RunFrame[], background: [] as RunFrame[] };
    const ended = Promise.all([
      collect(client.chat.stream({ agentId, message: 'Speak', surface: 'events' }), seen.events),
      collect(conversation.send('Speak'), seen.frames),
      collect(client.jobs.stream(begun.runId), seen.background),
    ]);
    await until(() => Object.values(seen).every((frames) => frames.length > 20));
    await first.end('SIGKILL');
    const shown = { ...seen, events: [...seen.events], frames: [...seen.frames] };
    const second = await world.startNode({ PORT: new URL(first.url).port });
    expect(second.url).toBe(first.url);
    const [events, frames, background] = await ended;

    for (const [all, before] of [
      [events, shown.events],
      [frames, shown.frames],
    ] as const) {
      // A turn that a client waited for is not started again: its text so far stays, and the client receives its end.
      expect(all.slice(0, before.length)).toEqual(before);
      expect(slowly.text.startsWith(textOf(all))).toBe(true);
      expect(all.at(-1)).toMatchObject({ type: 'error', code: 'unavailable', retryable: true });
      expect(all.filter(({ type }) => type === 'error' || type === 'stream_done')).toHaveLength(1);
    }
    for (const all of [events, frames, background]) {
      const seqs = seqsOf(all);
      expect(seqs).toEqual([...new Set(seqs)].toSorted((one, other) => one - other));
    }
    // A turn that no client waited for is started again; its last frame has the whole answer.
    expect(background.at(-1)).toMatchObject({ type: 'stream_done', content: 'Echo: Work' });

    expect((await collect(conversation.send('next'), [])).at(-1)).toMatchObject({ content: 'Echo: next' });
    conversation.close();
  });
});
