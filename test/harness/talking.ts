import type { Environment } from '../../src/config.ts';
import type { Clock } from '../../src/kernel/clock.ts';
import type { Engine } from '../../src/platform/db/database.ts';
import { newPlace, type Place } from './databases.ts';
import { startFakeModel } from './fake-model.ts';
import { startGateway, type TestGateway } from './gateway.ts';
import { type Act, actingAs, type QuickPerson, quickPerson } from './people.ts';
import { openSocket, type ReceivedFrame } from './socket-client.ts';

/**
 * How long tests wait for a condition. Long, because test machines are busy: a test must fail only if the condition
 * never becomes true.
 */
export const patienceMs = 40_000;

export type Chat = {
  runId: string;
  sessionId: string;
  messageId: string;
  agentId: string;
  content: string;
  stopReason: string;
  toolCalls: { tool: string; params: unknown; result: unknown; isError: boolean }[];
};
export type Message = {
  id: string;
  seq: number;
  role: string;
  agentId: string;
  content: string;
  status: string;
  meta?: Record<string, unknown>;
};
export type SessionDetails = {
  id: string;
  agentId: string;
  status: string;
  title: string;
  surface: string;
  messageCount: number;
  hasMore: boolean;
  messages: Message[];
};

/** Nodes on one database that use the same fake model; on SQLite there is only one. */
export async function startTalking(
  engine: Engine,
  {
    nodes = 1,
    clock,
    settings = {},
    place: given,
  }: { nodes?: number; clock?: Clock; settings?: Environment; place?: Place } = {},
) {
  const [model, place] = await Promise.all([startFakeModel(), given ?? newPlace(engine)]);
  const gateways: TestGateway[] = [];
  for (let node = 0; node < nodes; node += 1)
    gateways.push(
      await startGateway(engine, {
        place,
        ...(clock ? { clock } : {}),
        settings: { OPENAI_COMPATIBLE_BASE_URL: model.url, DEFAULT_MODEL: 'openai-compatible/fake', ...settings },
      }),
    );
  const [gateway] = gateways as [TestGateway, ...TestGateway[]];
  return {
    model,
    gateway,
    gateways,
    database: gateway.gateway.database,
    async stop() {
      await Promise.all(gateways.map((node) => node.stop()));
      await model.stop();
      await place.remove();
    },
  };
}

export type Talking = Awaited<ReturnType<typeof startTalking>>;
export type Talker = QuickPerson & { act: Act; agentId: string; newAgent(fields?: object): Promise<string> };

/** A person with an agent, by default in the personal workspace. */
export async function newTalker(
  gateway: TestGateway,
  {
    agent = {},
    clock,
    workspaceId,
    person,
  }: { agent?: object; clock?: Clock; workspaceId?: string; person?: QuickPerson } = {},
): Promise<Talker> {
  const someone = person ?? (await quickPerson(gateway, 'talker', clock));
  const act = actingAs(gateway, someone, workspaceId);
  const newAgent = async (fields: object = {}) => {
    const { status, body, text } = await act<{ id: string }>('POST', '/agents', { name: 'Ada', ...fields });
    if (status !== 201) throw new Error(`The agent was refused with ${status}: ${text}`);
    return body.id;
  };
  return { ...someone, act, newAgent, agentId: await newAgent(agent) };
}

/** A workspace of `owner` with these members. */
export async function newTeam(owner: Talker, members: Record<string, QuickPerson>): Promise<string> {
  const { body } = await owner.act<{ id: string }>('POST', '/workspaces', { name: 'Team' });
  for (const [role, { id }] of Object.entries(members)) {
    const added = await owner.act('POST', `/workspaces/${body.id}/members`, { userId: id, role: role.split(' ')[0] });
    if (added.status !== 201) throw new Error(`The member was refused with ${added.status}: ${added.text}`);
  }
  return body.id;
}

export async function say(talker: Talker, message: string, more: object = {}): Promise<Chat> {
  const { status, body, text } = await talker.act<Chat>('POST', '/agent/chat', {
    agentId: talker.agentId,
    message,
    ...more,
  });
  if (status !== 200) throw new Error(`The chat answered ${status}: ${text}`);
  return body;
}

const ended = ({ type }: ReceivedFrame) => type === 'stream_done' || type === 'error';

/** A WebSocket for conversations. */
export async function openTalk(
  url: string,
  { accessToken }: Pick<QuickPerson, 'accessToken'>,
  headers: Record<string, string> = {},
) {
  const client = await openSocket(url, { token: accessToken, headers });
  let read = 0;
  return {
    ...client,
    /** The next frame that was not read yet. */
    async next(): Promise<ReceivedFrame> {
      read += 1;
      return (await client.waitFor(read, patienceMs))[read - 1] as ReceivedFrame;
    },
    /** The frames that were not read yet, up to the end of a run or an error. */
    async untilEnd(): Promise<ReceivedFrame[]> {
      const from = read;
      await client.waitFor((frame) => client.frames.indexOf(frame) >= from && ended(frame), patienceMs);
      read = client.frames.findIndex((frame, index) => index >= from && ended(frame)) + 1;
      return client.frames.slice(from, read);
    },
    until: (type: string) => client.waitFor((frame) => frame.type === type, patienceMs),
  };
}
