import { hostname } from 'node:os';

/** OTLP as JSON: ids in hexadecimal, 64-bit numbers as text. */
type OtlpValue =
  | { stringValue: string }
  | { intValue: string }
  | { doubleValue: number }
  | { arrayValue: { values: { stringValue: string }[] } };
type OtlpAttribute = { key: string; value: OtlpValue };

export type OtlpSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: OtlpAttribute[];
  links?: { traceId: string; spanId: string; attributes: OtlpAttribute[] }[];
  status: { code: number };
};

function otlpValue(key: string, value: string | number | readonly string[]): OtlpValue {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value !== 'number') return { arrayValue: { values: value.map((stringValue) => ({ stringValue })) } };
  // Amounts of money are always doubles, even whole ones: a collector expects one type for one name.
  const isWhole = Number.isInteger(value) && !key.endsWith('_usd');
  return isWhole ? { intValue: String(value) } : { doubleValue: value };
}

export const otlpAttributes = (
  attributes: Readonly<Record<string, string | number | readonly string[]>>,
): OtlpAttribute[] => Object.entries(attributes).map(([key, value]) => ({ key, value: otlpValue(key, value) }));

/** Microseconds, exactly: milliseconds with a fraction become a whole number, and three zeros make nanoseconds. */
export const unixNano = (timeMs: number): string => `${Math.round(timeMs * 1_000)}000`;

/** The body of a request to /v1/traces. */
export const traceRequest = (spans: readonly OtlpSpan[], serviceName: string, version: string): string =>
  JSON.stringify({
    resourceSpans: [
      {
        resource: {
          attributes: otlpAttributes({
            'service.name': serviceName,
            'service.version': version,
            'service.instance.id': `${hostname()}-${process.pid}`,
          }),
        },
        scopeSpans: [{ scope: { name: 'agent-gateway', version }, spans }],
      },
    ],
  });
