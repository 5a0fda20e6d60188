import { startLocalServer } from './local-server.ts';
import { createRecordLog } from './record-log.ts';

export type CollectedSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Record<string, unknown> }[];
  links?: { traceId: string; spanId: string }[];
  status: { code: number };
};
type Upload = {
  path: string;
  headers: Record<string, unknown>;
  text: string;
  body: {
    resourceSpans: {
      resource: { attributes: CollectedSpan['attributes'] };
      scopeSpans: { scope: { name: string }; spans: CollectedSpan[] }[];
    }[];
  };
};
type Reply = { status?: number; headers?: Record<string, string>; body?: string; hang?: boolean };

export type Collector = Awaited<ReturnType<typeof startCollector>>;

/** A real OTLP endpoint. It accepts all requests by default; `attempt` counts requests, from 1. */
export async function startCollector(reply: (attempt: number) => Reply = () => ({})) {
  const log = createRecordLog<Upload>(({ path, text }) => `${path} ${text.slice(0, 200)}`);
  const server = await startLocalServer(async ({ request, response, path, body, hang }) => {
    const text = body.toString('utf8');
    log.add({ path, headers: request.headers, text, body: JSON.parse(text) });
    const { status = 200, headers = {}, body: answer = '{}', hang: silent } = reply(log.entries.length);
    if (silent) return hang();
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(answer);
  });
  const spans = () =>
    log.entries.flatMap(({ body }) =>
      body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
    );
  return { url: server.origin, uploads: log.entries, spans, waitFor: log.waitFor, stop: server.stop };
}

export const attributesOf = ({ attributes }: Pick<CollectedSpan, 'attributes'>): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
