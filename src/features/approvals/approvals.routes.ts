import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problems } from '../../http/errors/problem.ts';
import { PageOf } from '../../http/pagination.ts';
import { Type } from '../../http/validation/type.ts';
import { Approval, ApprovalQuery, ResolveApproval } from './approvals.schema.ts';
import type { ApprovalService } from './approvals.service.ts';

const tags = ['tools'];
const params = Type.Object({ id: Type.String() });
const reading = { auth: 'member', permission: 'approvals.read' } as const;

export const approvalRoutes =
  (approvals: ApprovalService): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/approvals',
      {
        config: reading,
        schema: {
          operationId: 'listApprovals',
          summary: 'List approval requests',
          tags,
          querystring: ApprovalQuery,
          response: { 200: PageOf(Approval, 'ApprovalPage') },
        },
      },
      async ({ caller, query }) => approvals.list(caller, query),
    );

    app.get(
      '/approvals/:id',
      {
        config: reading,
        schema: {
          operationId: 'getApproval',
          summary: 'One approval request',
          tags,
          params,
          response: { 200: Approval, ...problems(404) },
        },
      },
      async ({ caller, params }) => approvals.get(caller, params.id),
    );

    app.post(
      '/approvals/:id/resolve',
      {
        config: { auth: 'member', permission: 'approvals.resolve' },
        schema: {
          operationId: 'resolveApproval',
          summary: 'Approve or deny a request',
          tags,
          params,
          body: ResolveApproval,
          response: { 200: Approval, ...problems(404, 409) },
        },
      },
      async ({ caller, params, body }) => approvals.resolve(caller, params.id, body.decision, body.reason ?? null),
    );
  };
