import type { World } from './world.ts';

/** What is somebody's own in Acme is the member's; the colleague is a plain member like them, and has no business with it. */
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

/** In Acme: the request names Acme's workspace. From home: it names the principal's own, and Acme's things by id. */
export type Stance = 'in acme' | 'from home';

export type Request = {
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** Instead of `body`: what no object can say. */
  rawBody?: string;
  headers?: Record<string, string>;
  /** Instead of the principal's: for what would spoil the principal, done to a stand-in. */
  token?: string;
};

export type Row = {
  operationId: string;
  /** What is special about this row, where an operation has several. */
  name?: string;
  /** Made anew for every call, so that what one principal destroys is there for the next. */
  request(world: World, principal: Principal): Request | Promise<Request>;
  /** The status for each principal; one that is left out does not call in that stance. */
  expected: Partial<Record<Stance, Partial<Record<Principal, number>>>>;
  /** With the operator's API key besides. */
  operator?: number;
  webSocket?: boolean;
  /** A stream that stays open: what comes in the first moment is looked at. */
  endless?: boolean;
  /** Does something else the second time; what repeating would show, another row of the operation shows. */
  once?: boolean;
  /** Texts of others that belong in the answer, because the tenant itself put them there. */
  shows?(world: World): string[];
};

type Build = Row['request'];
type More = Pick<Row, 'name' | 'webSocket' | 'endless' | 'once' | 'shows'>;
/** Exceptions from a row's pattern. */
type Except = { except?: Partial<Record<Principal, number>> };

const everyone = (status: number): Partial<Record<Principal, number>> =>
  Object.fromEntries(principals.map((principal) => [principal, status]));

/** Needs no credentials. */
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

/** Needs an access token, whoever's. */
export const signedIn = (operationId: string, status: number, request: Build = () => ({}), more: More = {}): Row => ({
  operationId,
  request,
  expected: { 'from home': { ...everyone(status), anonymous: 401 } },
  ...more,
});

/** A route of `/workspaces/:id`: no business of anyone who is not in it. */
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
 * Acts in the workspace of X-Workspace-ID. `members` is what the member gets, and every other plain member unless `colleagues`
 * says otherwise; `fromHome` is what outsiders get in their own workspace.
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

/** A thing of the member's own: in the same workspace, neither a colleague nor its owner has business with it. */
export const ofMember = (operationId: string, member: number, request: Build, more: More = {}): Row =>
  inWorkspace(operationId, { members: member, colleagues: 404, managers: 404, fromHome: 404 }, request, more);

/** A thing of the member's that owners and admins look after too, and no other plain member. */
export const ofMemberAndManagers = (
  operationId: string,
  status: number,
  refused: number,
  request: Build,
  more: More = {},
): Row => inWorkspace(operationId, { members: status, colleagues: refused, fromHome: 404 }, request, more);

/** Takes an API key: an access token opens nothing. */
export const withApiKey = (operationId: string, status: number, request: Build = () => ({}), more: More = {}): Row => ({
  operationId,
  request,
  expected: { 'from home': everyone(401) },
  operator: status,
  ...more,
});
