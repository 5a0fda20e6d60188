import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../../test/harness/databases.ts';
import {
  isEnd,
  openEventStream,
  openStream,
  type ReceivedEvent,
  textOf,
  typesOf,
} from '../../../../test/harness/event-stream-client.ts';
import type { TestGateway } from '../../../../test/harness/gateway.ts';
import { quickPerson } from '../../../../test/harness/people.ts';
import {
  newTalker,
  patienceMs,
  say,
  startTalking,
  type Talker,
  type Talking,
} from '../../../../test/harness/talking.ts';
import { createSessionRows } from '../../sessions/index.ts';
import { createWatch } from '../log/watch.ts';
import { createRunStore } from '../run.store.ts';

describe.each(engines)('a run on %s', (engine) => {
  let world: Talking;
  let ada: Talker;
  beforeAll(async () => {
    world = await startTalking(engine, { nodes: engine === 'postgres' ? 2 : 1 });
    ada = await newTalker(world.gateway, { agent: { tools: ['calculator'] } });
  });
  beforeEach(() => world.model.reset());
  afterAll(() => world.stop());

  let surfaces = 0;
  const speak = () =>
    openStream(`${world.gateway.url}/agent/chat/stream`, {
      token: ada.accessToken,
      body: { agentId: ada.agentId, message: 'Speak', surface: `s${++surfaces}` },
    });
  const follow = (runId: string, seq?: number, node: TestGateway = world.gateway) =>
    openStream(`${node.url}/jobs/${runId}/stream`, {
      token: ada.accessToken,
      ...(seq === undefined ? {} : { lastEventId: `${runId}:${seq}` }),
    });
  const idsOf = (events: readonly ReceivedEvent[]) => events.map(({ id }) => id);
  const runIdOf = async (stream: Awaited<ReturnType<typeof speak>>) =>
    ((await stream.waitFor(1, patienceMs))[0] as ReceivedEvent).json.runId;
  const nodes = () => world.gateways.map((node, index) => [`node ${index + 1}`, node] as const);

  it('that has ended is read again from any event, with no gap and no repeat, on any node', async () => {
    world.model.script(
      { text: 'Let me think about it.', toolCalls: [{ name: 'calculator', arguments: { expression: '1+1' } }] },
      { text: 'The answer is two.', chunks: 7 },
    );
    const all = await (await speak()).all();
    const { runId } = (all[0] as ReceivedEvent).json;
    for (const [name, node] of nodes())
      for (const [index, { json }] of [{ json: { seq: 0 } }, ...all.slice(0, -1)].entries()) {
        const rest = await (await follow(runId, json.seq, node)).all();
        expect(rest, `${name}, after ${json.seq}`).toEqual(all.slice(index));
      }
    const fromStart = await (await follow(runId)).all();
    expect(fromStart).toEqual(all);
    // After the last event the answer is 204, which keeps an EventSource from reconnecting.
    for (const [name, node] of nodes())
      for (const lastEventId of [`${runId}:${all.at(-1)?.json.seq}`, `${all.at(-1)?.json.seq}`]) {
        const headers = { authorization: `Bearer ${ada.accessToken}`, 'last-event-id': lastEventId };
        const answer = await fetch(`${node.url}/jobs/${runId}/stream`, { headers });
        expect([answer.status, await answer.text()], name).toEqual([204, '']);
      }
  });

  it('under way is joined from any event at any moment, on any node', async () => {
    const text = Array.from({ length: 40 }, (_, n) => `word${n} `).join('');
    world.model.script({ text, chunks: 40, chunkDelayMs: 40 });
    const first = await speak();
    const runId = await runIdOf(first);
    const joined: { from: number; events: Promise<ReceivedEvent[]>; name: string }[] = [];
    for (let round = 0; round < 8; round += 1) {
      await sleep(120);
      const known = [...first.events];
      for (const [name, node] of nodes())
        for (const from of [0, known[known.length >> 1]?.json.seq ?? 0, known.at(-1)?.json.seq ?? 0])
          joined.push({ from, name, events: (await follow(runId, from, node)).all() });
    }
    const all = await first.all();
    expect(textOf(all)).toBe(text);
    for (const { from, events, name } of joined) {
      const expected = all.filter(({ json }) => json.seq > from);
      expect(idsOf(await events), `${name}, after ${from}`).toEqual(idsOf(expected));
      // On a slow machine it may have ended by then; a client that has seen the end gets nothing.
      expect((await events).at(-1)?.data).toBe(expected.at(-1)?.data);
    }
  });

  it('shows its text to clients on other nodes, even while the model is silent', async () => {
    world.model.script({ text: 'half of it', chunks: 2, cut: { afterChunks: 1, by: 'silence' } });
    const first = await speak();
    const runId = await runIdOf(first);
    await first.waitFor(({ event }) => event === 'stream_chunk', patienceMs);
    for (const [, node] of nodes()) {
      const watcher = await follow(runId, 0, node);
      await watcher.waitFor(({ event }) => event === 'stream_chunk', patienceMs);
      expect(typesOf(watcher.events)).toEqual(['session_resolved', 'stream_chunk']);
      watcher.leave();
    }
    const last = await follow(runId, 2, world.gateways.at(-1));
    await ada.act('POST', `/jobs/${runId}/cancel`);
    expect(typesOf(await last.all())).toEqual(['stream_done']);
    expect((await first.all()).at(-1)?.json).toMatchObject({ stopReason: 'cancelled', content: 'half ' });
  });

  it('is watched by many clients from different events at once', async () => {
    world.model.script({ text: 'x'.repeat(400), chunks: 200, chunkDelayMs: 4 });
    const first = await speak();
    const runId = await runIdOf(first);
    const watchers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => follow(runId, n, world.gateways[n % world.gateways.length])),
    );
    const all = await first.all();
    for (const [n, watcher] of watchers.entries())
      expect(idsOf(await watcher.all())).toEqual(idsOf(all.filter(({ json }) => json.seq > n)));
  });

  it('that ends between two reads of a watcher still gives it the last events', async () => {
    const { runId } = await say(ada, 'quickly', { surface: 'quick' });
    const store = createRunStore(world.database, createSessionRows(world.database));
    let looks = 0;
    const watch = createWatch({
      // The first read is the one from before the end.
      store: { ...store, eventsAfter: async (...place) => (++looks === 1 ? [] : store.eventsAfter(...place)) },
      newsOf: () => Promise.reject(new Error('it is over')),
      liveLog: () => undefined,
    });
    const seen: number[] = [];
    for await (const batch of watch(runId, 0, new AbortController().signal)) seen.push(...batch.map(({ seq }) => seq));
    expect(seen).toEqual((await (await follow(runId)).all()).map(({ json }) => json.seq));
    expect(seen.length).toBeGreaterThan(2);
  });

  it('whose events have been pruned still says how it ended, once', async () => {
    const { runId, content } = await say(ada, 'old', { surface: 'pruned' });
    await world.database.run('DELETE FROM run_events WHERE run_id = $1', [runId]);
    const events = await (await follow(runId)).all();
    expect(events).toMatchObject([{ event: 'stream_done', json: { content, stopReason: 'end_turn' } }]);
    expect(await (await follow(runId, events[0]?.json.seq)).all()).toEqual([]);
  });

  it('that failed and was pruned says so, once', async () => {
    world.model.script({ status: 400 });
    const failed = await ada.act<{ runId: string }>('POST', '/agent/chat', {
      agentId: ada.agentId,
      message: 'x',
      surface: 'pruned',
    });
    const { runId } = failed.body;
    await world.database.run('DELETE FROM run_events WHERE run_id = $1', [runId]);
    const events = await (await follow(runId)).all();
    expect(events).toMatchObject([{ event: 'error', json: { code: 'model_error', status: 502 } }]);
    expect(await (await follow(runId, events[0]?.json.seq)).all()).toEqual([]);
  });

  it('refuses the event id of another run, and takes a bare number', async () => {
    const [one, two] = [await say(ada, 'one', { surface: 'ids' }), await say(ada, 'two', { surface: 'ids' })];
    const at = (lastEventId: string) =>
      openEventStream(`${world.gateway.url}/jobs/${one.runId}/stream`, { token: ada.accessToken, lastEventId });
    for (const wrong of [`${two.runId}:1`, 'x', `${one.runId}:`, `${one.runId}:-1`, `${one.runId}:1.5`, ':1', '1e3'])
      expect(await at(wrong), wrong).toMatchObject({ status: 400 });
    const bare = await at('1');
    if (!('all' in bare) || !bare.all) throw new Error('the stream was refused');
    expect((await bare.all()).filter(isEnd)).toHaveLength(1);
  });

  it('is not shown to anyone else', async () => {
    const { runId } = await say(ada, 'mine', { surface: 'mine' });
    const stranger = await quickPerson(world.gateway, 'stranger');
    const streamed = await openEventStream(`${world.gateway.url}/jobs/${runId}/stream`, {
      token: stranger.accessToken,
    });
    expect(streamed.status).toBe(404);
    for (const [method, path] of [
      ['GET', `/jobs/${runId}`],
      ['POST', `/jobs/${runId}/cancel`],
      ['GET', '/jobs/run_nobody'],
      ['GET', '/jobs/run_nobody/stream'],
    ] as const)
      expect((await world.gateway.call(method, path, { token: stranger.accessToken })).status).toBe(404);
  });

  it('that is queued says so at once, on any node', async () => {
    world.model.script({ hang: true });
    const surface = `s${++surfaces}`;
    const open = () =>
      openStream(`${world.gateway.url}/agent/chat/stream`, {
        token: ada.accessToken,
        body: { agentId: ada.agentId, message: 'Speak', surface },
      });
    const holder = await open();
    const holderId = await runIdOf(holder);
    await world.model.waitFor(1, patienceMs);
    const waiting = await open();
    const runId = await runIdOf(waiting);
    const watchers = await Promise.all(nodes().map(([, node]) => follow(runId, 0, node)));
    for (const watcher of watchers) {
      const [queued] = await watcher.waitFor(1, patienceMs);
      expect(queued).toMatchObject({ event: 'queued', json: { position: 1 } });
    }
    await ada.act('POST', `/jobs/${holderId}/cancel`);
    const all = await waiting.all();
    expect(typesOf(all)).toEqual(['queued', 'session_resolved', ...Array(4).fill('stream_chunk'), 'stream_done']);
    for (const watcher of watchers) expect(idsOf(await watcher.all())).toEqual(idsOf(all));
  });
});
