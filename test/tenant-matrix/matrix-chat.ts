import { actingAs } from '../harness/people.ts';
import type { Scope } from './canaries.ts';
import { inWorkspace, ofMember, ofMemberAndManagers, type Principal, type Row } from './row.ts';
import { expectStatus, type Seed, type Tenant, type World } from './world.ts';

type Chat = { runId: string; sessionId: string; messageId: string };

/** A conversation of one person; nobody else may read it, not even in the same workspace. */
async function converse(
  world: World,
  who: Exclude<Principal, 'anonymous'>,
  tenant: Tenant,
  agentId: string,
  ...knowTheId: Scope[]
) {
  const { canaries, gateway, people } = world;
  const text = (label: string) => canaries.plant(who as Scope, label);
  const answer = await expectStatus(
    actingAs(gateway, people[who], tenant.workspaceId)<Chat>('POST', '/agent/chat', {
      agentId,
      message: `Remember ${text('message')}`,
      surface: text('surface'),
      metadata: { [text('metadata name')]: text('metadata') },
    }),
    200,
  );
  canaries.mark(answer.sessionId, 'session id', who as Scope, ...knowTheId);
  canaries.mark(answer.runId, 'run id', who as Scope);
  return answer;
}

/** A run of the member that waits for an approval to calculate. */
async function parked({ acme, canaries, gateway, people, unique }: World) {
  const { id: agentId } = await expectStatus(
    acme.as<{ id: string }>('POST', '/agents', {
      name: 'Asks first',
      tools: ['calculator'],
      approvals: ['calculator'],
    }),
    201,
  );
  const asMember = actingAs(gateway, people.member, acme.workspaceId);
  const { runId, approval } = await expectStatus(
    asMember<Chat & { approval: { requestId: string } }>('POST', '/agent/chat', {
      agentId,
      message: 'What is 17 * 23?',
      surface: unique(),
    }),
    202,
  );
  // Only the people who may decide see it.
  canaries.mark(runId, 'run that asks', 'member', 'owner', 'admin');
  canaries.mark(approval.requestId, 'approval id', 'member', 'owner', 'admin');
  return { runId, approvalId: approval.requestId };
}

const ownerOf = { acme: 'owner', globex: 'other', initech: 'grantee' } as const;

/** Initech also chats with the agent that Acme granted. */
export const seedChats: Seed = async (world, tenant) => {
  await converse(world, ownerOf[tenant.name], tenant, tenant.agentId);
  if (tenant.name === 'acme')
    for (const who of ['member', 'colleague'] as const) await converse(world, who, tenant, tenant.agentId);
  if (tenant.name === 'initech') await converse(world, 'grantee', tenant, world.acme.agentId);
};

const memberChat = (world: World) => converse(world, 'member', world.acme, world.acme.agentId);

/** An answer to the member. Owners and admins learn of ratings, with the ids of the sessions. */
async function rated(world: World) {
  const { acme } = world;
  const { sessionId, messageId } = await converse(world, 'member', acme, acme.agentId, 'owner', 'admin');
  return {
    path: { id: sessionId, messageId },
    body: { rating: -1, comment: world.canaries.plant('member', 'comment', 'owner', 'admin') },
  };
}

async function forked(world: World) {
  const { sessionId, messageId } = await memberChat(world);
  return { path: { id: sessionId }, body: { messageId } };
}

async function otherAgent({ acme }: World): Promise<string> {
  return (await expectStatus(acme.as<{ id: string }>('POST', '/agents', { name: 'Second' }), 201)).id;
}

/** The grantee's own conversation, passed to the agent that Acme granted; of that agent it shows only the id. */
async function handedToGranted(world: World, principal: Principal): Promise<{ path: { id: string } }> {
  if (principal !== 'grantee') return { path: { id: (await memberChat(world)).sessionId } };
  const { initech, acme } = world;
  const { sessionId } = await converse(world, 'grantee', initech, initech.agentId);
  await expectStatus(initech.as('POST', `/sessions/${sessionId}/handoff`, { agentId: acme.agentId }), 200);
  return { path: { id: sessionId } };
}
const granted = { removed: 403, other: 403, grantee: 200 };
const message = 'Hello there';
const said = [{ role: 'user', parts: [{ type: 'text', text: message }] }];

const agUi = { runId: 'run-1', messages: [{ id: 'message-1', role: 'user', content: 'Hello' }] };

export const chatRows: Row[] = [
  ...['chat', 'streamChat'].flatMap((operationId) => [
    inWorkspace(operationId, { members: 200, fromHome: granted }, ({ acme, unique }) => ({
      body: { agentId: acme.agentId, message, surface: unique() },
    })),
    inWorkspace(
      operationId,
      { members: 404, fromHome: 404 },
      ({ unique }) => ({
        body: { agentId: 'agt_01jd3v9k4m8q2w5x7y0z1a2b3c', message, surface: unique() },
      }),
      { name: 'with an agent that does not exist' },
    ),
    inWorkspace(
      operationId,
      { members: 403, fromHome: 403 },
      ({ globex, initech, unique }, principal) => ({
        body: {
          agentId: principal === 'other' ? initech.agentId : globex.agentId,
          message,
          surface: unique(),
        },
      }),
      { name: 'with an agent of another tenant' },
    ),
    inWorkspace(
      operationId,
      { members: 200, colleagues: 404, managers: 404, fromHome: { ...granted, grantee: 404 } },
      async (world) => ({
        body: { message, agentId: world.acme.agentId, sessionId: (await memberChat(world)).sessionId },
      }),
      { name: 'in a session of the member', once: true },
    ),
  ]),
  inWorkspace('chatUi', { members: 200, fromHome: granted }, ({ acme, unique }) => ({
    body: { id: unique(), agentId: acme.agentId, messages: said },
  })),
  inWorkspace(
    'chatUi',
    { members: 404, fromHome: 404 },
    ({ unique }) => ({ body: { id: unique(), agentId: 'agt_01jd3v9k4m8q2w5x7y0z1a2b3c', messages: said } }),
    { name: 'with an agent that does not exist' },
  ),
  inWorkspace(
    'chatUi',
    { members: 200, colleagues: 404, managers: 404, fromHome: { ...granted, grantee: 404 } },
    async (world) => ({
      body: { id: (await memberChat(world)).sessionId, agentId: world.acme.agentId, messages: said },
    }),
    { name: 'in a session of the member', once: true },
  ),
  inWorkspace('resumeChatUi', { members: 204, fromHome: 204 }, ({ unique }) => ({ path: { chatId: unique() } })),
  ofMember('regenerate', 200, async (world) => {
    const { sessionId, messageId } = await memberChat(world);
    return { path: { id: sessionId }, body: { messageId } };
  }),
  ofMember(
    'regenerate',
    200,
    async (world) => {
      const { sessionId, messageId } = await memberChat(world);
      return { path: { id: sessionId }, body: { messageId, message, stream: true } };
    },
    { name: 'with another question' },
  ),
  inWorkspace('runAgUi', { members: 200, fromHome: granted }, ({ acme, unique }) => ({
    body: { ...agUi, threadId: unique(), forwardedProps: { agentId: acme.agentId } },
  })),
  inWorkspace('runAgUiAgent', { members: 200, fromHome: granted }, ({ acme, unique }) => ({
    path: { agentId: acme.agentId },
    body: { ...agUi, threadId: unique() },
  })),
  inWorkspace(
    'runAgUiAgent',
    { members: 404, fromHome: 404 },
    ({ unique }) => ({
      path: { agentId: 'agt_01jd3v9k4m8q2w5x7y0z1a2b3c' },
      body: { ...agUi, threadId: unique() },
    }),
    { name: 'with an agent that does not exist' },
  ),
  inWorkspace(
    'runAgUiAgent',
    { members: 200, colleagues: 404, managers: 404, fromHome: { ...granted, grantee: 404 } },
    async (world) => ({
      path: { agentId: world.acme.agentId },
      body: { ...agUi, threadId: (await memberChat(world)).sessionId },
    }),
    { name: 'in a session of the member', once: true },
  ),
  inWorkspace('resetSessions', { members: 200, fromHome: 200 }, () => ({ body: { surface: 'none has this' } })),
  inWorkspace('getPresence', { members: 200, fromHome: 200 }),
  inWorkspace('getAgentHealth', { members: 200, fromHome: 200 }),
];

export const sessionRows: Row[] = [
  inWorkspace('listSessions', { members: 200, fromHome: 200 }),
  inWorkspace('listSessions', { members: 200, fromHome: 200 }, ({ acme }) => ({ query: { agentId: acme.agentId } }), {
    name: 'of one agent',
  }),
  inWorkspace('searchMessages', { members: 200, fromHome: 200 }, () => ({ query: { q: 'remember' } })),
  ofMember('getSession', 200, async (world) => ({ path: { id: (await memberChat(world)).sessionId } })),
  inWorkspace(
    'getSession',
    { members: 200, colleagues: 404, managers: 404, fromHome: { removed: 404, other: 404, grantee: 200 } },
    handedToGranted,
    { name: 'that was handed to a granted agent' },
  ),
  ofMember('deleteSession', 204, async (world) => ({ path: { id: (await memberChat(world)).sessionId } })),
  ofMember('changeSession', 200, async (world) => ({
    path: { id: (await memberChat(world)).sessionId },
    body: { title: 'Another', pinned: true, metadata: { color: 'red' } },
  })),
  ofMember('forkSession', 201, forked),
  ofMember('exportSession', 200, async (world) => ({ path: { id: (await memberChat(world)).sessionId } })),
  ofMember(
    'exportSession',
    200,
    async (world) => ({ path: { id: (await memberChat(world)).sessionId }, query: { format: 'json' } }),
    { name: 'as JSON' },
  ),
  ofMember('chooseMessage', 200, async (world) => {
    const { sessionId, messageId } = await memberChat(world);
    return { path: { id: sessionId, messageId } };
  }),
  ofMember('rateMessage', 200, rated),
  inWorkspace('listFeedback', { members: 200, fromHome: 200 }),
  ofMember('handOffSession', 200, async (world) => ({
    path: { id: (await memberChat(world)).sessionId },
    body: { agentId: await otherAgent(world), reason: 'because' },
  })),
  inWorkspace(
    'handOffSession',
    { members: 403, colleagues: 404, managers: 404, fromHome: 404 },
    async (world) => ({
      path: { id: (await memberChat(world)).sessionId },
      body: { agentId: world.globex.agentId },
    }),
    { name: 'to an agent of another tenant' },
  ),
];

export const jobRows: Row[] = [
  inWorkspace('listJobs', { members: 200, fromHome: 200 }),
  ofMember('getJob', 200, async (world) => ({ path: { id: (await memberChat(world)).runId } })),
  ofMember('streamJob', 200, async (world) => ({ path: { id: (await memberChat(world)).runId } })),
  ofMember('cancelJob', 200, async (world) => ({ path: { id: (await parked(world)).runId } })),
];

export const approvalRows: Row[] = [
  inWorkspace('listApprovals', { members: 200, fromHome: 200 }),
  ofMemberAndManagers('getApproval', 200, 404, async (world) => ({ path: { id: (await parked(world)).approvalId } })),
  ofMemberAndManagers('resolveApproval', 200, 404, async (world) => ({
    path: { id: (await parked(world)).approvalId },
    body: { decision: 'deny', reason: 'no' },
  })),
];
