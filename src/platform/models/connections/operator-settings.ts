import { refusedHeaders } from '../../egress/headers.ts';
import type { ConnectionSettings } from './connection.ts';
import {
  kindNames,
  longestTimeoutMs,
  mostModels,
  mostWeight,
  namePattern,
  shortestTimeoutMs,
} from './connection-rules.ts';

export type OperatorConnection = Omit<ConnectionSettings, 'id'>;
type Check = (value: unknown) => string | undefined;

const text =
  (isRight: (value: string) => boolean, problem: string): Check =>
  (value) =>
    typeof value === 'string' && isRight(value) ? undefined : problem;
const whole =
  (minimum: number, maximum: number): Check =>
  (value) =>
    Number.isSafeInteger(value) && (value as number) >= minimum && (value as number) <= maximum
      ? undefined
      : `must be a whole number from ${minimum} to ${maximum}`;

const isAddress = (value: string) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
const name = text((value) => new RegExp(namePattern).test(value), `must be a name such as "openai-eu"`);

const headers: Check = (value) => {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject || Object.values(value).some((one) => typeof one !== 'string')) return 'must be an object of texts';
  return refusedHeaders(value as Record<string, string>);
};
const models: Check = (value) =>
  Array.isArray(value) && value.length <= mostModels && value.every((one) => typeof one === 'string' && one !== '')
    ? undefined
    : 'must be a list of names';

const checks: Record<keyof OperatorConnection, Check> = {
  name,
  kind: text((value) => kindNames.includes(value), `must be one of ${kindNames.join(', ')}`),
  baseUrl: text(isAddress, 'must be an http or https address'),
  apiKey: text((value) => /^[\x21-\x7e]+$/.test(value), 'must be visible ASCII characters'),
  headers,
  models,
  pool: name,
  weight: whole(0, mostWeight),
  firstTokenTimeoutMs: whole(shortestTimeoutMs, longestTimeoutMs),
  timeoutMs: whole(shortestTimeoutMs, longestTimeoutMs),
};

function problemsOf(given: unknown): string[] {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return ['must be an object'];
  const fields = given as Record<string, unknown>;
  const wrong = Object.entries(fields).flatMap(([field, value]) => {
    if (!Object.hasOwn(checks, field)) return [`knows no "${field}"`];
    const problem = checks[field as keyof OperatorConnection](value);
    return problem ? [`"${field}" ${problem}`] : [];
  });
  const absent = ['name', 'kind'].filter((field) => fields[field] === undefined);
  const needsAddress = ['openai-compatible', 'azure-openai'].includes(String(fields.kind)) && !fields.baseUrl;
  return [...wrong, ...[...absent, ...(needsAddress ? ['baseUrl'] : [])].map((field) => `needs "${field}"`)];
}

/** Reads a JSON array of connections. Problems name the connection and the field, and no value: it may be a secret. */
export function parseConnections(json: string): { connections: OperatorConnection[]; problems: string[] } {
  let given: unknown;
  try {
    given = JSON.parse(json);
  } catch {
    return { connections: [], problems: ['must be JSON'] };
  }
  if (!Array.isArray(given)) return { connections: [], problems: ['must be a JSON array of connections'] };
  const problems = given.flatMap((one, index) =>
    problemsOf(one).map((problem) => `has a wrong connection ${index + 1}: ${problem}`),
  );
  return problems.length > 0 ? { connections: [], problems } : { connections: given as OperatorConnection[], problems };
}
