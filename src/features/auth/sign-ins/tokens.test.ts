import { generateKeyPairSync } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, newPlace, type Place } from '../../../../test/harness/databases.ts';
import { createFakeClock } from '../../../../test/harness/fake-clock.ts';
import { jwtSecret, type Person, startGateway, type TestGateway } from '../../../../test/harness/gateway.ts';
import { claimsOf, forgeToken, headerOf } from '../../../../test/harness/tokens.ts';

const newSecret = 'another-secret-of-at-least-32-characters';
const key = (secret: string) => new TextEncoder().encode(secret);

describe.each(engines)('tokens on %s', (engine) => {
  const clock = createFakeClock();
  const nowSeconds = () => Math.floor(clock.now() / 1_000);
  let place: Place;
  let gateway: TestGateway;
  let ada: Person;

  beforeAll(async () => {
    place = await newPlace(engine);
    gateway = await startGateway(engine, { clock, place });
    ada = await gateway.person();
  });
  afterAll(async () => {
    await gateway.stop();
    await place.remove();
  });

  const me = (token: string) => gateway.call('GET', '/auth/me', { token });
  const refresh = (refreshToken: string) => gateway.call('POST', '/auth/refresh', { body: { refreshToken } });
  const access = () => ({ uid: ada.id, sub: ada.id, iat: nowSeconds(), exp: nowSeconds() + 900 });

  it('hold the claims of the contract and no others', () => {
    const accessClaims = claimsOf(ada.accessToken);
    expect(accessClaims).toEqual({ uid: ada.id, sub: ada.id, iat: nowSeconds(), exp: nowSeconds() + 15 * 60 });
    const { jti, ...refreshClaims } = claimsOf(ada.refreshToken);
    expect(refreshClaims).toEqual({
      uid: ada.id,
      type: 'refresh',
      sub: ada.id,
      iat: nowSeconds(),
      exp: nowSeconds() + 7 * 86_400,
    });
    expect(jti).toMatch(/^fam_[0-9a-z]+\.[\w-]{16}$/);
    for (const token of [ada.accessToken, ada.refreshToken])
      expect(headerOf(token)).toEqual({ alg: 'HS256', typ: 'JWT' });
  });

  it('verify with an independent implementation, and its own are taken for ours', async () => {
    for (const token of [ada.accessToken, ada.refreshToken]) {
      const options = { algorithms: ['HS256'], currentDate: new Date(clock.now()) };
      expect((await jwtVerify(token, key(jwtSecret), options)).payload.sub).toBe(ada.id);
    }
    const theirs = await new SignJWT(access()).setProtectedHeader({ alg: 'HS256' }).sign(key(jwtSecret));
    expect(await me(theirs)).toMatchObject({ status: 200, body: { id: ada.id } });
  });

  it('are good until they expire, and not a second longer', async () => {
    const token = await new SignJWT({ ...access(), exp: nowSeconds() + 1 })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(key(jwtSecret));
    expect((await me(token)).status).toBe(200);
    clock.advance(999);
    expect((await me(token)).status).toBe(200);
    clock.advance(1);
    expect(await me(token)).toMatchObject({ status: 401, body: { code: 'token_expired' } });
  });

  it('are refused, whatever an attacker tries', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const [header = '', payload = '', signature = ''] = forgeToken({ claims: access(), secret: jwtSecret }).split('.');
    const forged = (header: object, secret = jwtSecret) => forgeToken({ header, claims: access(), secret });
    const claiming = (change: object) => forgeToken({ claims: { ...access(), ...change }, secret: jwtSecret });
    const unsigned = (alg: string) => `${forged({ alg, typ: 'JWT' }).split('.').slice(0, 2).join('.')}.`;
    const otherUser = Buffer.from(JSON.stringify({ ...access(), uid: 'usr_x', sub: 'usr_x' })).toString('base64url');
    // The last character of 32 bytes carries two bits that decode to nothing.
    const lastCharacters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const twin = lastCharacters[lastCharacters.indexOf(signature.at(-1) ?? '') ^ 1] ?? '';
    const attacks: Record<string, string> = {
      ...Object.fromEntries(['none', 'None', 'NONE', 'nOnE'].map((alg) => [`alg ${alg}, no signature`, unsigned(alg)])),
      'alg none, signed': forged({ alg: 'none' }),
      'no alg': forged({ typ: 'JWT' }),
      HS384: forgeToken({ header: { alg: 'HS384' }, claims: access(), secret: jwtSecret, hash: 'sha384' }),
      HS512: forgeToken({ header: { alg: 'HS512' }, claims: access(), secret: jwtSecret, hash: 'sha512' }),
      'HS512 said, HS256 done': forged({ alg: 'HS512' }),
      RS256: await new SignJWT(access()).setProtectedHeader({ alg: 'RS256' }).sign(privateKey),
      'kid, well signed': forged({ alg: 'HS256', typ: 'JWT', kid: 'current' }),
      'kid as path, empty key': forged({ alg: 'HS256', kid: '../../../../../dev/null' }, ''),
      'kid as SQL': forged({ alg: 'HS256', kid: "x' UNION SELECT 'known' --" }, 'known'),
      crit: forged({ alg: 'HS256', crit: ['exp'] }),
      jku: forged({ alg: 'HS256', jku: 'https://attacker.example/jwks.json' }),
      x5u: forged({ alg: 'HS256', x5u: 'https://attacker.example/cert.pem' }),
      jwk: forged({ alg: 'HS256', jwk: { kty: 'oct', k: 'AAAA' } }, ''),
      'empty key': forged({ alg: 'HS256' }, ''),
      'another key': forged({ alg: 'HS256' }, newSecret),
      'no exp': claiming({ exp: undefined }),
      'exp as text': claiming({ exp: String(nowSeconds() + 900) }),
      'expired long ago': claiming({ exp: nowSeconds() - 900 }),
      'not valid before': claiming({ nbf: nowSeconds() + 600 }),
      'no uid': claiming({ uid: undefined }),
      'uid and sub differ': claiming({ sub: 'usr_other' }),
      'a user there never was': claiming({ uid: 'usr_x', sub: 'usr_x' }),
      'a type of its own': claiming({ type: 'admin' }),
      'type access': claiming({ type: 'access' }),
      'type null': claiming({ type: null }),
      'payload replaced': `${header}.${otherUser}.${signature}`,
      'signature stripped': `${header}.${payload}.`,
      'signature and dot stripped': `${header}.${payload}`,
      'signature padded': `${header}.${payload}.${signature}=`,
      'signature with another spelling': `${header}.${payload}.${signature.slice(0, -1)}${twin}`,
      'a fourth part': `${header}.${payload}.${signature}.${signature}`,
    };
    expect((await me(`${header}.${payload}.${signature}`)).status).toBe(200);
    for (const [attack, token] of Object.entries(attacks)) {
      const { status, body } = await me(token);
      expect({ attack, status }).toEqual({ attack, status: 401 });
      expect({ attack, code: body.code }).toEqual({
        attack,
        code: attack === 'expired long ago' ? 'token_expired' : 'unauthenticated',
      });
      expect({ attack, status: (await refresh(token)).status }).toEqual({ attack, status: 401 });
    }
  });

  it.each(['', 'Bearer', 'Bearer ', 'Basic YTpi', 'Token x', 'Bearer a b'])(
    'are asked for when the header is "%s"',
    async (authorization) => {
      const { status, body } = await gateway.call('GET', '/auth/me', { headers: { authorization } });
      expect({ status, code: body.code }).toEqual({ status: 401, code: 'unauthenticated' });
    },
  );

  it('of one type never pass for another', async () => {
    const account = await gateway.call<{ accessToken: string }>('POST', '/admin/service-accounts', {
      headers: { 'x-api-key': 'test-bootstrap-key' },
      body: { name: 'docs' },
    });
    for (const token of [ada.refreshToken, account.body.accessToken])
      for (const [method, path] of [
        ['GET', '/auth/me'],
        ['POST', '/auth/logout'],
        ['DELETE', '/auth/me'],
      ] as const)
        expect((await gateway.call(method, path, { token })).status).toBe(401);
    expect((await gateway.call('GET', '/openapi.json', { token: ada.refreshToken })).status).toBe(401);
    const { jti, exp, iat } = claimsOf(ada.refreshToken);
    const almost = { uid: ada.id, sub: ada.id, iat, exp, jti };
    const nearRefresh = [
      {},
      { type: 'access' },
      { type: 'REFRESH' },
      { type: ['refresh'] },
      { type: 'refresh', uid: 'usr_x' },
    ];
    const forged = nearRefresh.map((more) => forgeToken({ claims: { ...almost, ...more }, secret: jwtSecret }));
    for (const token of [ada.accessToken, account.body.accessToken, ...forged])
      expect(await refresh(token)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    // None of it used the refresh token up.
    const rotated = await gateway.call<Person>('POST', '/auth/refresh', { body: { refreshToken: ada.refreshToken } });
    expect(rotated.status).toBe(200);
    ada = { ...ada, ...rotated.body };
  });

  it('of the previous key are good while it is set, and never made with it', async () => {
    const restart = async (settings: Record<string, string>) => {
      await gateway.stop();
      gateway = await startGateway(engine, { clock, place, settings });
    };
    const oldAccess = ada.accessToken;
    const lifetimes = { JWT_ACCESS_EXPIRES: '30s', JWT_REFRESH_EXPIRES: '3600' };
    await restart({ JWT_SECRET: newSecret, JWT_SECRET_PREV: jwtSecret, ...lifetimes });
    expect((await me(oldAccess)).status).toBe(200);
    const renewed = await gateway.call<Person>('POST', '/auth/refresh', { body: { refreshToken: ada.refreshToken } });
    expect(renewed.status).toBe(200);
    for (const token of [renewed.body.accessToken, renewed.body.refreshToken]) {
      const options = { currentDate: new Date(clock.now()) };
      await expect(jwtVerify(token, key(newSecret), options)).resolves.toBeTruthy();
      await expect(jwtVerify(token, key(jwtSecret), options)).rejects.toThrow('signature');
    }
    expect(claimsOf(renewed.body.accessToken).exp).toBe(nowSeconds() + 30);
    expect(claimsOf(renewed.body.refreshToken).exp).toBe(nowSeconds() + 3_600);
    await restart({ JWT_SECRET: newSecret });
    expect(await me(oldAccess)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    expect((await me(renewed.body.accessToken)).status).toBe(200);
    expect((await refresh(renewed.body.refreshToken)).status).toBe(200);
  });
});
