import { PageQuery } from '../../http/pagination.ts';
import { Nullable, Type } from '../../http/validation/type.ts';
import { dispatchedEvents, eventNames } from './event-types.ts';

const Time = Type.String({ format: 'date-time' });
const WebhookId = Type.String({ examples: ['wh_01jd3v9k4m8q2w5x7y0z1a2b3c'] });
const DeliveryId = Type.String({ examples: ['dlv_01jd3v9k4m8q2w5x7y0z1a2b3c'] });
const Event = Type.String({ examples: ['agent.completed'] });
const Url = Type.String({ minLength: 1, maxLength: 2_048, examples: ['https://example.com/hooks'] });
const Events = Type.Array(Type.Enum([...eventNames]), {
  minItems: 1,
  maxItems: 32,
  description: '`*` means all; `agent_completed` is another name of `agent.completed`.',
  examples: [['agent.completed', 'agent.failed']],
});
const Description = Type.String({ maxLength: 1_000, examples: ['Tells our chat room'] });
const Secret = Type.String({ minLength: 1, maxLength: 256, examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'] });

export const CreateWebhook = Type.Object(
  {
    url: Url,
    events: Events,
    description: Type.Optional(Nullable(Description)),
    secret: Type.Optional(
      Type.Union([Secret, Type.Null()], { description: 'Left out, one is made; `null` means unsigned.' }),
    ),
    enabled: Type.Optional(Type.Boolean({ description: 'Heeded by `PUT`. A new one is always enabled.' })),
  },
  { title: 'CreateWebhook', additionalProperties: false },
);
export type CreateWebhook = Type.Static<typeof CreateWebhook>;

export const UpdateWebhook = Type.Partial(CreateWebhook, {
  title: 'UpdateWebhook',
  additionalProperties: false,
  description: 'What is left out stays. A new `secret` counts at once; to change it without a gap, rotate it.',
});
export type UpdateWebhook = Type.Static<typeof UpdateWebhook>;

const InactiveReason = Type.Enum(['creator_left', 'creator_lost_role', 'creator_suspended']);
export type InactiveReason = Type.Static<typeof InactiveReason>;

const webhookFields = {
  id: WebhookId,
  workspaceId: Type.String(),
  url: Url,
  events: Events,
  description: Nullable(Description),
  enabled: Type.Boolean(),
  createdBy: Type.Union([Type.String(), Type.Null()], {
    description: 'The id of who made it; null once that account is gone.',
    examples: ['usr_01jd3v9k4m8q2w5x7y0z1a2b3c'],
  }),
  audience: Type.Enum(['own', 'workspace'], {
    description:
      "`own`: it is told what its maker's own runs cause. `workspace`: an owner or admin made it, and it is told everybody's.",
  }),
  inactiveReason: Type.Union([InactiveReason, Type.Null()], {
    description:
      'Why nothing is sent to it, enabled or not: its maker has left the workspace, is no longer an owner or admin, or is suspended. An owner or admin takes over one of the workspace by enabling it.',
  }),
  hasSecret: Type.Boolean(),
  consecutiveFailures: Type.Integer({ minimum: 0 }),
  createdAt: Time,
  updatedAt: Time,
};

export const Webhook = Type.Object(webhookFields, { title: 'Webhook' });
export type Webhook = Type.Static<typeof Webhook>;

export const CreatedWebhook = Type.Object(
  { ...webhookFields, secret: Type.Union([Secret, Type.Null()], { description: 'Shown this once.' }) },
  { title: 'CreatedWebhook' },
);
export type CreatedWebhook = Type.Static<typeof CreatedWebhook>;

export const RotatedSecret = Type.Object(
  {
    id: WebhookId,
    secret: Type.String({ description: 'Shown this once.', examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'] }),
    previousSecretExpiresAt: Type.Union([Time, Type.Null()], {
      description: 'Until then `webhook-signature` holds a signature by the previous secret as well.',
    }),
  },
  { title: 'RotatedSecret' },
);
export type RotatedSecret = Type.Static<typeof RotatedSecret>;

export const Delivery = Type.Object(
  {
    id: DeliveryId,
    webhookId: WebhookId,
    event: Event,
    status: Type.Enum(['pending', 'retrying', 'succeeded', 'dead', 'intercepted', 'cancelled']),
    attempts: Type.Integer({ minimum: 0, examples: [1] }),
    nextAttemptAt: Type.Union([Time, Type.Null()], { description: 'Null when it is over, or being sent now.' }),
    lastStatusCode: Nullable(Type.Integer({ examples: [200] })),
    createdAt: Time,
  },
  { title: 'Delivery' },
);
export type Delivery = Type.Static<typeof Delivery>;

export const WebhookTest = Type.Object(
  {
    deliveryId: DeliveryId,
    statusCode: Type.Union([Type.Integer({ examples: [200] }), Type.Null()], {
      description: 'Null without an answer.',
    }),
    latencyMs: Type.Integer({ minimum: 0, examples: [42] }),
    success: Type.Boolean(),
    error: Nullable(Type.String()),
    intercepted: Type.Optional(Type.Boolean({ description: 'Test mode is on: nothing was sent.' })),
  },
  { title: 'WebhookTest' },
);
export type WebhookTest = Type.Static<typeof WebhookTest>;

export const TestMode = Type.Object(
  { enabled: Type.Boolean({ description: "Whether what would go to the caller's webhooks is intercepted." }) },
  { title: 'WebhookTestMode' },
);
export type TestMode = Type.Static<typeof TestMode>;

const Payload = Type.Object(
  { event: Event, timestamp: Time, data: Type.Unknown() },
  { title: 'WebhookPayload', description: 'The body, exactly.' },
);
export type Payload = Type.Static<typeof Payload>;

export const InterceptedDispatch = Type.Object(
  { id: DeliveryId, webhookId: WebhookId, event: Event, payload: Payload, createdAt: Time },
  { title: 'InterceptedDispatch' },
);
export type InterceptedDispatch = Type.Static<typeof InterceptedDispatch>;

export const DispatchRecord = Type.Object(
  {
    id: Type.String({ examples: ['att_01jd3v9k4m8q2w5x7y0z1a2b3c'] }),
    webhookId: WebhookId,
    deliveryId: DeliveryId,
    eventType: Event,
    url: Url,
    attempt: Type.Integer({ minimum: 1 }),
    trigger: Type.Enum(['event', 'retry', 'test', 'manual']),
    payload: Payload,
    statusCode: Nullable(Type.Integer({ examples: [200] })),
    responseBody: Type.Union([Type.String(), Type.Null()], { description: 'The first 16 KiB.' }),
    latencyMs: Type.Integer({ minimum: 0, examples: [42] }),
    error: Nullable(Type.String()),
    createdAt: Time,
  },
  { title: 'DispatchRecord' },
);
export type DispatchRecord = Type.Static<typeof DispatchRecord>;

export const InspectorQuery = Type.Object({
  ...PageQuery,
  eventType: Type.Optional(Type.Enum([...dispatchedEvents], { examples: ['agent.completed'] })),
});
export const WebhookPageQuery = Type.Object(PageQuery);

export const ReplayRequest = Type.Object(
  {
    webhookId: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    since: Type.Optional(Type.String({ format: 'date-time', description: 'Only deliveries created then or later.' })),
    dryRun: Type.Optional(Type.Boolean({ description: 'Say how many there are and send nothing.' })),
  },
  { title: 'ReplayRequest', additionalProperties: false },
);
export type ReplayRequest = Type.Static<typeof ReplayRequest>;

export const Replay = Type.Object(
  {
    count: Type.Integer({ minimum: 0, description: 'How many are, or would be, sent again.' }),
    dryRun: Type.Boolean(),
  },
  { title: 'Replay' },
);
export type Replay = Type.Static<typeof Replay>;
