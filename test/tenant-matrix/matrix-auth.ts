import { randomBytes } from 'node:crypto';
import { generateSync } from 'otplib';
import { newId } from '../../src/kernel/ids.ts';
import { sha256Hex } from '../../src/platform/crypto/digest.ts';
import { jwtSecret } from '../harness/gateway.ts';
import { type QuickPerson, quickPerson } from '../harness/people.ts';
import { forgeToken } from '../harness/tokens.ts';
import { open, type Row, signedIn } from './row.ts';
import { expectStatus, type World } from './world.ts';

/** A valid refresh token whose family does not exist. */
const strayToken = (userId: string) => {
  const iat = Math.floor(Date.now() / 1_000);
  const claims = { uid: userId, sub: userId, type: 'refresh', iat, exp: iat + 3_600, jti: 'fam_none.x' };
  return forgeToken({ claims, secret: jwtSecret });
};

/** The caller's own credentials; only the owner has the owner's password. */
const credentials: Row['request'] = ({ people }, principal) =>
  principal === 'anonymous'
    ? { body: { email: people.owner.email, password: 'not the password' } }
    : { body: { email: people[principal].email, password: people[principal].password } };

const refreshToken: Row['request'] = async (world, principal) => {
  if (principal === 'anonymous') return { body: { refreshToken: strayToken(world.people.owner.id) } };
  const { body } = await credentials(world, principal);
  const pair = await expectStatus(world.gateway.call<{ refreshToken: string }>('POST', '/auth/login', { body }), 200);
  return { body: { refreshToken: pair.refreshToken } };
};

const ofProvider = { path: { id: 'company' } };

/** Of somebody who was never here; nobody else's is signed by the issuer. */
const idToken: Row['request'] = async ({ identityProvider, unique }, principal) => {
  const name = unique();
  const iat = Math.floor(Date.now() / 1_000);
  const claims = { iss: identityProvider.issuer, sub: name, aud: 'gateway', iat, exp: iat + 300 };
  const signed = await identityProvider.sign({ ...claims, email: `${name}@example.com`, email_verified: true });
  return { ...ofProvider, body: { idToken: principal === 'anonymous' ? `${signed}x` : signed } };
};

/** A token as a mail would bring it, for an account that is nobody's. */
const mailedToken =
  (purpose: 'password' | 'email', more: object = {}): Row['request'] =>
  async ({ gateway }) => {
    const person = await quickPerson(gateway);
    const token = randomBytes(32).toString('base64url');
    await gateway.gateway.database.run(
      'INSERT INTO account_tokens (user_id, purpose, digest, email, expires_at, created_at) VALUES ($1, $2, $3, $4, $5, $6)',
      [person.id, purpose, sha256Hex(token), person.email, Date.now() + 600_000, Date.now()],
    );
    return { body: { token, ...more } };
  };

/** What would spoil the principal is done to a stand-in. */
const standIn =
  (body?: (person: QuickPerson) => object): Row['request'] =>
  async ({ gateway }, principal) => {
    if (principal === 'anonymous') return { body: body?.({ password: 'x' } as QuickPerson) };
    const person = await quickPerson(gateway);
    return { token: person.accessToken, body: body?.(person) };
  };

/** A sign-in in the database, as a login leaves it. */
async function signInOf({ gateway: { gateway } }: World, userId: string): Promise<string> {
  const id = newId('fam', Date.now());
  await gateway.database.run(
    'INSERT INTO refresh_families (id, user_id, rotated_at, created_at) VALUES ($1, $2, $3, $3)',
    [id, userId, Date.now()],
  );
  return id;
}
const ofSomebodyElse: Row['request'] = async (world) => {
  const victim = await quickPerson(world.gateway);
  return { path: { id: await signInOf(world, victim.id) } };
};
const ofTheStandIn: Row['request'] = async (world, principal) => {
  const person = await quickPerson(world.gateway);
  const path = { id: await signInOf(world, person.id) };
  return principal === 'anonymous' ? { path } : { path, token: person.accessToken };
};

/** Somebody with a second factor, confirmed or not, and a code that works now. */
async function personWithTotp(world: World, isConfirmed: boolean) {
  const person = await quickPerson(world.gateway);
  const token = person.accessToken;
  const begun = world.gateway.call<{ secret: string }>('POST', '/auth/mfa/totp', { token });
  const { secret } = await expectStatus(begun, 201);
  if (isConfirmed)
    await world.gateway.gateway.database.run('UPDATE second_factors SET confirmed_at = 1 WHERE user_id = $1', [
      person.id,
    ]);
  return { person, code: generateSync({ secret }) };
}
const withTotp =
  (isConfirmed: boolean, body: (code: string, person: QuickPerson) => object): Row['request'] =>
  async (world, principal) => {
    if (principal === 'anonymous') return { body: body('000000', { password: 'x' } as QuickPerson) };
    const { person, code } = await personWithTotp(world, isConfirmed);
    return { token: person.accessToken, body: body(code, person) };
  };
/** The password was right, the code is owed. */
const halfway: Row['request'] = async (world) => {
  const { person, code } = await personWithTotp(world, true);
  const body = { email: person.email, password: person.password };
  const owed = world.gateway.call<{ mfaToken: string }>('POST', '/auth/login', { body });
  return { body: { mfaToken: (await expectStatus(owed, 401)).mfaToken, code } };
};

const newPassword = 'a quite different phrase';

export const authRows: Row[] = [
  signedIn(
    'changePassword',
    204,
    standIn(({ password }) => ({ currentPassword: password, newPassword })),
  ),
  open('forgotPassword', 202, ({ unique }) => ({ body: { email: `${unique()}@example.com` } })),
  open('resetPassword', 204, mailedToken('password', { newPassword })),
  signedIn(
    'updateMe',
    200,
    standIn(() => ({ name: 'Ada Lovelace' })),
  ),
  signedIn('listSignIns', 200),
  signedIn('endSignIn', 404, () => ({ path: { id: 'fam_01jd3v9k4m8q2w5x7y0z1a2b3c' } }), { name: 'of nobody' }),
  signedIn('endSignIn', 404, ofSomebodyElse, { name: 'of somebody else' }),
  signedIn('endSignIn', 204, ofTheStandIn, { name: 'of their own' }),
  open('endSignInOf', 204, refreshToken),
  signedIn('getSecondFactor', 200),
  signedIn('beginTotp', 201, standIn()),
  signedIn(
    'confirmTotp',
    200,
    withTotp(false, (code) => ({ code })),
  ),
  signedIn(
    'removeTotp',
    204,
    withTotp(true, (code, { password }) => ({ code, currentPassword: password })),
  ),
  open('loginWithCode', 200, halfway),
  open('verifyEmail', 204, mailedToken('email')),
  signedIn('askForVerification', 202, standIn()),
  open('register', 201, ({ unique }) => ({
    body: { email: `${unique()}@example.com`, password: 'correct horse battery' },
  })),
  open('login', 200, credentials, { except: { anonymous: 401 } }),
  open('createToken', 200, credentials, { except: { anonymous: 401 } }),
  open('refreshToken', 200, refreshToken, { except: { anonymous: 401 } }),
  open('listIdentityProviders', 200),
  open('startProviderSignIn', 303, () => ofProvider),
  open('finishProviderSignIn', 303, () => ({ ...ofProvider, query: { code: 'x', state: 'y' } })),
  open('exchangeIdToken', 200, idToken, { except: { anonymous: 401 } }),
  open('logoutOfProvider', 200),
  signedIn('logout', 204),
  signedIn('getMe', 200),
  signedIn(
    'eraseMe',
    204,
    standIn(({ password }) => ({ currentPassword: password })),
  ),
];
