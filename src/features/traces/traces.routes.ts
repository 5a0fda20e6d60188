import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problems } from '../../http/errors/problem.ts';
import { PageOf } from '../../http/pagination.ts';
import { Type } from '../../http/validation/type.ts';
import { Trace, TraceQuery, TraceSummary } from './traces.schema.ts';
import type { TraceService } from './traces.service.ts';

const tags = ['traces'];
const config = { auth: 'member', permission: 'traces.read' } as const;

export const traceRoutes =
  (traces: TraceService): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/traces',
      {
        config,
        schema: {
          operationId: 'listTraces',
          summary: 'List the traces of your runs',
          tags,
          querystring: TraceQuery,
          response: { 200: PageOf(TraceSummary, 'TracePage') },
        },
      },
      async ({ caller, query }) => traces.list(caller, query),
    );

    app.get(
      '/traces/:id',
      {
        config,
        schema: {
          operationId: 'getTrace',
          summary: 'The trace of a run',
          tags,
          params: Type.Object({ id: Type.String() }),
          response: { 200: Trace, ...problems(404) },
        },
      },
      async ({ caller, params }) => traces.get(caller, params.id),
    );
  };
