import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CrashTalking, type Node, startCrashTalking } from '../harness/crash-talking.ts';
import { engines } from '../harness/databases.ts';
import { openStream } from '../harness/event-stream-client.ts';
import { type Chat, patienceMs, type SessionDetails } from '../harness/talking.ts';

const slowly = { text: 'word '.repeat(60), chunks: 60, chunkDelayMs: 20 };

describe.each(engines)('kill -9 while a question is answered again on %s', (engine) => {
  let world: CrashTalking;
  beforeAll(async () => {
    world = await startCrashTalking(engine, {}, { tools: ['calculator'] });
  });
  beforeEach(() => world.model.reset());
  afterEach(() => world.killAll());
  afterAll(() => world.stop());

  const textsOf = async (node: Node, sessionId: string) =>
    (await node.act<SessionDetails>('GET', `/sessions/${sessionId}`)).body;
  const isFree = (node: Node, sessionId: string) =>
    vi.waitFor(
      async () => {
        const { body } = await node.act<{ data: { sessionId: string; status: string }[] }>('GET', '/jobs');
        const open = body.data.filter((job) => job.sessionId === sessionId && /queued|running/.test(job.status));
        expect(open).toEqual([]);
      },
      { timeout: patienceMs, interval: 100 },
    );

  // In the middle of the text, after a tool's result was stored, and around the end.
  it.each([300, 700, 1_100, 1_250, 1_350, 1_500])(
    'leaves the old answer chosen, or the new one: after %d ms',
    async (killAfterMs) => {
      const node = await world.startNode();
      world.model.script('old', { toolCalls: [{ name: 'calculator', arguments: { expression: '6*7' } }] }, slowly);
      const asked = { agentId: world.agentId, message: 'Which?', surface: `s${killAfterMs}` };
      const { sessionId } = (await node.act<Chat>('POST', '/agent/chat', asked)).body;
      const stream = await openStream(`${node.url}/sessions/${sessionId}/regenerate`, {
        token: world.accessToken,
        body: { stream: true },
      });
      await new Promise((resolve) => setTimeout(resolve, killAfterMs));
      await node.end('SIGKILL');
      await stream.ended;

      const next = await world.startNode();
      const check = async () => {
        const { messages, messageCount } = await textsOf(next, sessionId);
        const contents = messages.map(({ content }) => content);
        expect([
          ['Which?', 'old'],
          ['Which?', '', '{"expression":"6*7","result":42}', slowly.text],
        ]).toContainEqual(contents);
        expect(messageCount).toBe(messages.length);
        return contents.at(-1) ?? '';
      };
      // At once, and when the run has been ended for its node.
      await check();
      await isFree(next, sessionId);
      const answer = await check();
      world.model.reset();
      const went = await next.act<Chat>('POST', '/agent/chat', { ...asked, message: 'next', sessionId });
      expect(went.body.content).toBe('Echo: next');
      const sent = world.model.requests.at(-1)?.body.messages?.map(({ content }) => content);
      expect(sent).toContain(answer);
      if (answer === 'old') expect(sent).toEqual(['Which?', 'old', 'next']);
    },
    60_000,
  );
});
