import { PageQuery } from '../../../http/pagination.ts';
import { Type } from '../../../http/validation/type.ts';
import { tiers } from '../entries/memory.ts';

const Time = Type.String({ format: 'date-time' });
const MemoryProfileId = Type.String({ examples: ['mpr_01jd3v9k4m8q2w5x7y0z1a2b3c'] });
const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', examples: ['Discreet'] });

// No defaults here: they would be filled in at every update and overwrite omitted fields.
const policy = {
  tiers: Type.Array(Type.Enum([...tiers]), {
    maxItems: tiers.length,
    uniqueItems: true,
    description: 'The tiers that are recalled from; nothing is recalled if empty. Default: all.',
    examples: [['profile', 'strategic']],
  }),
  recallLimit: Type.Integer({
    minimum: 0,
    maximum: 50,
    description: 'The most entries that a turn is shown. Default: 8.',
    examples: [8],
  }),
  autoCapture: Type.Enum(['off', 'rules', 'model'], {
    description: 'What is captured from a turn: nothing, what rules find, or what a second model call finds.',
    examples: ['rules'],
  }),
  propagate: Type.Boolean({ description: 'Whether captured entries may be promoted. Default: true.' }),
  retentionDays: Type.Union([Type.Integer({ minimum: 1, maximum: 3_650 }), Type.Null()], {
    description:
      'Daily entries and session summaries that came from agents bound to this profile are deleted after so many days; `null` keeps them.',
    examples: [90],
  }),
};

export const CreateMemoryProfile = Type.Object(
  { name: Name, ...Type.Partial(Type.Object(policy)).properties },
  { title: 'CreateMemoryProfile', additionalProperties: false },
);
export type CreateMemoryProfile = Type.Static<typeof CreateMemoryProfile>;

export const UpdateMemoryProfile = Type.Partial(Type.Object({ name: Name, ...policy }), {
  title: 'UpdateMemoryProfile',
  additionalProperties: false,
  description: 'Omitted fields keep their values.',
});
export type UpdateMemoryProfile = Type.Static<typeof UpdateMemoryProfile>;

export const MemoryProfile = Type.Object(
  { id: MemoryProfileId, name: Name, ...policy, createdAt: Time, updatedAt: Time },
  { title: 'MemoryProfile', description: 'A policy that agents are bound to by their `memoryProfileId`.' },
);
export type MemoryProfile = Type.Static<typeof MemoryProfile>;

export const MemoryProfileQuery = Type.Object(PageQuery);
export const MemoryProfileParams = Type.Object({ id: MemoryProfileId });
