import { Type } from '../../../http/validation/type.ts';

export const WebhookCopy = Type.Object(
  {
    deliveryId: Type.String({ examples: ['dlv_01jd3v9k4m8q2w5x7y0z1a2b3c'] }),
    event: Type.String({ examples: ['agent.completed'] }),
    headers: Type.Record(Type.String(), Type.String(), {
      description:
        'Those of a delivery, signed now: `content-type`, `webhook-id`, `webhook-timestamp` and, with a secret, both signatures.',
    }),
    body: Type.String({ description: 'The body, byte for byte as it is signed.', maxLength: 4_194_304 }),
  },
  { title: 'WebhookCopy' },
);
export type WebhookCopy = Type.Static<typeof WebhookCopy>;
