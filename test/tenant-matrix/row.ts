import type { World } from './world.ts';

/** Personal things in Acme are the member's; the colleague is another plain member and may not use them. */
export const principals = [
  'anonymous',
  'owner',
  'admin',
  'member',
  'colleague',
  'removed',
  'other',
  'grantee',
] as const;
export type Principal = (typeof principals)[number];

/**
 * In Acme: the request names Acme's workspace. From home: it names the principal's own workspace, and Acme's things by
 * id.
 */
export type Stance = 'in acme' | 'from home';

export type Request = {
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** Instead of `body`: text that no object can represent. */
  rawBody?: string;
  headers?: Record<string, string>;
  /** Instead of the principal's token: for requests that would harm the principal, made by a stand-in. */
  token?: string;
};

export type Row = {
  operationId: string;
  /** Distinguishes several rows of one operation. */
  name?: string;
  /** Built for every call, so that a thing that one principal deletes exists for the next. */
  request(world: World, principal: Principal): Request | Promise<Request>;
  /** The status for each principal; principals that are left out do not call in that stance. */
  expected: Partial<Record<Stance, Partial<Record<Principal, number>>>>;
  /** The status with the operator's API key. */
  operator?: number;
  webSocket?: boolean;
  /** A stream that stays open: only its first data is checked. */
  endless?: boolean;
  /** The second call has another effect; another row of the operation tests repetition. */
  once?: boolean;
  /** Any bytes are a body: there are no fields that could be refused. */
  takesAnyBody?: boolean;
  /** Texts of others that belong in the answer, because the tenant itself shared them. */
  shows?(world: World): string[];
};

type Build = Row['request'];
type More = Pick<Row, 'name' | 'webSocket' | 'endless' | 'once' | 'takesAnyBody' | 'shows'>;
/** Exceptions from a row's pattern. */
type Except = { except?: Partial<Record<Principal, number>> };

const everyone = (status: number): Partial<Record<Principal, number>> =>
  Object.fromEntries(principals.map((principal) => [principal, status]));

/** For a route without credentials. */
export const open = (
  operationId: string,
  status: number,
  request: Build = () => ({}),
  { except, ...more }: More & Except = {},
): Row => ({
  operationId,
  request,
  expected: { 'from home': { ...everyone(status), ...except } },
  ...more,
});

/** For a route that needs any access token. */
export const signedIn = (operationId: string, status: number, request: Build = () => ({}), more: More = {}): Row => ({
  operationId,
  request,
  expected: { 'from home': { ...everyone(status), anonymous: 401 } },
  ...more,
});

/** A route of `/workspaces/:id`: only for its members. */
export const ofWorkspace = (
  operationId: string,
  {
    owner,
    admin = owner,
    member,
    colleague = member,
  }: { owner: number; admin?: number; member: number; colleague?: number },
  request: Build = () => ({}),
  more: More = {},
): Row => ({
  operationId,
  async request(world, principal) {
    const built = await request(world, principal);
    return { ...built, path: { id: world.acme.workspaceId, ...built.path } };
  },
  expected: {
    'from home': { anonymous: 401, owner, admin, member, colleague, removed: 403, other: 403, grantee: 403 },
  },
  ...more,
});

type Outsiders = { removed: number; other: number; grantee: number };

type InWorkspace = { members: number; colleagues?: number; managers?: number; fromHome: number | Outsiders };

/**
 * Acts in the workspace of X-Workspace-ID. `members` is the status for the member, and for other plain members unless
 * `colleagues` is given; `fromHome` is the status for outsiders in their own workspace.
 */
export const inWorkspace = (
  operationId: string,
  { members, colleagues = members, managers = members, fromHome }: InWorkspace,
  request: Build = () => ({}),
  more: More = {},
): Row => ({
  operationId,
  request,
  expected: {
    'in acme': {
      anonymous: 401,
      owner: managers,
      admin: managers,
      member: members,
      colleague: colleagues,
      removed: 403,
      other: 403,
      grantee: 403,
    },
    'from home': typeof fromHome === 'number' ? { removed: fromHome, other: fromHome, grantee: fromHome } : fromHome,
  },
  ...more,
});

/** A personal thing of the member: neither a colleague nor the owner of the workspace may use it. */
export const ofMember = (operationId: string, member: number, request: Build, more: More = {}): Row =>
  inWorkspace(operationId, { members: member, colleagues: 404, managers: 404, fromHome: 404 }, request, more);

/** A thing of the member that owners and admins may use too, but no other plain member. */
export const ofMemberAndManagers = (
  operationId: string,
  status: number,
  refused: number,
  request: Build,
  more: More = {},
): Row => inWorkspace(operationId, { members: status, colleagues: refused, fromHome: 404 }, request, more);

/** Needs an API key: an access token is refused. */
export const withApiKey = (operationId: string, status: number, request: Build = () => ({}), more: More = {}): Row => ({
  operationId,
  request,
  expected: { 'from home': everyone(401) },
  operator: status,
  ...more,
});
