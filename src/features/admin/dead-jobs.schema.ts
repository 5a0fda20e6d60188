import { PageOf, PageQuery } from '../../http/pagination.ts';
import { Nullable, Type } from '../../http/validation/type.ts';

const Time = Type.String({ format: 'date-time' });

export const JobParams = Type.Object({ id: Type.String({ maxLength: 100 }) });

export const DeadJobQuery = Type.Object({
  status: Type.Optional(Type.Enum(['dead'], { description: 'Only dead jobs are listed.' })),
  queue: Type.Optional(Type.String({ maxLength: 200, examples: ['memory-capture'] })),
  ...PageQuery,
});
export type DeadJobQuery = Type.Static<typeof DeadJobQuery>;

export const DeadJob = Type.Object(
  {
    id: Type.String({ examples: ['job_01jd3v9k4m8q2w5x7y0z1a2b3c'] }),
    queue: Type.String({ examples: ['memory-capture'] }),
    status: Type.Enum(['dead']),
    attempts: Type.Integer({ minimum: 0 }),
    maxAttempts: Type.Integer({ minimum: 1 }),
    error: Nullable(Type.String({ description: 'Of the last attempt, without credentials.' })),
    ids: Type.Array(Type.String(), {
      maxItems: 50,
      description: 'What the job is about: the ids in its payload, and nothing else of it.',
      examples: [['run_01jd3v9k4m8q2w5x7y0z1a2b3c']],
    }),
    createdAt: Time,
    diedAt: Time,
  },
  { title: 'DeadJob', description: 'Background work whose last attempt failed.' },
);
export type DeadJob = Type.Static<typeof DeadJob>;
export const DeadJobPage = PageOf(DeadJob, 'DeadJobPage');
