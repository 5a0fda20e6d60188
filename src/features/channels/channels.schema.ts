import { PageQuery } from '../../http/pagination.ts';
import { Nullable, Type } from '../../http/validation/type.ts';
import { InputParts, StopReason } from '../runs/index.ts';

const Time = Type.String({ format: 'date-time' });
const ChannelId = Type.String({ examples: ['chn_01jd3v9k4m8q2w5x7y0z1a2b3c'] });
const AgentId = Type.String({ minLength: 1, maxLength: 100, examples: ['agt_01jd3v9k4m8q2w5x7y0z1a2b3c'] });
const RunId = Type.String({ examples: ['run_01jd3v9k4m8q2w5x7y0z1a2b3c'] });
const SessionId = Type.String({ examples: ['ses_01jd3v9k4m8q2w5x7y0z1a2b3c'] });
const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', examples: ['Support inbox'] });
const HeaderName = Type.String({ minLength: 1, maxLength: 100, pattern: '^[A-Za-z0-9-]+$', examples: ['X-Signature'] });
const ReplyUrl = Type.String({ minLength: 1, maxLength: 2_048, examples: ['https://example.com/replies'] });
const Secret = Type.String({
  minLength: 8,
  maxLength: 256,
  examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
});

const presets = ['github', 'slack'] as const;
const algorithms = ['sha256', 'sha1'] as const;

const hmacFields = {
  preset: Type.Union([Type.Enum([...presets]), Type.Null()], {
    description: 'A vendor’s way of signing, and of writing messages.',
    examples: [null],
  }),
  header: HeaderName,
  algorithm: Type.Enum([...algorithms]),
  prefix: Type.String({ maxLength: 50, examples: ['sha256='], description: 'Stands before the hex digits.' }),
  timestampHeader: Type.Union([HeaderName, Type.Null()], {
    description:
      'Then `<timestamp>.<body>` is signed, the timestamp being seconds since 1970, not more than five minutes off.',
    examples: [null],
  }),
};

const HmacInput = Type.Object(
  {
    ...Type.Partial(Type.Object(hmacFields)).properties,
    secret: Type.Optional(Type.Unsafe<string>({ ...Secret, description: 'Left out, one is made.' })),
  },
  { additionalProperties: false, description: 'How what comes in is signed: an HMAC of the raw body, in hex.' },
);
export type HmacInput = Type.Static<typeof HmacInput>;

export const CreateChannel = Type.Object(
  {
    name: Name,
    agentId: AgentId,
    hmac: Type.Optional(HmacInput),
    replyUrl: Type.Optional(
      Type.Union([ReplyUrl, Type.Null()], { description: 'Where answers go; without it they are in the response.' }),
    ),
    enabled: Type.Optional(Type.Boolean()),
  },
  { title: 'CreateChannel', additionalProperties: false },
);
export type CreateChannel = Type.Static<typeof CreateChannel>;

export const UpdateChannel = Type.Partial(CreateChannel, {
  title: 'UpdateChannel',
  additionalProperties: false,
  description: 'What is left out stays, in `hmac` too.',
});
export type UpdateChannel = Type.Static<typeof UpdateChannel>;

const channelFields = {
  id: ChannelId,
  workspaceId: Type.String(),
  name: Name,
  agentId: AgentId,
  userId: Type.Union([Type.String({ examples: ['usr_01jd3v9k4m8q2w5x7y0z1a2b3c'] }), Type.Null()], {
    description: 'The owner: the person who made it or last set its agent. Null when that account is gone.',
  }),
  acceptedVersion: Type.Union([Type.Integer({ examples: [3] }), Type.Null()], {
    description: 'The version of the agent that answers: the one that was accepted.',
  }),
  newerVersion: Type.Union([Type.Integer({ examples: [4] }), Type.Null()], {
    description: 'The agent’s present version where that is another one. It answers once it is accepted.',
  }),
  replyUrl: Nullable(ReplyUrl),
  enabled: Type.Boolean(),
  createdAt: Time,
  updatedAt: Time,
};

export const Channel = Type.Object({ ...channelFields, hmac: Type.Object(hmacFields) }, { title: 'Channel' });
export type Channel = Type.Static<typeof Channel>;

export const CreatedChannel = Type.Object(
  {
    ...channelFields,
    hmac: Type.Object({ ...hmacFields, secret: Type.Unsafe<string>({ ...Secret, description: 'Shown this once.' }) }),
  },
  { title: 'CreatedChannel' },
);
export type CreatedChannel = Type.Static<typeof CreatedChannel>;

export const ChannelQuery = Type.Object(PageQuery);

export const InboundMessage = Type.Object(
  {
    message: Type.Optional(
      Type.Union([Type.String(), InputParts], {
        description: 'A text or a list of parts. Required, but where a vendor writes the body.',
        examples: ['Where is my order?'],
      }),
    ),
    from: Type.Optional(
      Type.String({ description: 'Who says it; everyone has a session of their own.', examples: ['customer-17'] }),
    ),
  },
  { title: 'InboundMessage', additionalProperties: true, description: 'Or the event as GitHub or Slack sends it.' },
);

const ChannelAnswer = Type.Object(
  {
    runId: RunId,
    sessionId: SessionId,
    messageId: Nullable(Type.String({ examples: ['msg_01jd3v9k4m8q2w5x7y0z1a2b3c'] })),
    agentId: AgentId,
    content: Type.String({ examples: ['It is on its way.'] }),
    usage: Type.Object({ promptTokens: Type.Integer(), completionTokens: Type.Integer() }),
    durationMs: Type.Integer(),
    stopReason: StopReason,
  },
  { title: 'ChannelAnswer' },
);

const Challenge = Type.Object(
  { challenge: Type.String() },
  { title: 'ChannelChallenge', description: 'What Slack asks for when it gets to know an address.' },
);
const Ignored = Type.Object(
  { ignored: Type.Literal(true), reason: Type.String({ examples: ['Nobody speaks in this event.'] }) },
  { title: 'ChannelIgnored' },
);

export const InboundAnswer = Type.Union([ChannelAnswer, Challenge, Ignored], { title: 'InboundAnswer' });
export type InboundAnswer = Type.Static<typeof InboundAnswer>;

export const InboundAccepted = Type.Object(
  {
    runId: RunId,
    sessionId: SessionId,
    status: Type.Enum(['accepted', 'awaiting_approval'], {
      description: '`accepted`: the answer goes to `replyUrl`. `awaiting_approval`: a person must say yes first.',
    }),
  },
  { title: 'InboundAccepted' },
);
export type InboundAccepted = Type.Static<typeof InboundAccepted>;
