import type { CreateProvider, Provider, UpdateProvider } from '@client/api.ts';
import { type Kind, kinds } from './kinds.ts';

/** A connection in the form. Every field is text until it is sent. */
export type Draft = {
  kind: Kind;
  name: string;
  baseUrl: string;
  /** Empty: the key that is stored stays. */
  apiKey: string;
  removeKey: boolean;
  /** `Name: value` in each line; empty: those that are stored stay. */
  headers: string;
  removeHeaders: boolean;
  /** One in each line. */
  models: string;
  pool: string;
  weight: string;
  firstTokenSeconds: string;
  seconds: string;
};

const secondsOf = (ms: number | null | undefined) => (typeof ms === 'number' ? String(ms / 1_000) : '');

/** The kind, with a number if that is taken. */
export function freeName(kind: Kind, taken: string[]): string {
  let name: string = kind;
  for (let number = 2; taken.includes(name); number++) name = `${kind}-${number}`;
  return name;
}

export const draftOf = (connection: Provider | undefined, taken: string[]): Draft => ({
  kind: connection?.kind ?? 'openai',
  name: connection?.name ?? freeName('openai', taken),
  baseUrl: connection?.baseUrl ?? '',
  apiKey: '',
  removeKey: false,
  headers: '',
  removeHeaders: false,
  models: connection?.models?.join('\n') ?? '',
  pool: connection?.pool ?? '',
  weight: String(connection?.weight ?? 1),
  firstTokenSeconds: secondsOf(connection?.firstTokenTimeoutMs),
  seconds: secondsOf(connection?.timeoutMs),
});

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const headerPattern = /^([!#$%&'*+.^_`|~\w-]+)\s*:\s*(\S.*)$/;
const namePattern = /^[a-z0-9][a-z0-9._-]{0,62}$/;
const reserved = ['local', 'agent'];

function nameProblem(name: string): string | undefined {
  if (reserved.includes(name)) return `“${name}” means something else here.`;
  return namePattern.test(name) ? undefined : 'Small letters, digits, “.”, “_” and “-”; at most 63.';
}

function addressProblem({ kind, baseUrl }: Draft): string | undefined {
  if (baseUrl.trim() === '') return kinds[kind].address ? undefined : 'It needs an address.';
  return URL.canParse(baseUrl) && /^https?:$/.test(new URL(baseUrl).protocol)
    ? undefined
    : 'An address that begins with https:// or http://.';
}

function numberProblem(text: string, least: number, most: number): string | undefined {
  if (text.trim() === '') return undefined;
  return Number(text) >= least && Number(text) <= most
    ? undefined
    : `A number from ${least} to ${most.toLocaleString()}.`;
}

const wholeProblem = (text: string, least: number, most: number) =>
  Number.isInteger(Number(text)) ? numberProblem(text, least, most) : 'A whole number.';

/** Errors by field that can be found without asking the gateway. */
export function problemsOf(draft: Draft): Partial<Record<keyof Draft, string>> {
  const found: Partial<Record<keyof Draft, string | undefined>> = {
    name: nameProblem(draft.name),
    baseUrl: addressProblem(draft),
    headers: linesOf(draft.headers).every((line) => headerPattern.test(line))
      ? undefined
      : 'One in each line, such as “X-Team: support”.',
    pool: draft.pool === '' ? undefined : nameProblem(draft.pool),
    weight: draft.weight.trim() === '' ? 'A number.' : wholeProblem(draft.weight, 0, 1_000),
    firstTokenSeconds: numberProblem(draft.firstTokenSeconds, 0.1, 600),
    seconds: numberProblem(draft.seconds, 0.1, 3_600),
  };
  return Object.fromEntries(Object.entries(found).filter(([, message]) => message)) as Partial<
    Record<keyof Draft, string>
  >;
}

const headersOf = (text: string) =>
  Object.fromEntries(
    linesOf(text).map((line) => {
      const [, name = '', value = ''] = headerPattern.exec(line) ?? [];
      return [name, value];
    }),
  );

const msOf = (seconds: string) => (seconds.trim() === '' ? null : Math.round(Number(seconds) * 1_000));

/** What can be changed later too: null removes. A secret is sent only if it changes. */
export function changesOf(draft: Draft): UpdateProvider {
  const models = linesOf(draft.models.replaceAll(',', '\n'));
  return {
    name: draft.name,
    kind: draft.kind,
    baseUrl: draft.baseUrl.trim() || null,
    models: models.length > 0 ? models : null,
    pool: draft.pool || null,
    weight: Number(draft.weight),
    firstTokenTimeoutMs: msOf(draft.firstTokenSeconds),
    timeoutMs: msOf(draft.seconds),
    ...(draft.apiKey ? { apiKey: draft.apiKey.trim() } : draft.removeKey ? { apiKey: null } : {}),
    ...(draft.headers.trim() ? { headers: headersOf(draft.headers) } : draft.removeHeaders ? { headers: {} } : {}),
  };
}

/** What is empty is left out. */
export const creationOf = (draft: Draft): CreateProvider => ({
  ...(Object.fromEntries(Object.entries(changesOf(draft)).filter(([, value]) => value !== null)) as UpdateProvider),
  name: draft.name,
  kind: draft.kind,
});
