import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChildGateway, startChildGateway } from '../harness/child-gateway.ts';
import { emptyPlace } from '../harness/databases.ts';
import { callTo } from '../harness/gateway.ts';
import { checkedBy, checkResponse } from '../harness/response-check.ts';
import { type Receiver, startReceiver } from '../harness/webhook-receiver.ts';
import { baseline, hasBaseline, newMigrations, writeOldSource, writeRenamed } from '../upgrade/sources.ts';

const isThere = hasBaseline();
if (!isThere)
  process.stderr.write(
    `\nNOT TESTED: upgrades. Commit ${baseline} of test/upgrade/baseline is not in this clone; \`git fetch --unshallow\` brings it to a shallow one.\n\n`,
  );

const password = 'correct horse battery';
let folder = '';
let receiver: Receiver;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gateway-upgrade-'));
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Node = ChildGateway & { call: ReturnType<typeof callTo> };
type Send = { body?: object | string; headers?: Record<string, string> };

/** A node whose answers are checked by the description of its own version. */
async function startNode(settings: NodeJS.Dict<string>, source: string | undefined, isOld: boolean): Promise<Node> {
  const node = await startChildGateway(settings, source);
  const check = isOld ? checkedBy(() => join(folder, 'old', 'openapi.json')) : checkResponse;
  return { ...node, call: callTo(node.url, check) };
}

/** Anything but success is an error of the roll. */
const personAt =
  (token?: string) =>
  async <Body>(node: Node, method: string, route: string, send: Send = {}): Promise<Body> => {
    const answer = await node.call<Body>(method, route, { ...send, ...(token ? { token } : {}) });
    if (answer.status >= 300) throw new Error(`${method} ${route}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
type Person = ReturnType<typeof personAt>;

async function register(node: Node, email: string): Promise<Person> {
  const body = { email, password };
  return personAt((await personAt()<{ accessToken: string }>(node, 'POST', '/auth/register', { body })).accessToken);
}

type Answer = { content: string; sessionId: string; messageId: string };

/**
 * What only the new nodes can do leaves rows that the old ones must live with: in conversations, lists, the queues that
 * all nodes share, and in what an old node erases.
 */
async function useNewThings(before: Node, after: Node, path: string): Promise<void> {
  const bea = await register(before, 'bea@example.com');
  await bea(before, 'POST', '/webhooks', { body: { url: `${receiver.url}${path}`, events: ['*'] } });
  const { id: fileId } = await bea<{ id: string }>(after, 'POST', '/files?name=figures.csv', {
    body: 'month,sum\nMay,21\n',
    headers: { 'content-type': 'text/csv' },
  });
  const knowledge = await bea<{ id: string }>(after, 'POST', '/knowledge', { body: { name: 'Expenses' } });
  const documents = `/knowledge/${knowledge.id}/documents`;
  await bea(after, 'POST', documents, { body: { text: 'Trains are paid in second class.', title: 'Trains' } });
  const agent = await bea<{ id: string }>(after, 'POST', '/agents', {
    body: { name: 'Bea', tools: ['calculator'], knowledge: [knowledge.id] },
  });
  const message = [
    { type: 'text', text: 'What is 6 times 7?' },
    { type: 'file', fileId },
  ];
  const asked = await bea<Answer>(after, 'POST', '/agent/chat', { body: { agentId: agent.id, message } });
  const session = `/sessions/${asked.sessionId}`;
  const again = await bea<Answer>(after, 'POST', `${session}/regenerate`, { body: {} });
  await bea(after, 'PUT', `${session}/messages/${again.messageId}/feedback`, { body: { rating: 1 } });

  for (const node of [before, after, before]) {
    const body = { sessionId: asked.sessionId, message: 'What is 8 times 7?' };
    expect((await bea<Answer>(node, 'POST', '/agent/chat', { body })).content).toContain('56');
    await bea(node, 'GET', session);
  }
  for (const route of ['/agents', `/agents/${agent.id}`, '/jobs', '/webhooks', '/costs', '/auth/keys', '/sessions'])
    await bea(before, 'GET', route);
  const events = () => receiver.records.filter((record) => record.path === path).map(({ json }) => json.event);
  await expect.poll(events).toEqual(expect.arrayContaining(['message.rated', 'document.ready']));

  await bea(before, 'DELETE', '/auth/me', { body: { currentPassword: password } });
  await expect(bea(after, 'GET', '/files')).rejects.toThrow('401');
}

const rounds = 8;

/** Old nodes serve, a new one starts beside them and migrates, both serve the same people, then the old one goes. */
async function roll(old: string, fresh: string | undefined): Promise<{ turns: number; migrated: string[] }> {
  const place = await emptyPlace('postgres');
  const nodes: Node[] = [];
  let starting: Promise<Node> | undefined;
  const path = `/${place.settings.DATABASE_URL?.split('/').at(-1) ?? ''}`;
  try {
    const before = await startNode(place.settings, old, true);
    nodes.push(before);
    const ada = await register(before, 'ada@example.com');
    const agent = await ada<{ id: string }>(before, 'POST', '/agents', {
      body: { name: 'Ada', tools: ['calculator'] },
    });
    await ada(before, 'POST', '/webhooks', { body: { url: `${receiver.url}${path}`, events: ['agent.completed'] } });
    /** The event names the conversation and not the run. */
    const turns = new Map<string, number>();
    const say = async (node: Node, number: number, surface: string) => {
      const body = { agentId: agent.id, message: `What is ${number} times 7?`, surface };
      const answer = await ada<Answer>(node, 'POST', '/agent/chat', { body });
      if (!answer.content.includes(String(number * 7))) throw new Error(`${body.message} ${answer.content}`);
      turns.set(answer.sessionId, (turns.get(answer.sessionId) ?? 0) + 1);
      return answer.sessionId;
    };
    await say(before, 2, 'one');

    // Turns go on at the old node while the new one migrates.
    let isReady = false;
    starting = startNode(place.settings, fresh, false).finally(() => {
      isReady = true;
    });
    for (let number = 3; !isReady; number += 1) await say(before, number, 'one');
    const after = await starting;
    nodes.push(after);

    for (let round = 0; round < rounds; round += 1) {
      const both = [say(before, 100 + round, 'two'), say(after, 200 + round, 'three')];
      await Promise.all(both);
      // One conversation, turn by turn at another node.
      const session = await say(round % 2 === 0 ? before : after, 300 + round, 'one');
      for (const node of nodes) await ada(node, 'GET', `/sessions/${session}`);
    }
    await useNewThings(before, after, `${path}-new`);

    const ended = await before.end('SIGTERM');
    if (ended.code !== 0) throw new Error(`The old node ended with ${ended.code ?? ended.signal}.`);
    await say(after, 400, 'two');
    const told = () => {
      const events = new Map(
        receiver.records
          .filter((record) => record.path === path)
          .map(({ headers, json }) => [headers['webhook-id'], json.data?.sessionId]),
      );
      return [...turns].filter(
        ([session, count]) => [...events.values()].filter((one) => one === session).length !== count,
      );
    };
    await expect.poll(told).toEqual([]);
    const failures = nodes.flatMap((node) => node.output().match(/^.*"level":"(?:error|fatal)".*$/gm) ?? []);
    expect(failures).toEqual([]);
    const migrated = /"applied":(\[[^\]]*\])[^\n]*"database migrated"/.exec(after.output())?.[1] ?? '[]';
    return {
      turns: [...turns.values()].reduce((sum, count) => sum + count, 0),
      migrated: JSON.parse(migrated) as string[],
    };
  } finally {
    // A turn may have failed while the new node started.
    const late = await starting?.catch(() => undefined);
    if (late && !nodes.includes(late)) nodes.push(late);
    await Promise.all(nodes.map((node) => node.end('SIGKILL')));
    await place.remove();
  }
}

describe.skipIf(!isThere)(`nodes of ${baseline.slice(0, 9)} beside today's`, () => {
  let old = '';
  beforeAll(() => {
    old = writeOldSource(join(folder, 'old'));
  });

  it('serve the same people while the new ones migrate: every turn is answered, every webhook told', async () => {
    const { turns, migrated } = await roll(old, undefined);
    expect(turns).toBeGreaterThan(3 * rounds);
    // The new node did migrate what the old ones had not.
    expect(migrated.toSorted()).toEqual(newMigrations(old));
  });

  it('do not, if a migration takes away what the version before uses', async () => {
    const planted = writeRenamed(join(folder, 'planted'), 'sessions', 'opened_agent_id', 'first_agent_id');
    await expect(roll(old, planted)).rejects.toThrow(/POST \/agent\/chat: 5\d\d/);
  });
});
