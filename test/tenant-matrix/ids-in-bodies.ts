import { newId } from '../../src/kernel/ids.ts';
import { actingAs } from '../harness/people.ts';
import type { Operation } from './operations.ts';
import type { Principal, Request, Row, Stance } from './row.ts';
import { doerOf, sendAs } from './send-as.ts';
import { newRows, storedRows } from './stored-rows.ts';
import { expectStatus, type World } from './world.ts';

type Schema = NonNullable<Operation['body']>;
/** Names and positions; `[]` is the first item of a list. */
type Path = readonly string[];
type Kind =
  | 'agent'
  | 'file'
  | 'session'
  | 'message'
  | 'user'
  | 'workspace'
  | 'webhook'
  | 'memory profile'
  | 'collection'
  | 'tool'
  | 'agent as model'
  | 'response';

/**
 * The kind of thing that a body field refers to, by the name of the field, so that a new route is tested as soon as it
 * is described.
 */
const kinds: Record<string, Kind | 'nothing of ours'> = {
  agentId: 'agent',
  defaultAgentId: 'agent',
  agents: 'agent',
  fileId: 'file',
  file_id: 'file',
  sessionId: 'session',
  contextId: 'session',
  // Of another protocol: a message takes none.
  taskId: 'nothing of ours',
  referenceTaskIds: 'nothing of ours',
  threadId: 'session',
  messageId: 'message',
  userId: 'user',
  userIds: 'user',
  workspaceId: 'workspace',
  webhookId: 'webhook',
  memoryProfileId: 'memory profile',
  knowledge: 'collection',
  tools: 'tool',
  model: 'agent as model',
  // The model's tool call that a result belongs to.
  tool_call_id: 'nothing of ours',
  call_id: 'nothing of ours',
  toolCallId: 'nothing of ours',
  previous_response_id: 'response',
  id: 'nothing of ours',
  // Names that AG-UI's clients give their runs.
  runId: 'nothing of ours',
  parentRunId: 'nothing of ours',
  // An approval: ag-ui-door.test.ts sends another's.
  interruptId: 'nothing of ours',
  // Refused whatever it names.
  user_profile_id: 'nothing of ours',
  workspace_id: 'workspace',
};

/** Where a foreign id does not refuse the whole request, and why that is correct. */
const exceptions: Record<string, { status: number; why: string } | { skipped: string }> = {
  'addMember userId': { skipped: 'a manager who knows a person’s id may add that person' },
  'createGrant workspaceId': { skipped: 'an agent is granted to another’s workspace' },
  'deleteGrant workspaceId': { skipped: 'a grant is to another’s workspace' },
  'createSwarm members.[].agentId': { status: 202, why: 'the one member fails, the others go on' },
  'receiveMessage message.[].fileId': { skipped: 'signed: messages-with-parts.test.ts sends a signed one' },
  'runBatch message.[].fileId': { status: 202, why: 'whose file it is not is refused by name' },
  'runBatch userIds': { status: 202, why: 'who may not use the agent is refused by name' },
  'runBatch agentId': { skipped: 'the operator’s key runs every tenant’s agents, for those who may use them' },
  'chatUi messageId': { skipped: 'a page’s own id of a message' },
  'createAgent model': { skipped: 'the name of a provider’s model' },
  'updateAgent model': { skipped: 'the name of a provider’s model' },
  'setUp agents.[].model': { skipped: 'the name of a provider’s model' },
  'postA2aRequest params.message.messageId': { skipped: 'the client’s own name for its message' },
  'createEmbeddings model': { skipped: 'the name of a provider’s model' },
};

const namesAnId = (name: string, schema: Schema) =>
  /(^|_)(id|ids|uid)$|(Id|Ids)$/.test(name) ||
  // Lists of names and ids, and fields that may name an agent; not lists of objects.
  ((['agents', 'tools'].includes(name) || (name === 'knowledge' && schema.items !== undefined)) &&
    !holdsObjects(schema)) ||
  name === 'model';

const holdsObjects = ({ items, anyOf = [] }: Schema): boolean =>
  items?.properties !== undefined || items?.anyOf !== undefined || anyOf.some(holdsObjects);

/** Every field of a body that could refer to something. */
function idFields(schema: Schema | undefined, at: Path = []): Path[] {
  if (!schema) return [];
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, member]) => [
    ...(namesAnId(name, member) ? [[...at, name]] : []),
    ...idFields(member, [...at, name]),
  ]);
  const parts = [
    ...(schema.anyOf ?? []).flatMap((member) => idFields(member, at)),
    ...idFields(schema.items, [...at, '[]']),
  ];
  const all = [...own, ...parts];
  return all.filter((path, index) => all.findIndex((other) => other.join() === path.join()) === index);
}

/** What a member needs beside it. */
const beside: Record<string, object> = { fileId: { type: 'file' } };

function withValue(body: unknown, [name, ...rest]: Path, value: unknown): unknown {
  if (name === undefined) return value;
  if (name === '[]') {
    const [first, ...others] = Array.isArray(body) ? body : [{}];
    return [withValue(first, rest, value), ...others];
  }
  const object = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  return { ...object, ...beside[name], [name]: withValue(object[name], rest, value) };
}

const isList = (name: string) => ['agents', 'userIds', 'tools', 'knowledge'].includes(name);

async function firstOf(world: World, sql: string, params: string[]): Promise<string> {
  const row = await world.gateway.gateway.database.get<{ id: string }>(sql, params);
  if (!row) throw new Error(`The world holds nothing to name: ${sql}`);
  return row.id;
}

/** Ids of each kind: another tenant's, and those of a colleague alone. */
async function foreignIds(
  world: World,
): Promise<{ tenant: Record<Kind, string>; colleague: Partial<Record<Kind, string>> }> {
  const { globex, acme, people, gateway, unique } = world;
  const ofGlobex = (table: string, column = 'id') =>
    firstOf(world, `SELECT ${column} AS id FROM ${table} WHERE workspace_id = $1`, [globex.workspaceId]);
  const session = (workspaceId: string, userId: string) =>
    firstOf(world, "SELECT id FROM sessions WHERE workspace_id = $1 AND user_id = $2 AND status = 'active'", [
      workspaceId,
      userId,
    ]);
  const message = (workspaceId: string, userId: string) =>
    firstOf(world, "SELECT id FROM messages WHERE workspace_id = $1 AND user_id = $2 AND role = 'assistant'", [
      workspaceId,
      userId,
    ]);
  /** Stored as an upload of that person is. */
  const file = async (workspaceId: string, userId: string): Promise<string> => {
    const id = newId('fil', Date.now());
    await gateway.gateway.database.run(
      `INSERT INTO files (id, workspace_id, user_id, name, media_type, bytes, sha256, listed, state, created_at)
       VALUES ($1, $2, $3, 'secret.txt', 'text/plain', 1, 'x', 1, 'ready', $4)`,
      [id, workspaceId, userId, Date.now()],
    );
    return id;
  };
  const response = async (workspaceId: string, userId: string): Promise<string> => {
    const id = newId('resp', Date.now());
    await gateway.gateway.database.run(
      `INSERT INTO responses (id, workspace_id, user_id, body, input, output, history_length, created_at)
       VALUES ($1, $2, $3, '{}', '[]', '[]', 4, $4)`,
      [id, workspaceId, userId, Date.now()],
    );
    return id;
  };
  const asColleague = actingAs(gateway, people.colleague, acme.workspaceId);
  const webhook = { url: 'http://127.0.0.1:1', events: ['memory.propagated'], description: unique() };
  const { id: colleaguesWebhook } = await expectStatus(asColleague<{ id: string }>('POST', '/webhooks', webhook), 201);
  return {
    tenant: {
      agent: globex.secretAgentId,
      file: await file(globex.workspaceId, people.other.id),
      session: await session(globex.workspaceId, people.other.id),
      message: await message(globex.workspaceId, people.other.id),
      user: people.other.id,
      workspace: globex.workspaceId,
      webhook: await ofGlobex('webhooks'),
      'memory profile': await ofGlobex('memory_profiles'),
      collection: await ofGlobex('knowledge_collections'),
      tool: await ofGlobex('tools', 'name'),
      'agent as model': `agent:${globex.secretAgentId}`,
      response: await response(globex.workspaceId, people.other.id),
    },
    colleague: {
      file: await file(acme.workspaceId, people.colleague.id),
      session: await session(acme.workspaceId, people.colleague.id),
      message: await message(acme.workspaceId, people.colleague.id),
      webhook: colleaguesWebhook,
      response: await response(acme.workspaceId, people.colleague.id),
    },
  };
}

type Caller = { principal: Principal | 'operator'; stance: Stance };

/** A plain member where members may call the route, because managers may do more. */
function callerOf(row: Row): Caller | undefined {
  const expected = Object.entries(row.expected) as [Stance, Partial<Record<Principal, number>>][];
  const asMember = expected.find(([, statuses]) => (statuses.member ?? 500) < 400);
  return asMember ? { principal: 'member', stance: asMember[0] } : doerOf(row);
}

/** The faults in how foreign ids in bodies are handled; empty if there are none. */
export async function faultsOfIdsInBodies(
  world: World,
  rows: readonly Row[],
): Promise<{ faults: string[]; tried: number }> {
  const ids = await foreignIds(world);
  const { database } = world.gateway.gateway;
  const faults: string[] = [];
  let tried = 0;
  for (const operation of world.operations.values())
    for (const path of idFields(operation.body)) {
      const name = path.at(-1) ?? '';
      const field = `${operation.id} ${path.join('.')}`;
      const kind = kinds[name];
      if (!kind) faults.push(`${field}: say in ids-in-bodies.ts what it names`);
      const exception = exceptions[field];
      if (!kind || kind === 'nothing of ours' || (exception && 'skipped' in exception)) continue;
      const row = rows.find((one) => one.operationId === operation.id && callerOf(one));
      const caller = row && callerOf(row);
      if (!row || !caller) {
        faults.push(`${field}: no row of the matrix succeeds, so there is nothing to try it in`);
        continue;
      }
      for (const [whose, id] of [
        ['another tenant', ids.tenant[kind]],
        ['a colleague', ids.colleague[kind]],
      ] as const) {
        if (id === undefined) continue;
        tried += 1;
        const who = caller.principal === 'operator' ? 'owner' : caller.principal;
        const request: Request = await row.request(world, who);
        const body = withValue(request.body, path, isList(name) ? [id] : id);
        const before = await storedRows(database);
        const {
          status,
          answer,
          request: sent,
        } = await sendAs(world, row, caller.principal, caller.stance, {
          ...request,
          body,
        });
        const said = `${field} of ${whose} (${caller.principal})`;
        const isRefused = exception ? status === exception.status : [400, 403, 404].includes(status);
        if (!isRefused) faults.push(`${said}: ${status} ${answer.slice(answer.indexOf('\n'), 400)}`);
        for (const label of world.canaries.leaks(who, answer, sent)) faults.push(`${said} shows ${label}`);
        const after = await storedRows(database);
        // A refused request changes nothing; a partly accepted one stores nothing with the foreign id.
        const touched = [...newRows(before, after), ...newRows(after, before)].filter(
          (stored) => !exception || stored.includes(world.globex.workspaceId),
        );
        for (const stored of touched) faults.push(`${said} changed ${stored.slice(0, 300)}`);
      }
    }
  for (const field of Object.keys(exceptions)) {
    const [id = '', path = ''] = field.split(' ');
    const known = idFields(world.operations.get(id)?.body).some((each) => each.join('.') === path);
    if (!known) faults.push(`${field}: there is no such field any more`);
  }
  return { faults, tried };
}
