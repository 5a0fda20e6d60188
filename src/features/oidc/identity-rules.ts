import { AppError } from '../../kernel/errors.ts';
import type { GivenRole, OidcProvider } from '../../platform/oidc/provider-settings.ts';

export type Claims = Readonly<Record<string, unknown>>;
export type Email = { address: string; verified: boolean };

const google = 'https://accounts.google.com';

const notAllowed = (why: string) => new AppError('identity_not_allowed', why);

/**
 * The address in the one spelling that is compared. One with other letters than ASCII's is none: letters that only look
 * alike, or become alike in lower case, would make two people one.
 */
export function emailOf({ email, email_verified }: Claims, { trustEmail }: OidcProvider): Email | undefined {
  if (typeof email !== 'string' || email.length > 254) return undefined;
  if (!/^[!#-'*+\-./0-9=?A-Z^_`a-z{|}~]{1,64}@[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i.test(email)) return undefined;
  return { address: email.toLowerCase(), verified: trustEmail || email_verified === true || email_verified === 'true' };
}

/** What the person is called, where the provider says it in a way that fits. */
export const nameOf = ({ name }: Claims): string | null =>
  typeof name === 'string' && /^[^\p{Cc}]{1,100}$/u.test(name.trim()) ? name.trim() : null;

/** Throws unless the person's address is in one of the provider's domains, and known to be theirs. */
export function requireDomain(
  { allowedDomains, issuer }: OidcProvider,
  email: Email | undefined,
  claims: Claims,
): void {
  if (!allowedDomains) return;
  if (!email) throw notAllowed('The identity provider names no email address, and only some domains may sign in.');
  if (!email.verified) throw notAllowed('The identity provider has not verified the email address.');
  const domain = email.address.slice(email.address.lastIndexOf('@') + 1);
  // Anybody can have a Google account with an address of a company they left; `hd` is the company's own word.
  const isHosted = new URL(issuer).origin !== google || claims.hd === domain;
  if (!allowedDomains.includes(domain) || !isHosted)
    throw notAllowed('Email addresses of this domain may not sign in here.');
}

/** By its name, or as a path into an object, such as `realm_access.roles`. */
function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Claims)[part];
  }
  return value;
}

/** What the provider makes of the person in its workspace; undefined: no member. */
export function roleFor({ workspaceId, roleClaim, roles }: OidcProvider, claims: Claims): GivenRole | undefined {
  if (workspaceId === undefined) return undefined;
  if (roleClaim === undefined) return 'member';
  const values = [claimAt(claims, roleClaim)].flat();
  const given = values.map((value) => (typeof value === 'string' && value !== '*' ? roles.get(value) : undefined));
  if (given.includes('admin')) return 'admin';
  return given.includes('member') ? 'member' : roles.get('*');
}

/** Whether the ID token alone does not say all that is asked of it. */
export const lacksClaims = ({ roleClaim }: OidcProvider, claims: Claims): boolean =>
  claims.email === undefined || (roleClaim !== undefined && claimAt(claims, roleClaim) === undefined);
