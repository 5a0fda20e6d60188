import { Type } from '../../../http/validation/type.ts';
import { tiers } from '../entries/memory.ts';

const TierName = Type.String({ enum: [...tiers], examples: ['daily'] });
const entryId = Type.String({ examples: ['mem_01jd3v9k4m8q2w5x7y0z1a2b3c'] });
const content = Type.String({ examples: ['I live in Graz.'] });
const reason = Type.String({ examples: ['states a lasting fact (home)'] });
const propagationId = Type.String({ examples: ['prp_01jd3v9k4m8q2w5x7y0z1a2b3c'] });

const Gate = Type.Object(
  {
    gate: Type.String({ examples: ['recalls'] }),
    passed: Type.Boolean(),
    detail: Type.String({ examples: ['recalled 1 times, needs 3'] }),
  },
  { title: 'PropagationGate' },
);

const Judgement = Type.Object(
  {
    id: Type.Optional(propagationId),
    entryId,
    fromTier: TierName,
    toTier: TierName,
    field: Type.Optional(Type.String({ description: 'The field of the profile.', examples: ['home'] })),
    content,
    reason,
    gates: Type.Array(Gate),
  },
  { title: 'PropagationJudgement' },
);
export type Judgement = Type.Static<typeof Judgement>;

export const PropagationRequest = Type.Union(
  [
    Type.Object(
      { dryRun: Type.Optional(Type.Boolean({ description: 'Reports what would be promoted, and changes nothing.' })) },
      { additionalProperties: false },
    ),
    Type.Null(),
  ],
  { title: 'PropagationRequest' },
);

export const PropagationReport = Type.Object(
  {
    dryRun: Type.Boolean(),
    propagations: Type.Array(Judgement, { description: 'Entries that were promoted, or would be.' }),
    skipped: Type.Array(Judgement, { description: 'Entries that were not promoted, and the gates they did not pass.' }),
  },
  { title: 'PropagationReport' },
);
export type PropagationReport = Type.Static<typeof PropagationReport>;

export const Propagation = Type.Object(
  {
    id: propagationId,
    entryId,
    targetId: entryId,
    fromTier: TierName,
    toTier: TierName,
    content,
    reason,
    createdAt: Type.String({ format: 'date-time' }),
    revertedAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  },
  { title: 'Propagation' },
);
export type Propagation = Type.Static<typeof Propagation>;

export const PropagationParams = Type.Object({ id: Type.String({ maxLength: 100 }) });
