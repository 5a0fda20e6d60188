import { randomBytes } from 'node:crypto';
import type { Principal } from './row.ts';

/** The owner of a text: a tenant or one person. */
export type Scope = 'acme' | 'globex' | 'initech' | Exclude<Principal, 'anonymous'>;

const rights: Record<Principal, readonly Scope[]> = {
  anonymous: [],
  owner: ['acme', 'owner'],
  admin: ['acme', 'admin'],
  member: ['acme', 'member'],
  colleague: ['acme', 'colleague'],
  removed: ['removed'],
  other: ['globex', 'other'],
  grantee: ['initech', 'grantee'],
};

/** Cursors and tokens contain texts in base64. */
const decoded = (text: string) =>
  (text.match(/[\w-]{16,}/g) ?? []).map((part) => Buffer.from(part, 'base64url').toString('latin1')).join('\n');

/** The end of an id, or a canary: looked up in one pass over the text instead of one pass for each. */
const recognised = /_[0-9a-z]{26}|canary[0-9a-f]{16}/g;
const keyOf = (canary: string) => /^(?:[a-z]+(_[0-9a-z]{26})|(canary[0-9a-f]{16}))$/.exec(canary);

/** Unique texts in the stored data; a text in an answer shows whose data it was. */
export function createCanaries() {
  type Planted = { label: string; scopes: readonly Scope[] };
  const planted = new Map<string, Planted>();
  /** Those with a key, by it, and the others: most answers contain few keys of the thousands. */
  const byKey = new Map<string, Set<string>>();
  const keyless = new Set<string>();
  function add(text: string, label: string, scopes: readonly Scope[]): void {
    const found = keyOf(text);
    const key = found?.[1] ?? found?.[2];
    planted.set(text, { label, scopes });
    if (key === undefined) keyless.add(text);
    else byKey.set(key, (byKey.get(key) ?? new Set()).add(text));
  }

  return {
    /** Creates a canary for a field of one scope, or of several. */
    plant(scope: Scope, label: string, ...others: Scope[]): string {
      const text = `canary${randomBytes(8).toString('hex')}`;
      add(text, `${scope}: ${label}`, [scope, ...others]);
      return text;
    },
    /** Registers an existing text, such as an id or an email. */
    mark(text: string, label: string, ...scopes: Scope[]): void {
      add(text, `${scopes[0]}: ${label}`, scopes);
    },
    /** The canaries of others in an answer, without those that the request itself contained. */
    leaks(principal: Principal, answer: string, request: string): string[] {
      const text = `${answer}\n${decoded(answer)}`;
      const keyed = [...new Set(text.match(recognised))].flatMap((key) => [...(byKey.get(key) ?? [])]);
      return [...keyed, ...keyless].flatMap((canary) => {
        const { label, scopes } = planted.get(canary) as Planted;
        if (scopes.some((scope) => rights[principal].includes(scope))) return [];
        return text.includes(canary) && !request.includes(canary) ? [label] : [];
      });
    },
  };
}

export type Canaries = ReturnType<typeof createCanaries>;
