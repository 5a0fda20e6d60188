import { inWorkspace, principals, type Row } from './row.ts';
import { expectStatus, type World } from './world.ts';

const messages = [{ role: 'user', content: 'Hello' }];
const offline = { model: 'local/offline', messages };
const response = { model: 'local/offline', input: 'Hello' };
const message = { ...offline, max_tokens: 100 };
const embedding = { model: 'local/universal-sentence-encoder-lite', input: 'Hello', encoding_format: 'base64' };
const agentModel = ({ acme }: World) => `agent:${acme.agentId}`;

/** The agent that Acme granted to Initech only. */
const fromHome = (granted: number, refused: number) => ({ removed: refused, other: refused, grantee: granted });

async function sessionOfOwner({ acme, unique }: World): Promise<string> {
  const body = { agentId: acme.agentId, message: 'Hello', surface: unique() };
  return (await expectStatus(acme.as<{ sessionId: string }>('POST', '/agent/chat', body), 200)).sessionId;
}

/** Responses are their maker's alone. */
const ofOwner = (operationId: string): Row => ({
  operationId,
  request: async ({ acme }) => {
    const made = await expectStatus(acme.as<{ id: string }>('POST', '/inference/responses', response), 200);
    return { path: { id: made.id } };
  },
  expected: {
    'in acme': {
      anonymous: 401,
      owner: 200,
      admin: 404,
      member: 404,
      colleague: 404,
      removed: 403,
      other: 403,
      grantee: 403,
    },
    'from home': { removed: 404, other: 404, grantee: 404 },
  },
});

export const inferenceRows: Row[] = [
  inWorkspace('listModels', { members: 200, fromHome: 200 }),
  inWorkspace('getModel', { members: 200, fromHome: 200 }, () => ({ path: { id: 'local/offline' } }), {
    name: 'of a provider',
  }),
  inWorkspace('getModel', { members: 200, fromHome: fromHome(200, 404) }, (world) => ({
    path: { id: agentModel(world) },
  })),
  inWorkspace('createChatCompletion', { members: 200, fromHome: 200 }, () => ({ body: offline }), {
    name: 'of a model',
  }),
  inWorkspace(
    'createChatCompletion',
    { members: 200, fromHome: fromHome(200, 403) },
    (world) => ({ body: { model: agentModel(world), messages } }),
    { name: 'of an agent' },
  ),
  inWorkspace(
    'createChatCompletion',
    { members: 200, fromHome: fromHome(200, 403) },
    (world) => ({ body: { model: agentModel(world), messages, stream: true } }),
    { name: 'of an agent, streamed' },
  ),
  {
    operationId: 'createChatCompletion',
    name: 'in a session of another',
    request: async (world) => ({
      headers: { 'x-session-id': await sessionOfOwner(world) },
      body: { model: agentModel(world), messages },
    }),
    expected: {
      'in acme': Object.fromEntries(
        principals.map((principal) => [
          principal,
          {
            anonymous: 401,
            owner: 200,
            admin: 404,
            member: 404,
            colleague: 404,
            removed: 403,
            other: 403,
            grantee: 403,
          }[principal],
        ]),
      ),
      'from home': fromHome(404, 403),
    },
  },
  inWorkspace('createResponse', { members: 200, fromHome: 200 }, () => ({ body: { ...response } }), {
    name: 'of a model',
  }),
  inWorkspace(
    'createResponse',
    { members: 200, fromHome: fromHome(200, 403) },
    (world) => ({ body: { ...response, model: agentModel(world) } }),
    { name: 'of an agent' },
  ),
  ofOwner('getResponse'),
  ofOwner('deleteResponse'),
  inWorkspace('createMessage', { members: 200, fromHome: 200 }, () => ({ body: message }), { name: 'of a model' }),
  inWorkspace(
    'createMessage',
    { members: 200, fromHome: fromHome(200, 403) },
    (world) => ({ body: { ...message, model: agentModel(world) } }),
    { name: 'of an agent' },
  ),
  inWorkspace(
    'createMessage',
    { members: 200, fromHome: fromHome(200, 403) },
    (world) => ({ body: { ...message, model: agentModel(world), stream: true } }),
    { name: 'of an agent, streamed' },
  ),
  inWorkspace('countTokens', { members: 200, fromHome: 200 }, () => ({ body: offline }), { name: 'of a model' }),
  inWorkspace('countTokens', { members: 200, fromHome: fromHome(200, 404) }, (world) => ({
    body: { model: agentModel(world), messages },
  })),
  inWorkspace('createEmbeddings', { members: 200, fromHome: 200 }, () => ({ body: embedding })),
];
