import { PageQuery } from '../../../http/pagination.ts';
import { Nullable, Type } from '../../../http/validation/type.ts';

const Time = Type.String({ format: 'date-time' });
/** Good or bad. */
const Rating = Type.Integer({ enum: [1, -1], description: '1 is good, -1 is bad.' });
const longestComment = 4_000;

export const FeedbackRequest = Type.Object(
  {
    rating: Rating,
    comment: Type.Optional(Type.String({ maxLength: longestComment })),
  },
  { title: 'FeedbackRequest', additionalProperties: false },
);
export type FeedbackRequest = Type.Static<typeof FeedbackRequest>;

export const Feedback = Type.Object(
  {
    messageId: Type.String({ examples: ['msg_01jd3v9k4m8q2w5x7y0z1a2b3c'] }),
    sessionId: Type.String(),
    agentId: Type.String(),
    userId: Type.String({ description: 'Whose conversation it is.' }),
    rating: Rating,
    comment: Nullable(Type.String()),
    createdAt: Time,
    updatedAt: Time,
  },
  { title: 'Feedback' },
);
export type Feedback = Type.Static<typeof Feedback>;

export const FeedbackQuery = Type.Object({
  ...PageQuery,
  agentId: Type.Optional(Type.String({ maxLength: 100 })),
  rating: Type.Optional(Type.Enum(['1', '-1'])),
});
export type FeedbackQuery = Type.Static<typeof FeedbackQuery>;
