import fc from 'fast-check';
import { generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { createFakeClock, type FakeClock } from '../../../test/harness/fake-clock.ts';
import { startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import {
  type Claims,
  type IdentityProvider,
  startIdentityProvider,
  testClient,
} from '../../../test/harness/identity-provider.ts';
import { onThisMachine } from '../../../test/harness/this-machine.ts';
import { sha256Hex } from '../../platform/crypto/digest.ts';

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const uidOf = (token: string) =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { uid: string }).uid;

describe.each(engines)('exchanging ID tokens on %s', (engine) => {
  let clock: FakeClock;
  let issuer: IdentityProvider;
  let stranger: IdentityProvider;
  let silent: IdentityProvider;
  let gateway: TestGateway;

  beforeAll(async () => {
    clock = createFakeClock(Date.now());
    [issuer, stranger, silent] = await Promise.all([
      startIdentityProvider(),
      startIdentityProvider(),
      startIdentityProvider(),
    ]);
    silent.instead(() => undefined);
    gateway = await startGateway(engine, {
      clock,
      settings: {
        RATE_LIMIT_AUTH: '1000000',
        OIDC_PROVIDERS: JSON.stringify([
          issuer.setting({ audiences: ['mobile-app'] }),
          stranger.setting({ id: 'stranger' }),
          silent.setting({ id: 'silent' }),
        ]),
      },
    });
  });
  afterAll(async () => {
    await gateway?.stop();
    for (const each of [issuer, stranger, silent]) await each?.stop();
  });

  const seconds = () => Math.floor(clock.now() / 1_000);
  const claimsOf = (sub: string, more: Claims = {}): Claims => ({
    iss: issuer.issuer,
    sub,
    aud: testClient.id,
    iat: seconds(),
    exp: seconds() + 300,
    email: `${sha256Hex(sub).slice(0, 20)}@example.com`,
    email_verified: true,
    ...more,
  });
  const exchange = (idToken: string, nonce?: string, id = 'company') =>
    gateway.call<{ accessToken: string; code?: string; detail?: string }>('POST', `/auth/oidc/${id}/exchange`, {
      body: { idToken, ...(nonce === undefined ? {} : { nonce }) },
    });
  const statusOf = async (idToken: string | Promise<string>, nonce?: string) => {
    const { status, body } = await exchange(await idToken, nonce);
    return body.code ? `${status} ${body.code}` : status;
  };
  const refused = '401 invalid_id_token';

  it('gives the same account a pair each time, to the applications that are named', async () => {
    const first = await exchange(await issuer.sign(claimsOf('ada', { nonce: 'n-1' })), 'n-1');
    expect(first.status).toBe(200);
    const again = await exchange(await issuer.sign(claimsOf('ada', { aud: 'mobile-app', azp: 'mobile-app' })));
    expect(uidOf(again.body.accessToken)).toBe(uidOf(first.body.accessToken));
    const several = claimsOf('ada', { aud: [testClient.id, 'https://api.example.com'], azp: testClient.id });
    expect(await statusOf(issuer.sign(several))).toBe(200);
    const me = await gateway.call<{ id: string }>('GET', '/auth/me', { token: first.body.accessToken });
    expect(me.body.id).toBe(uidOf(first.body.accessToken));
  });

  it('refuses what is not of this issuer, for this client, now', async () => {
    const wrong: Record<string, Claims> = {
      'another issuer': { iss: 'https://evil.example' },
      'its issuer with a slash': { iss: `${issuer.issuer}/` },
      'another audience': { aud: 'other-client' },
      'no audience': { aud: undefined },
      'an audience that begins alike': { aud: `${testClient.id}2` },
      'several audiences and no party': { aud: [testClient.id, 'other'] },
      'another party': { azp: 'other-client' },
      'a party that is no text': { azp: [testClient.id] },
      expired: { exp: seconds() - 31 },
      'no expiry': { exp: undefined },
      'an expiry in words': { exp: '9999999999' },
      'no time of issue': { iat: undefined },
      'issued in the future': { iat: seconds() + 31 },
      'not valid yet': { nbf: seconds() + 31 },
      nobody: { sub: undefined },
      'an empty name': { sub: '' },
      'a name that no database keeps': { sub: 'a\u0000b' },
      'a name that is too long': { sub: 'x'.repeat(256) },
      'a logout token': { events: { 'http://schemas.openid.net/event/backchannel-logout': {} } },
    };
    for (const [what, claims] of Object.entries(wrong))
      expect([what, await statusOf(issuer.sign(claimsOf('ada', claims)))]).toEqual([what, refused]);
    expect(await statusOf(issuer.sign(claimsOf('ada', { exp: seconds() - 29 })))).toBe(200);
    expect(await statusOf(issuer.sign(claimsOf('ada', { iat: seconds() + 29 })))).toBe(200);
  });

  it('asks for the nonce that the application names', async () => {
    const token = await issuer.sign(claimsOf('ada', { nonce: 'n-1' }));
    expect(await statusOf(token, 'n-1')).toBe(200);
    expect(await statusOf(token, 'n-2')).toBe(refused);
    expect(await statusOf(issuer.sign(claimsOf('ada')), 'n-1')).toBe(refused);
    expect(await statusOf(issuer.sign(claimsOf('ada', { nonce: ['n-1'] })), 'n-1')).toBe(refused);
  });

  it('believes no signature but one of the issuer’s key pair', async () => {
    const claims = claimsOf('ada');
    const body = part(claims);
    const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
    const { exportJWK, exportSPKI } = await import('jose');
    const pem = new TextEncoder().encode(await exportSPKI(issuer.publicKey()));
    const ownKey = await exportJWK(publicKey);
    const shared = { alg: 'HS256', kid: 'first' };
    const tokens: Record<string, string | Promise<string>> = {
      'alg none': `${part({ alg: 'none' })}.${body}.`,
      'alg None with a key id': `${part({ alg: 'None', kid: 'first' })}.${body}.`,
      'the public key as a shared secret': issuer.sign(claims, { header: shared, key: pem }),
      'the client’s secret': issuer.sign(claims, { header: shared, key: new TextEncoder().encode(testClient.secret) }),
      'somebody’s key': issuer.sign(claims, { key: privateKey }),
      'a key in the header': issuer.sign(claims, { header: { jwk: ownKey }, key: privateKey }),
      'the address of keys in the header': issuer.sign(claims, {
        header: { jku: `${stranger.issuer}/jwks` },
        key: privateKey,
      }),
      'the key of another issuer, of the same name': stranger.sign(claims),
      'an access token': issuer.sign(claims, { header: { typ: 'at+jwt' } }),
      'a logout token': issuer.sign(claims, { header: { typ: 'logout+jwt' } }),
      'not a token': 'a.b.c',
      'an empty signature': (await issuer.sign(claims)).replace(/[^.]+$/, ''),
    };
    for (const [what, token] of Object.entries(tokens)) expect([what, await statusOf(token)]).toEqual([what, refused]);
    // At the provider that signed it, it names another issuer.
    expect((await exchange(await issuer.sign(claims), undefined, 'stranger')).status).toBe(401);
  });

  it('takes no near-identical token for another', async () => {
    const base = 'near-identical-0';
    const first = await exchange(await issuer.sign(claimsOf(base)));
    const accounts = new Map([[base, uidOf(first.body.accessToken)]]);
    const signed = await issuer.sign(claimsOf(base));
    const letters = 'abcABC012 _-.';
    const changed = (text: string, at: number, letter: string) => {
      const place = at % text.length;
      return `${text.slice(0, place)}${letter}${text.slice(place + 1)}`;
    };
    const change = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({
          kind: fc.constant('character' as const),
          at: fc.nat(),
          letter: fc.constantFrom(...'ABCxyz019-_'),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constant('subject' as const),
          at: fc.nat(),
          letter: fc.constantFrom(...letters),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constant('claim' as const),
          claim: fc.constantFrom('iss', 'aud'),
          at: fc.nat(),
          letter: fc.constantFrom(...letters),
        }),
      },
    );
    const outcomes = { accepted: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(change, async (made) => {
        const claims = claimsOf(made.kind === 'subject' ? changed(base, made.at, made.letter) : base);
        if (made.kind === 'claim') claims[made.claim] = changed(String(claims[made.claim]), made.at, made.letter);
        const token = made.kind === 'character' ? changed(signed, made.at, made.letter) : await issuer.sign(claims);
        const isSame =
          made.kind === 'character' ? token === signed : JSON.stringify(claims) === JSON.stringify(claimsOf(base));
        const { status, body } = await exchange(token);
        // The last character of a signature has bits that mean nothing.
        const isLast = made.kind === 'character' && made.at % signed.length === signed.length - 1;
        if (made.kind !== 'subject' && !isSame && !isLast) expect(status).toBe(401);
        if (status !== 200) {
          outcomes.refused += 1;
          return;
        }
        outcomes.accepted += 1;
        const uid = uidOf(body.accessToken);
        const subject = made.kind === 'subject' ? String(claims.sub) : base;
        expect(accounts.get(subject) ?? uid).toBe(uid);
        accounts.set(subject, uid);
      }),
      { numRuns: engine === 'sqlite' ? 1_000 : 150 },
    );
    expect(new Set(accounts.values()).size).toBe(accounts.size);
    expect(accounts.size).toBeGreaterThan(10);
    expect(outcomes.refused).toBeGreaterThan(100);
  });

  it('follows the issuer to new keys, and is not made to ask for them in a storm', async () => {
    expect(await statusOf(issuer.sign(claimsOf('ada')))).toBe(200);
    const old = await issuer.sign(claimsOf('ada'));
    await issuer.rotate('second');
    clock.advance(31_000);
    const times = () => issuer.asked.filter((path) => path === '/jwks').length;
    const before = times();
    expect(await statusOf(issuer.sign(claimsOf('ada')))).toBe(200);
    expect(await statusOf(old)).toBe(refused);
    const unknown = Array.from({ length: 40 }, (_, place) =>
      issuer.sign(claimsOf('ada'), { header: { kid: `kid-${place}` } }),
    );
    expect(new Set(await Promise.all(unknown.map((token) => statusOf(token))))).toEqual(new Set([refused]));
    expect(times() - before).toBe(1);
  });

  it('is unavailable while the issuer is down or silent, and nobody else is held up', async () => {
    const begun = performance.now();
    const waiting = exchange(await issuer.sign(claimsOf('ada')), undefined, 'silent');
    const others = await Promise.all([gateway.call('GET', '/auth/oidc'), exchange(await issuer.sign(claimsOf('ada')))]);
    expect(others.map(({ status }) => status)).toEqual([200, 200]);
    expect(performance.now() - begun).toBeLessThan(onThisMachine(4_000));
    const { status, headers } = await waiting;
    expect([status, headers.get('retry-after')]).toEqual([503, '10']);
    expect(performance.now() - begun).toBeLessThan(onThisMachine(10_000));
    // Known to be down for some seconds: nobody waits for it again.
    const again = performance.now();
    expect((await exchange('a.b.c', undefined, 'silent')).status).toBe(503);
    expect(performance.now() - again).toBeLessThan(onThisMachine(2_000));

    // An issuer that gives itself out for another.
    silent.instead((_request, response) => {
      const metadata = {
        issuer: issuer.issuer,
        jwks_uri: `${issuer.issuer}/jwks`,
        token_endpoint: `${issuer.issuer}/token`,
      };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(metadata));
    });
    clock.advance(6_000);
    expect((await exchange(await issuer.sign(claimsOf('ada')), undefined, 'silent')).status).toBe(503);

    issuer.instead((_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('x'.repeat(2_000_000)),
    );
    clock.advance(601_000);
    const token = await issuer.sign(claimsOf('ada'));
    expect((await exchange(token)).status).toBe(503);
    issuer.instead(undefined);
    clock.advance(6_000);
    expect((await exchange(token)).status).toBe(200);
  });
});
