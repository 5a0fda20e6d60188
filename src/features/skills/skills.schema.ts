import { Type } from '../../http/validation/type.ts';

const summary = {
  id: Type.String({ examples: ['data-math'] }),
  name: Type.String({ examples: ['data-math'] }),
  description: Type.String({ examples: ['Arithmetic and statistics without guessing.'] }),
  toolCount: Type.Integer({ minimum: 0, examples: [3] }),
};

export const SkillSummary = Type.Object(summary, { title: 'Skill' });
export type SkillSummary = Type.Static<typeof SkillSummary>;

export const SkillList = Type.Object({ data: Type.Array(SkillSummary) }, { title: 'SkillList' });

export const SkillDetails = Type.Object(
  {
    ...summary,
    tools: Type.Array(
      Type.Object({
        name: Type.String({ examples: ['statistics'] }),
        description: Type.String(),
        source: Type.String({ examples: ['skill:data-math'] }),
        parameters: Type.Record(Type.String(), Type.Unknown(), { description: 'JSON Schema.' }),
      }),
    ),
    promptContext: Type.String({ description: 'The text that is added to the prompt of an agent with this skill.' }),
  },
  { title: 'SkillDetails' },
);
export type SkillDetails = Type.Static<typeof SkillDetails>;

const Count = Type.Integer({ minimum: 0 });

export const SkillCacheStatistics = Type.Object(
  {
    entries: Count,
    hits: Count,
    misses: Count,
    hitRate: Type.Number({ minimum: 0, maximum: 1, examples: [0.75] }),
    byTool: Type.Record(Type.String(), Type.Object({ entries: Count, hits: Count, misses: Count })),
  },
  { title: 'SkillCacheStatistics', description: 'Of the node that answers, since its start.' },
);
export type SkillCacheStatistics = Type.Static<typeof SkillCacheStatistics>;

export const ClearSkillCache = Type.Object({
  tool: Type.Optional(Type.String({ pattern: '^[a-z][a-z0-9_]{0,63}$', examples: ['statistics'] })),
});

export const SkillCacheCleared = Type.Object(
  {
    cleared: Type.Integer({
      minimum: 0,
      description: 'Entries cleared on the node that answers; the other nodes clear theirs too.',
    }),
  },
  { title: 'SkillCacheCleared' },
);
