import ipaddr from 'ipaddr.js';

/** What a provider may make of a person. Nobody becomes an owner by signing in. */
const givenRoles = ['admin', 'member'] as const;
export type GivenRole = (typeof givenRoles)[number];

/** An identity provider of the setting OIDC_PROVIDERS. */
export type OidcProvider = {
  id: string;
  name: string;
  issuer: string;
  clientId: string;
  /** Without one the gateway is a public client: PKCE alone. */
  clientSecret: string | undefined;
  scopes: readonly string[];
  /** Other clients of the issuer whose ID tokens are exchanged. */
  audiences: readonly string[];
  /** In lower case; undefined admits every domain. */
  allowedDomains: readonly string[] | undefined;
  /** The issuer verifies every address, although its tokens do not say so. */
  trustEmail: boolean;
  allowHttp: boolean;
  workspaceId: string | undefined;
  roleClaim: string | undefined;
  /** By value of the claim; `*` is for everyone else. */
  roles: ReadonlyMap<string, GivenRole>;
};

type Fields = Record<string, unknown>;

const known = [
  'id',
  'name',
  'issuer',
  'clientId',
  'clientSecret',
  'scopes',
  'audiences',
  'allowedDomains',
  'trustEmail',
  'allowHttp',
  'workspaceId',
  'roleClaim',
  'roles',
];
const mostProviders = 20;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.length <= 100 && value.every(isText);

function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '');
  return name === 'localhost' || (ipaddr.isValid(name) && ipaddr.process(name).range() === 'loopback');
}

function issuerProblem(issuer: unknown, allowHttp: boolean): string | undefined {
  if (!isText(issuer) || !URL.canParse(issuer)) return 'issuer must be an address such as https://login.example.com';
  const url = new URL(issuer);
  if (url.search || url.hash || url.username || url.password)
    return 'issuer must have no query, no fragment and no password';
  if (/[{}]|%7[bd]/i.test(issuer)) return 'issuer must name one tenant, not a placeholder';
  if (url.protocol === 'https:') return undefined;
  if (url.protocol !== 'http:') return 'issuer must be an https address';
  return allowHttp || isLoopback(url.hostname)
    ? undefined
    : 'issuer must be an https address; http is for this machine only, unless "allowHttp" is true';
}

const isDomain = (value: string) => /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]+$/i.test(value);

/** No value is ever repeated in a problem but the id: one of them is a secret, and people exchange fields. */
function problemsOf(fields: Fields): string[] {
  const problems: string[] = [];
  const expect = (isRight: boolean, problem: string) => void (isRight || problems.push(problem));
  const optional = (name: string, isRight: (value: unknown) => boolean, problem: string) =>
    expect(fields[name] === undefined || isRight(fields[name]), `${name} ${problem}`);
  const isFlag = (value: unknown) => typeof value === 'boolean';

  for (const name of Object.keys(fields))
    expect(known.includes(name), `has a field that is not known; those that are: ${known.join(', ')}`);
  expect(
    typeof fields.id === 'string' && /^[a-z0-9][a-z0-9-]{0,31}$/.test(fields.id),
    'id must be 1 to 32 lower-case letters, digits and hyphens',
  );
  optional('name', (value) => isText(value) && value.length <= 100, 'must be a text of at most 100 characters');
  optional('allowHttp', isFlag, 'must be true or false');
  const issuer = issuerProblem(fields.issuer, fields.allowHttp === true);
  if (issuer) problems.push(issuer);
  expect(isText(fields.clientId), 'clientId is missing');
  optional('clientSecret', isText, 'must be a text; leave it out for a public client');
  optional('scopes', (value) => isTexts(value) && !value.some((scope) => /\s/.test(scope)), 'must be a list of scopes');
  optional('audiences', isTexts, 'must be a list of client ids');
  optional(
    'allowedDomains',
    (value) => isTexts(value) && value.every(isDomain),
    'must be a list of domains such as "example.com", without @ and without *',
  );
  optional('trustEmail', isFlag, 'must be true or false');
  optional('workspaceId', (value) => typeof value === 'string' && /^ws_\w+$/.test(value), 'must be a workspace’s id');
  optional('roleClaim', isText, 'must be the name of a claim');
  const { roles, roleClaim, workspaceId } = fields;
  optional(
    'roles',
    (value) => isObject(value) && Object.values(value).every((role) => givenRoles.includes(role as GivenRole)),
    'must give each value of the claim "admin" or "member"; a provider makes nobody an owner',
  );
  expect((roles === undefined) === (roleClaim === undefined), 'roleClaim and roles need each other');
  expect(roleClaim === undefined || workspaceId !== undefined, 'roleClaim needs workspaceId');
  return problems;
}

function providerOf(fields: Fields): OidcProvider {
  const texts = (name: string) => (fields[name] ?? []) as string[];
  return {
    id: fields.id as string,
    name: ((fields.name as string | undefined) ?? (fields.id as string)).trim(),
    issuer: fields.issuer as string,
    clientId: fields.clientId as string,
    clientSecret: fields.clientSecret as string | undefined,
    scopes: [...new Set(['openid', ...(fields.scopes ? texts('scopes') : ['email', 'profile'])])],
    audiences: texts('audiences'),
    allowedDomains: fields.allowedDomains ? texts('allowedDomains').map((domain) => domain.toLowerCase()) : undefined,
    trustEmail: fields.trustEmail === true,
    allowHttp: new URL(fields.issuer as string).protocol === 'http:',
    workspaceId: fields.workspaceId as string | undefined,
    roleClaim: fields.roleClaim as string | undefined,
    roles: new Map(Object.entries((fields.roles ?? {}) as Record<string, GivenRole>)),
  };
}

/** Every mistake, each as the rest of a sentence that begins with the setting's name. */
export function parseProviders(json: string): { providers: OidcProvider[]; problems: string[] } {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return { providers: [], problems: ['is not valid JSON'] };
  }
  if (!Array.isArray(value)) return { providers: [], problems: ['must be a JSON list of providers'] };
  if (value.length > mostProviders)
    return { providers: [], problems: [`must list at most ${mostProviders} providers, it lists ${value.length}`] };
  const providers: OidcProvider[] = [];
  const problems: string[] = [];
  for (const [index, fields] of value.entries()) {
    const place = `provider ${index + 1}`;
    const found = isObject(fields) ? problemsOf(fields) : ['must be an object'];
    problems.push(...new Set(found.map((problem) => `${place}: ${problem}`)));
    if (found.length > 0) continue;
    const provider = providerOf(fields);
    if (providers.some(({ id }) => id === provider.id))
      problems.push(`${place}: the id "${provider.id}" is there twice`);
    providers.push(provider);
  }
  return { providers, problems };
}
