import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { OidcProvider } from '../../platform/oidc/provider-settings.ts';
import type { AuditLog } from '../audit/index.ts';
import { type AuthService, accountRows, type Device, type TokenPair } from '../auth/index.ts';
import type { ProvidedMembers } from '../workspaces/index.ts';
import type { IdentityName, IdentityStore } from './identities.store.ts';
import { type Claims, type Email, emailOf, nameOf, requireDomain, roleFor } from './identity-rules.ts';

type Deps = {
  store: IdentityStore;
  auth: Pick<AuthService, 'signIn' | 'openAccount'>;
  members: ProvidedMembers;
  audit: AuditLog;
  clock: Clock;
  log: Log;
  registration: 'open' | 'invite' | 'closed';
  /** Whether somebody has invited this address to a workspace. */
  isInvited(tx: Transaction, email: string): Promise<boolean>;
};

export type IdentifiedPerson = { provider: OidcProvider; name: IdentityName; claims: Claims };

/** Another first sign-in of the same person came in between: what it made is found now. */
class CameSecond extends Error {}
const attempts = 3;

const closed = () =>
  new AppError('registration_closed', 'There is no account for this identity, and none is made by signing in.');
const taken = () =>
  new AppError(
    'conflict',
    'An account with this email address exists already. It is joined only if the address is verified, here and by the identity provider.',
  );

/** From somebody whom a provider has identified to a pair of tokens. */
export function createIdentitySignIn(deps: Deps) {
  const { store, auth, members, audit, clock, log, registration } = deps;

  async function openAccount(tx: Transaction, email: Email, claims: Claims, isExpected: boolean): Promise<string> {
    if (registration === 'closed') throw closed();
    const needsInvitation = registration === 'invite' && !isExpected;
    if (needsInvitation && !(email.verified && (await deps.isInvited(tx, email.address)))) throw closed();
    const emailVerifiedAt = email.verified ? clock.now() : null;
    const { id } = await auth.openAccount(tx, {
      email: email.address,
      name: nameOf(claims),
      passwordHash: null,
      emailVerifiedAt,
    });
    return id;
  }

  /** The account that the identity becomes one of: one with the same address, if both sides verified it, or a new one. */
  async function accountFor(
    tx: Transaction,
    { name, claims }: IdentifiedPerson,
    email: Email | undefined,
    isExpected: boolean,
  ) {
    if (!email)
      throw new AppError(
        'identity_not_allowed',
        'The identity provider names no email address, which a new account needs.',
      );
    const existing = await accountRows.byEmail(tx, email.address);
    if (!existing) return { userId: await openAccount(tx, email, claims, isExpected), isNew: true };
    if (!email.verified || existing.email_verified_at === null) throw taken();
    // The issuer knows the account's person under another subject: the address was given to somebody new.
    if (await store.isKnownTo(tx, name.issuer, existing.id)) throw taken();
    return { userId: existing.id, isNew: false };
  }

  async function once(tx: Transaction, person: IdentifiedPerson, device: Device) {
    const { provider, name, claims } = person;
    const { workspaceId } = provider;
    const email = emailOf(claims, provider);
    requireDomain(provider, email, claims);
    const hasWorkspace = workspaceId !== undefined && (await members.exists(tx, workspaceId));
    if (workspaceId !== undefined && !hasWorkspace)
      tx.afterCommit(() => log.warn({ provider: provider.id }, 'the workspace of an identity provider does not exist'));
    const role = hasWorkspace ? roleFor(provider, claims) : undefined;

    const known = await store.find(tx, name);
    const account = known
      ? { userId: known.userId, isNew: false }
      : await accountFor(tx, person, email, role !== undefined);
    const { userId } = account;
    if (!known && !(await store.insert(tx, name, userId, clock.now()))) throw new CameSecond();
    const actor = `oidc:${provider.id}`;
    const hadGiven = known?.givenWorkspaceId ?? null;
    const given = hasWorkspace
      ? await members.provide(tx, { workspaceId, userId }, role, {
          actor,
          decidesRole: provider.roleClaim !== undefined,
          gave: hadGiven === workspaceId,
        })
      : false;
    await store.used(tx, name, given ? (workspaceId ?? null) : null, clock.now());
    if (email?.verified) await accountRows.confirmEmail(tx, userId, email.address, clock.now());
    const pair = await auth.signIn(tx, userId, device, actor);
    const action = account.isNew ? 'auth.register' : 'auth.login';
    const detail = { provider: provider.id, ...(known || account.isNew ? {} : { joined: true }) };
    await audit.append(tx, { userId, actor: userId, action, outcome: 'success', detail, ip: device.ip });
    return pair;
  }

  return async function signIn(person: IdentifiedPerson, device: Device): Promise<TokenPair> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await store.transaction((tx) => once(tx, person, device));
      } catch (error) {
        const mayHaveComeSecond =
          error instanceof CameSecond || (error instanceof AppError && error.code === 'conflict');
        if (!mayHaveComeSecond || attempt >= attempts) throw error;
      }
    }
  };
}
