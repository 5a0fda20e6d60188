import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problems } from '../../http/errors/problem.ts';
import {
  AdminAgentPage,
  AdminHealth,
  AdminSessionPage,
  AdminUsage,
  AuditRecords,
  PageOnly,
  UserParams,
} from './admin.schema.ts';
import type { AdminService } from './admin.service.ts';

const config = { auth: 'apiKey:admin' } as const;
const tags = ['admin'];

export const adminRoutes =
  (admin: AdminService): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/admin/health',
      {
        config,
        schema: {
          operationId: 'getAdminHealth',
          summary: 'Get the health of this node and totals of all tenants',
          tags,
          response: { 200: AdminHealth },
        },
      },
      async () => admin.health(),
    );

    app.get(
      '/admin/agents',
      {
        config,
        schema: {
          operationId: 'listAllAgents',
          summary: 'The agents of all workspaces, newest first',
          tags,
          querystring: PageOnly,
          response: { 200: AdminAgentPage },
        },
      },
      async ({ query }) => admin.agents(query),
    );

    app.get(
      '/admin/usage/:uid',
      {
        config,
        schema: {
          operationId: 'getUserUsage',
          summary: 'Get the total usage of a user by model',
          tags,
          params: UserParams,
          response: { 200: AdminUsage, ...problems(404) },
        },
      },
      async ({ params }) => admin.usage(params.uid),
    );

    app.get(
      '/admin/sessions/:uid',
      {
        config,
        schema: {
          operationId: 'listUserSessions',
          summary: 'The active sessions of a user, in every workspace',
          tags,
          params: UserParams,
          querystring: PageOnly,
          response: { 200: AdminSessionPage, ...problems(404) },
        },
      },
      async ({ params, query }) => admin.sessions(params.uid, query),
    );

    app.get(
      '/admin/audit/:uid',
      {
        config,
        schema: {
          operationId: 'getUserAudit',
          summary: 'The last 50 audit records about or by a user, newest first',
          tags,
          params: UserParams,
          response: { 200: AuditRecords, ...problems(404) },
        },
      },
      async ({ params }) => admin.audit(params.uid),
    );
  };
