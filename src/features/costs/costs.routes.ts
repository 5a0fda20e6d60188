import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { daysOf } from '../../http/pagination.ts';
import { BreakdownQuery, CostBreakdown, Costs, CostsQuery } from './costs.schema.ts';
import type { CostService } from './costs.service.ts';

const config = { auth: 'member', permission: 'costs.read' } as const;
const tags = ['workspaces'];

export const costRoutes =
  (costs: CostService): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/costs',
      {
        config,
        schema: {
          operationId: 'getCosts',
          summary: 'Get the costs of the last days and the budget',
          tags,
          querystring: CostsQuery,
          response: { 200: Costs },
        },
      },
      async ({ caller, query }) => costs.summary(caller, daysOf(query.days, 30)),
    );

    app.get(
      '/costs/breakdown',
      {
        config,
        schema: {
          operationId: 'getCostBreakdown',
          summary: 'Get costs by day, agent, model, user or personal key',
          description:
            'By user or key, a member sees what is their own. What was used without a key is under the key ""',
          tags,
          querystring: BreakdownQuery,
          response: { 200: CostBreakdown },
        },
      },
      async ({ caller, query }) => costs.breakdown(caller, query),
    );
  };
