import { Type } from '../../http/validation/type.ts';

const Id = (description: string) => Type.Optional(Type.String({ maxLength: 200, description }));
const anyFields = (description: string) =>
  Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description, examples: [{}] }));

const longestText = 500_000;

/** One of the members `text`, `raw`, `url` and `data`. */
const A2aPart = Type.Object(
  {
    text: Type.Optional(Type.String({ maxLength: longestText, examples: ['What is 17 * 23?'] })),
    raw: Type.Optional(Type.String({ description: 'Bytes in base64: an image or a document.' })),
    url: Type.Optional(Type.String({ maxLength: 2_048, description: 'Of an image. The gateway fetches it.' })),
    data: Type.Optional(Type.Unknown({ description: 'JSON, which the agent reads as text.' })),
    filename: Type.Optional(Type.String({ maxLength: 255 })),
    mediaType: Type.Optional(Type.String({ maxLength: 200, examples: ['text/plain'] })),
    metadata: anyFields('Not read.'),
  },
  { title: 'A2aPart' },
);
export type A2aPart = Type.Static<typeof A2aPart>;

const A2aMessage = Type.Object(
  {
    messageId: Type.String({ minLength: 1, maxLength: 200, examples: ['0b0c1f5e-57c5-4a7e-9f7b-4f8f0d2f7f55'] }),
    role: Type.Literal('ROLE_USER'),
    parts: Type.Array(A2aPart, { minItems: 1, maxItems: 20 }),
    contextId: Id('The conversation that goes on: a session of yours with this agent.'),
    taskId: Id('Refused: a task takes one message. Send `contextId` alone.'),
    referenceTaskIds: Type.Optional(
      Type.Array(Type.String({ maxLength: 200 }), { maxItems: 20, description: 'Refused unless it is empty.' }),
    ),
    extensions: Type.Optional(Type.Array(Type.String({ maxLength: 500 }), { maxItems: 20, description: 'Not read.' })),
    metadata: anyFields('Not read.'),
  },
  { title: 'A2aMessage' },
);
export type A2aMessage = Type.Static<typeof A2aMessage>;

const SendConfiguration = Type.Object(
  {
    acceptedOutputModes: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 50 })),
    returnImmediately: Type.Optional(
      Type.Boolean({ description: 'Do not wait for the answer: ask `GetTask` for it.' }),
    ),
    historyLength: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
    taskPushNotificationConfig: Type.Optional(Type.Unknown({ description: 'Refused: webhooks tell of runs.' })),
  },
  { title: 'A2aSendConfiguration' },
);

const Params = Type.Object(
  {
    message: Type.Optional(A2aMessage),
    configuration: Type.Optional(SendConfiguration),
    id: Id('The task, of `GetTask`, `CancelTask` and `SubscribeToTask`.'),
    historyLength: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
    tenant: Id('Refused unless it is empty: the key names the workspace.'),
    metadata: anyFields('Not read.'),
  },
  { title: 'A2aParams' },
);
export type A2aParams = Type.Static<typeof Params>;

export const A2aRequest = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    id: Type.Union([Type.String({ maxLength: 200 }), Type.Number(), Type.Null()], { examples: [1] }),
    method: Type.String({ maxLength: 100, examples: ['SendMessage'] }),
    params: Type.Optional(Params),
  },
  {
    title: 'A2aRequest',
    additionalProperties: false,
    description: 'One request of A2A 1.0 over JSON-RPC.',
    examples: [
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'SendMessage',
        params: { message: { messageId: 'm1', role: 'ROLE_USER', parts: [{ text: 'What is 17 * 23?' }] } },
      },
    ],
  },
);
export type A2aRequest = Type.Static<typeof A2aRequest>;

export const A2aResponse = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    id: Type.Unknown({ description: 'The id of the request.', examples: [1] }),
    result: Type.Optional(Type.Object({}, { additionalProperties: true })),
    error: Type.Optional(Type.Object({}, { additionalProperties: true })),
  },
  { title: 'A2aResponse' },
);

export const A2aHeaders = Type.Object({
  'a2a-version': Type.Optional(
    Type.String({ maxLength: 20, examples: ['1.0'], description: '1.0; others are refused.' }),
  ),
});

const Modes = Type.Array(Type.String({ examples: ['text/plain'] }));

export const AgentCard = Type.Object(
  {
    name: Type.String({ examples: ['Support'] }),
    description: Type.String(),
    version: Type.String({ examples: ['3'], description: 'Of the agent.' }),
    supportedInterfaces: Type.Array(
      Type.Object({
        url: Type.String({ examples: ['https://gateway.example.com/a2a/agt_01jd3v9k4m8q2w5x7y0z1a2b3c'] }),
        protocolBinding: Type.Literal('JSONRPC'),
        protocolVersion: Type.Literal('1.0'),
      }),
    ),
    capabilities: Type.Object({
      streaming: Type.Boolean(),
      pushNotifications: Type.Boolean(),
      extendedAgentCard: Type.Boolean(),
    }),
    securitySchemes: Type.Object({
      bearer: Type.Object({
        httpAuthSecurityScheme: Type.Object({ scheme: Type.Literal('Bearer'), description: Type.String() }),
      }),
    }),
    securityRequirements: Type.Array(
      Type.Object({ schemes: Type.Object({ bearer: Type.Object({ list: Type.Array(Type.String()) }) }) }),
    ),
    defaultInputModes: Modes,
    defaultOutputModes: Modes,
    skills: Type.Array(
      Type.Object({
        id: Type.String({ examples: ['chat'] }),
        name: Type.String(),
        description: Type.String(),
        tags: Type.Array(Type.String()),
      }),
    ),
  },
  { title: 'AgentCard', description: 'An agent as A2A describes it.' },
);
export type AgentCard = Type.Static<typeof AgentCard>;
