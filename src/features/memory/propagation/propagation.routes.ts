import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problems } from '../../../http/errors/problem.ts';
import { PageOf, PageQuery } from '../../../http/pagination.ts';
import { Type } from '../../../http/validation/type.ts';
import { Propagation, PropagationParams, PropagationReport, PropagationRequest } from './propagation.schema.ts';
import type { PropagationService } from './propagation.service.ts';

const tags = ['memory'];

export const propagationRoutes =
  (propagations: PropagationService): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/memory/propagate',
      {
        config: { auth: 'member', permission: 'memory.write' },
        schema: {
          operationId: 'propagateMemory',
          summary: 'Promote entries that proved useful or state a lasting fact',
          description:
            'From daily entries to your profile or your notes. The gateway also does this every night. Text from outside is never promoted.',
          tags,
          body: PropagationRequest,
          response: { 200: PropagationReport },
        },
      },
      async ({ caller, body }) => propagations.propagate(caller, body?.dryRun ?? false),
    );

    app.get(
      '/memory/propagations',
      {
        config: { auth: 'member', permission: 'memory.read' },
        schema: {
          operationId: 'listPropagations',
          summary: 'List promotions, newest first',
          tags,
          querystring: Type.Object(PageQuery),
          response: { 200: PageOf(Propagation, 'PropagationPage') },
        },
      },
      async ({ caller, query }) => propagations.list(caller, query),
    );

    app.post(
      '/memory/propagations/:id/revert',
      {
        config: { auth: 'member', permission: 'memory.write' },
        schema: {
          operationId: 'revertPropagation',
          summary: 'Undo a promotion',
          description:
            'Restores the state before the promotion. 409 when it was reverted already, or when the promoted entry was changed since.',
          tags,
          params: PropagationParams,
          response: { 200: Propagation, ...problems(404, 409) },
        },
      },
      async ({ caller, params }) => propagations.revert(caller, params.id),
    );
  };
