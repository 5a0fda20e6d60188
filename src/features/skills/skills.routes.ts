import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problems } from '../../http/errors/problem.ts';
import { Type } from '../../http/validation/type.ts';
import { notFound } from '../../kernel/errors.ts';
import type { SkillCache } from './skill-cache.ts';
import type { Skill, SkillLibrary } from './skill-library.ts';
import {
  ClearSkillCache,
  SkillCacheCleared,
  SkillCacheStatistics,
  SkillDetails,
  SkillList,
  type SkillSummary,
} from './skills.schema.ts';

const config = { auth: 'none' } as const;
const tags = ['skills'];

const summaryOf = ({ id, name, description, tools }: Skill): SkillSummary => ({
  id,
  name,
  description,
  toolCount: tools.length,
});

export const skillRoutes =
  ({ library, cache }: { library: SkillLibrary; cache: SkillCache }): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/skills',
      {
        config,
        schema: {
          operationId: 'listSkills',
          summary: 'List the skills an agent can have',
          tags,
          response: { 200: SkillList },
        },
      },
      async () => ({ data: library.list().map(summaryOf) }),
    );

    app.get(
      '/skills/:id',
      {
        config,
        schema: {
          operationId: 'getSkill',
          summary: 'Get a skill with its tools and prompt text',
          tags,
          params: Type.Object({ id: Type.String({ examples: ['data-math'] }) }),
          response: { 200: SkillDetails, ...problems(404) },
        },
      },
      async ({ params }) => {
        const skill = library.find(params.id);
        if (!skill) throw notFound(`Skill ${params.id}`);
        return { ...summaryOf(skill), tools: library.toolsOf(skill), promptContext: skill.promptContext };
      },
    );

    app.get(
      '/skills/cache/stats',
      {
        config,
        schema: {
          operationId: 'getSkillCacheStatistics',
          summary: 'Statistics of the cache of skills’ tools',
          description: 'Each node has its own cache: the statistics are those of the node that answers.',
          tags,
          response: { 200: SkillCacheStatistics },
        },
      },
      async () => cache.statistics(),
    );

    app.post(
      '/skills/cache/clear',
      {
        config: { auth: 'none', limitedByAddress: true },
        schema: {
          operationId: 'clearSkillCache',
          summary: 'Clear cached results of one tool or of all, on every node',
          tags,
          querystring: ClearSkillCache,
          response: { 200: SkillCacheCleared, ...problems(429) },
        },
      },
      async ({ query }) => ({ cleared: cache.clear(query.tool) }),
    );
  };
