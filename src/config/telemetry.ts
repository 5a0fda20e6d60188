import type { Readers } from './readers.ts';

/** Values may be percent-encoded; one that is not well-formed is taken as it is. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** Not shown: they hold keys. */
function readHeaders({ text, wrong }: Readers, setting: string): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const pair of text(setting)?.split(',') ?? []) {
    const [, name, value] = /^\s*([!#$%&'*+.^_`|~\w-]+)\s*=([\x20-\x7e]*)$/.exec(pair) ?? [];
    if (name === undefined || value === undefined) wrong(setting, 'must be name=value pairs, separated by commas');
    else headers[name.toLowerCase()] = decoded(value.trim());
  }
  return headers;
}

export const readTelemetry = (read: Readers) => ({
  headers: readHeaders(read, 'OTEL_EXPORTER_OTLP_HEADERS'),
  endpoint: read.url('OTEL_EXPORTER_OTLP_ENDPOINT')?.href,
  serviceName: read.text('OTEL_SERVICE_NAME') ?? 'agent-gateway',
});
