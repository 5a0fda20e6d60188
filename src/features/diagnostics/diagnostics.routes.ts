import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { PageOf } from '../../http/pagination.ts';
import { DiagnosticReport } from './diagnostics.schema.ts';
import type { Diagnostics } from './diagnostics.service.ts';

const tags = ['admin'];
const config = { auth: 'apiKey:diagnostics' } as const;

export const diagnosticRoutes =
  (diagnostics: Diagnostics): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/diagnostics',
      {
        config,
        schema: {
          operationId: 'runDiagnostics',
          summary: 'Run all diagnostics: twelve checks in six categories',
          description:
            'Asks every configured model provider for a few tokens. The status is 200 even when checks fail.',
          tags,
          response: { 200: DiagnosticReport },
        },
      },
      async () => diagnostics.run(),
    );

    app.get(
      '/diagnostics/quick',
      {
        config,
        schema: {
          operationId: 'runQuickDiagnostics',
          summary: 'Check quickly whether the database, the model provider and WebSockets can be reached',
          tags,
          response: { 200: DiagnosticReport },
        },
      },
      async () => diagnostics.quick(),
    );

    app.get(
      '/diagnostics/history',
      {
        config,
        schema: {
          operationId: 'listDiagnostics',
          summary: 'List the last ten full reports of all nodes',
          tags,
          response: { 200: PageOf(DiagnosticReport, 'DiagnosticHistory') },
        },
      },
      async () => ({ data: await diagnostics.history(), nextCursor: null }),
    );
  };
