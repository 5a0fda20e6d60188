import { jwtSecret } from '../harness/gateway.ts';
import { quickPerson } from '../harness/people.ts';
import { forgeToken } from '../harness/tokens.ts';
import { open, type Row, signedIn } from './row.ts';
import { expectStatus } from './world.ts';

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

export const authRows: Row[] = [
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
  signedIn('eraseMe', 204, async ({ gateway }, principal) =>
    principal === 'anonymous' ? {} : { token: (await quickPerson(gateway)).accessToken },
  ),
];
