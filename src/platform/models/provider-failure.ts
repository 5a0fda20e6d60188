import { EgressError } from '../egress/egress-error.ts';
import type { TokenUsage } from './model.ts';

/**
 * How one attempt at a provider failed. The message is ours and may be shown to anyone. `words` is the provider's
 * message without keys and addresses; it may still contain facts about the operator's account, so it is only for
 * managers and the log.
 */
export class ProviderFailure extends Error {
  readonly words: string;
  readonly status: number | undefined;
  /** Another attempt may succeed, if no token has been passed on yet. */
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  /** The provider's error code and the field it names, for clients that know them. */
  readonly code: string | null;
  readonly param: string | null;
  /** It did not answer in time. */
  readonly timedOut: boolean;
  /** What it had counted before it failed. */
  readonly usage: TokenUsage | undefined;

  constructor(message: string, details: Details) {
    super(message);
    this.words = details.words ?? '';
    this.status = details.status;
    this.retryable = details.retryable;
    this.retryAfterMs = details.retryAfterMs;
    this.code = shortName(details.code);
    this.param = shortName(details.param);
    this.timedOut = details.timedOut ?? false;
    this.usage = details.usage;
  }
}

type Details = {
  status?: number | undefined;
  retryable: boolean;
  retryAfterMs?: number | undefined;
  words?: string;
  code?: string | null | undefined;
  param?: string | null | undefined;
  timedOut?: boolean;
  usage?: TokenUsage | undefined;
};

/** Passes on identifiers only; a text or a key is dropped. */
const shortName = (name: string | null | undefined): string | null =>
  name && /^[a-z][\w.[\]-]{0,79}$/i.test(name) && !name.match(keyLike) ? name : null;

export type Headers = Record<string, string | string[] | undefined>;

type Refusal = {
  status: number;
  message: string | undefined;
  code?: string | null | undefined;
  param?: string | null | undefined;
  headers: Headers;
  secret: string | undefined;
};

/** The failure for a status other than 200. */
export function refusal({ status, message, code, param, headers, secret }: Refusal): ProviderFailure {
  if (status === 401 || status === 403)
    return new ProviderFailure(`refused the credentials it was given (${status})`, { status, retryable: false });
  const words = shorten(message, secret);
  // An empty account is not retried.
  const retryable = (status === 429 && code !== 'insufficient_quota') || status === 408 || status >= 500;
  return new ProviderFailure(`answered ${status}`, {
    status,
    retryable,
    words,
    retryAfterMs: retryAfterMs(headers),
    code,
    param,
  });
}

const timeouts: Record<string, string> = {
  UND_ERR_CONNECT_TIMEOUT: 'could not be reached in time',
  UND_ERR_HEADERS_TIMEOUT: 'did not begin to answer in time',
  UND_ERR_BODY_TIMEOUT: 'fell silent in the middle of its answer',
};

/** A connection that could not be made, or broke. */
export function connectionFailure(error: unknown): ProviderFailure {
  if (isRefused(error))
    return new ProviderFailure('has an address that the gateway may not connect to', { retryable: false });
  const code = codeOf(error) ?? 'unknown';
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return tooLong();
  return new ProviderFailure(timeouts[code] ?? `could not be reached, or broke the connection (${code})`, {
    retryable: true,
    timedOut: code in timeouts,
  });
}

/** The time that a connection is given is over. */
export const tooLate = (what: string) => new ProviderFailure(what, { retryable: true, timedOut: true });

export const tooLong = () => new ProviderFailure('answered with more than the gateway accepts', { retryable: false });

export const brokeOff = () => new ProviderFailure('broke off before the end of its answer', { retryable: true });

/** An error inside an answer that began with 200. Some servers put a status into `code`. */
export function reportedError(
  error: Reported | string | undefined,
  secret: string | undefined,
  usage?: TokenUsage,
): ProviderFailure {
  const { message, code } = typeof error === 'string' ? { message: error } : (error ?? {});
  const status = typeof code === 'number' && code >= 400 && code <= 599 ? code : undefined;
  return new ProviderFailure('reported an error', {
    status,
    retryable: status === undefined || status === 429 || status === 408 || status >= 500,
    words: shorten(message, secret),
    code: typeof code === 'string' ? code : null,
    usage,
  });
}

type Reported = { message?: string | undefined; code?: string | number | null };

export const unreadable = () =>
  new ProviderFailure('answered with something the gateway does not understand', { retryable: false });

/** By the egress guard. */
function isRefused(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause)
    if (current instanceof EgressError) return current.failure === 'refused';
  return false;
}

function codeOf(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause)
    if ('code' in current && typeof current.code === 'string') return current.code;
  return undefined;
}

/** Ids of the operator's account, and addresses inside the operator's network. */
const placeLike =
  /\b(?:org|proj|acct|user|req)[-_][\w-]{6,}|\bhttps?:\/\/[^\s"'<>)]+|\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/gi;
const keyLike = /\b(?:sk|pk|rk|gsk|xai|AIza|key|bearer)[-_ :]?[\w*.-]{8,}|[\w*-]{40,}/gi;

/** A shorter key is no secret, and its letters occur in ordinary words. */
export const shortestSecret = 8;
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Removes the key. A key that looks like a word is removed only where it is a separate word. */
function withoutSecret(line: string, secret: string | undefined): string {
  if (!secret || secret.length < shortestSecret) return line;
  if (secret.length >= 2 * shortestSecret) return line.replaceAll(secret, '[key]');
  return line.replace(new RegExp(`(?<![\\w-])${escaped(secret)}(?![\\w-])`, 'g'), '[key]');
}

/** One short line, without the key and without anything that looks like a key. */
export function shorten(message: string | undefined, secret: string | undefined): string {
  if (!message) return '';
  const line = message
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, 2_000);
  const clean = withoutSecret(line, secret).replace(placeLike, '[…]').replace(keyLike, '[key]');
  return clean.length > 200 ? `${clean.slice(0, 199)}…` : clean;
}

/** OpenAI's milliseconds, plain seconds, or a date. */
function retryAfterMs(headers: Headers): number | undefined {
  const exact = Number(headers['retry-after-ms']);
  if (exact > 0) return exact;
  const value = headers['retry-after'];
  if (typeof value !== 'string') return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1_000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
