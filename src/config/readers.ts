import { isAddressOrRange } from '../http/address-list.ts';
import { dayMs } from '../kernel/clock.ts';
import { parseDurationMs } from '../kernel/durations.ts';
import { nanoFromUsd } from '../kernel/money.ts';

export type Environment = Record<string, string | undefined>;
export type Readers = ReturnType<typeof createReaders>;

const minimumSecretLength = 32;
/** Node fires a timer of 25 days at once. */
const longestTimerMs = 24 * dayMs;

/** One reader for each kind of setting. A wrong one is added to `problems` and read as anything; nobody gets to use it. */
export function createReaders(environment: Environment, problems: string[]) {
  const wrong = (name: string, why: string) => {
    problems.push(`${name} ${why.replaceAll(/\s+/g, ' ')}`);
  };
  const text = (name: string) => environment[name]?.trim() || undefined;

  /** Parts between commas; undefined where nothing is set. */
  const list = (name: string): string[] | undefined =>
    text(name)
      ?.split(',')
      .map((part) => part.trim())
      .filter(Boolean);

  return {
    wrong,
    text,

    list,

    duration(name: string, fallback: string, { minimumMs = 1, maximumMs = longestTimerMs } = {}): number {
      const value = text(name) ?? fallback;
      const parsed = parseDurationMs(value);
      if (parsed === undefined)
        wrong(name, `must be a duration such as 30s, 15m, 12h, 7d or plain seconds, not "${value}"`);
      else if (parsed < minimumMs || parsed > maximumMs)
        wrong(name, `must be from ${minimumMs / 1_000} s to ${maximumMs / dayMs} days, not "${value}"`);
      return parsed ?? 0;
    },

    integer(name: string, fallback: number, minimum: number, maximum: number): number {
      const value = text(name);
      if (value === undefined) return fallback;
      const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
      if (!(number >= minimum && number <= maximum))
        wrong(name, `must be a whole number from ${minimum} to ${maximum}, not "${value}"`);
      return number;
    },

    /** Nano-dollars; null where nothing is set. */
    dollars(name: string): number | null {
      const value = text(name);
      if (value === undefined) return null;
      if (!/^\d{1,7}(\.\d{1,9})?$/.test(value))
        wrong(name, `must be an amount of US dollars such as 5 or 0.50, not "${value}"`);
      return nanoFromUsd(Number(value));
    },

    choice<Value extends string>(name: string, values: readonly Value[], fallback: Value): Value {
      const value = text(name);
      if (value === undefined) return fallback;
      if (!values.includes(value as Value)) wrong(name, `must be one of ${values.join(', ')}, not "${value}"`);
      return value as Value;
    },

    flag(name: string): boolean {
      const value = text(name)?.toLowerCase();
      if (value === undefined || ['0', 'false', 'off', 'no'].includes(value)) return false;
      if (!['1', 'true', 'on', 'yes'].includes(value)) wrong(name, `must be on or off, not "${value}"`);
      return true;
    },

    url(name: string, fallback?: string): URL | undefined {
      const value = text(name) ?? fallback;
      if (value === undefined) return undefined;
      const url = URL.canParse(value) ? new URL(value) : undefined;
      if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
      wrong(name, `must be an http or https address, not "${value}"`);
      return undefined;
    },

    /** Not trimmed, and never shown. */
    secret(name: string, required: boolean): string | undefined {
      const value = environment[name] || undefined;
      if (value === undefined) {
        if (required) wrong(name, `is required: a random text of at least ${minimumSecretLength} characters`);
      } else if (value.length < minimumSecretLength)
        wrong(name, `must have at least ${minimumSecretLength} characters, it has ${value.length}`);
      return value;
    },

    /** IP addresses and ranges. */
    addresses(name: string): string[] {
      const listed = (list(name) ?? []).filter((part) => part !== 'off');
      for (const part of listed)
        if (!isAddressOrRange(part)) wrong(name, `lists "${part}", which is no address or range`);
      return listed;
    },

    /** A text in a form of its own; `fallback` where nothing is set, or where it is wrong. */
    parsed<Value extends object, Fallback extends Value | undefined>(
      name: string,
      parse: (value: string) => Value | { problem: string },
      fallback: Fallback,
    ): Value | Fallback {
      const value = text(name);
      if (value === undefined) return fallback;
      const read = parse(value);
      if (!('problem' in read)) return read;
      wrong(name, read.problem);
      return fallback;
    },
  };
}
