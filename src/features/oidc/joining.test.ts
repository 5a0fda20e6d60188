import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, newPlace, type Place } from '../../../test/harness/databases.ts';
import { apiKey, startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import {
  type Claims,
  type IdentityProvider,
  startIdentityProvider,
  testClient,
} from '../../../test/harness/identity-provider.ts';
import { mailTo, tokenIn } from '../../../test/harness/mails.ts';
import { actingAs, type QuickPerson, quickPerson } from '../../../test/harness/people.ts';

type Pair = { accessToken: string; code?: string };
type Member = { userId: string; role: string };

describe.each(engines)('accounts of people who sign in by a provider on %s', (engine) => {
  let place: Place;
  let issuer: IdentityProvider;
  let gateway: TestGateway;
  let owner: QuickPerson;
  let workspaceId: string;

  async function start(settings: Record<string, string> = {}): Promise<void> {
    await gateway?.gateway.stop();
    const roles = { roleClaim: 'realm_access.roles', roles: { bosses: 'admin', staff: 'member' } };
    gateway = await startGateway(engine, {
      place,
      settings: {
        RATE_LIMIT_AUTH: '1000000',
        OIDC_PROVIDERS: JSON.stringify([
          issuer.setting(),
          issuer.setting({ id: 'domains', allowedDomains: ['Example.com', 'xn--bcher-kva.example'] }),
          issuer.setting({ id: 'trusted', trustEmail: true, allowedDomains: ['example.com'] }),
          ...(workspaceId
            ? [issuer.setting({ id: 'joins', workspaceId }), issuer.setting({ id: 'roles', workspaceId, ...roles })]
            : []),
          issuer.setting({ id: 'nowhere', workspaceId: 'ws_none' }),
        ]),
        ...settings,
      },
    });
  }

  beforeAll(async () => {
    issuer = await startIdentityProvider();
    place = await newPlace(engine);
    await start();
    owner = await quickPerson(gateway, 'owner');
    const made = await actingAs(gateway, owner)<{ id: string }>('POST', '/workspaces', { name: 'Company' });
    workspaceId = made.body.id;
    await start();
  });
  afterAll(async () => {
    await gateway?.gateway.stop();
    await issuer?.stop();
    await place?.remove();
  });

  let made = 0;
  const newSubject = () => `subject-${++made}`;
  async function signIn(claims: Claims, id = 'company') {
    const now = Math.floor(Date.now() / 1_000);
    const idToken = await issuer.sign({ iss: issuer.issuer, aud: testClient.id, iat: now, exp: now + 300, ...claims });
    return gateway.call<Pair>('POST', `/auth/oidc/${id}/exchange`, { body: { idToken } });
  }
  const outcome = async (claims: Claims, id?: string) => {
    const { status, body } = await signIn(claims, id);
    return body.code ?? status;
  };
  const database = () => gateway.gateway.database;
  async function accountOf({ accessToken }: { accessToken: string }) {
    const { body } = await gateway.call<{ id: string; email: string }>('GET', '/auth/me', { token: accessToken });
    const row = await database().get<{ email_verified_at: number | null; name: string | null }>(
      'SELECT email_verified_at, name FROM users WHERE id = $1',
      [body.id],
    );
    return { ...body, isVerified: row?.email_verified_at !== null, name: row?.name };
  }
  const verifyHere = (id: string) => database().run('UPDATE users SET email_verified_at = 1 WHERE id = $1', [id]);

  it('an account with the same address is joined only if both sides verified the address', async () => {
    for (const [here, there, expected] of [
      [false, false, 'conflict'],
      [false, true, 'conflict'],
      [true, false, 'conflict'],
      [true, undefined, 'conflict'],
      [true, 'yes', 'conflict'],
      [true, true, 200],
      [true, 'true', 200],
    ] as const) {
      const person = await quickPerson(gateway);
      if (here) await verifyHere(person.id);
      const claims = { sub: newSubject(), email: person.email.toUpperCase(), email_verified: there };
      const { status, body } = await signIn(claims);
      expect([here, there, body.code ?? status]).toEqual([here, there, expected]);
      if (expected !== 200) continue;
      expect((await accountOf(body)).id).toBe(person.id);
      // From now on by issuer and subject, whatever the address is.
      const next = await signIn({ ...claims, email: 'another@example.com' });
      expect(await accountOf(next.body)).toMatchObject({ id: person.id, email: person.email });
    }
  });

  it('an address that the issuer has given to somebody new does not bring the account along', async () => {
    const person = await quickPerson(gateway);
    await verifyHere(person.id);
    const claims = { email: person.email, email_verified: true };
    expect(await outcome({ ...claims, sub: newSubject() })).toBe(200);
    expect(await outcome({ ...claims, sub: newSubject() })).toBe('conflict');
  });

  it('an identity ends where the owner of the address takes the account over by mail', async () => {
    const claims = { sub: newSubject(), email: `squatted-${newSubject()}@example.com` };
    expect(await outcome(claims)).toBe(200);
    await gateway.call('POST', '/auth/password/forgot', { body: { email: claims.email } });
    const token = tokenIn(await mailTo(gateway, claims.email, 'Set a new password'));
    const body = { token, newPassword: 'a quite different phrase' };
    expect((await gateway.call('POST', '/auth/password/reset', { body })).status).toBe(204);
    expect(await outcome(claims)).toBe('conflict');
  });

  it('an address is verified once the provider says so', async () => {
    const claims = { sub: newSubject(), email: 'late@example.com', name: 'Grace Hopper' };
    expect(await accountOf((await signIn(claims)).body)).toMatchObject({ isVerified: false, name: 'Grace Hopper' });
    expect(
      await accountOf((await signIn({ ...claims, email: 'other@example.com', email_verified: true })).body),
    ).toMatchObject({ isVerified: false });
    expect(await accountOf((await signIn({ ...claims, email_verified: true })).body)).toMatchObject({
      isVerified: true,
    });
  });

  it('first sign-ins at the same moment make one account', async () => {
    const claims = { sub: newSubject(), email: 'at-once@example.com', email_verified: true };
    const answers = await Promise.all(Array.from({ length: 12 }, () => signIn(claims)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const ids = await Promise.all(answers.map(async ({ body }) => (await accountOf(body)).id));
    expect(new Set(ids).size).toBe(1);
    const rows = await database().all('SELECT 1 FROM identities WHERE subject = $1', [claims.sub]);
    expect(rows).toHaveLength(1);
  });

  it('a suspended account is refused, and an erased one takes its identity along', async () => {
    const claims = { sub: newSubject(), email: 'leaver@example.com', email_verified: true };
    const { body } = await signIn(claims);
    const { id } = await accountOf(body);
    const asOperator = { headers: { 'x-api-key': apiKey } };
    expect((await gateway.call('POST', `/admin/users/${id}/disable`, asOperator)).status).toBeLessThan(300);
    expect(await outcome(claims)).toBe('account_disabled');
    expect((await gateway.call('POST', `/admin/users/${id}/enable`, asOperator)).status).toBeLessThan(300);
    const again = await signIn(claims);
    expect((await gateway.call('DELETE', '/auth/me', { token: again.body.accessToken })).status).toBe(204);
    expect(await database().all('SELECT 1 FROM identities WHERE subject = $1', [claims.sub])).toEqual([]);
    expect((await accountOf((await signIn(claims)).body)).id).not.toBe(id);
  });

  it('only addresses of the allowed domains get in, however they are spelt', async () => {
    const ask = (email: unknown, more: Claims = { email_verified: true }, id = 'domains') =>
      outcome({ sub: newSubject(), email, ...more }, id);
    for (const email of ['a1@example.com', 'A2@EXAMPLE.COM', 'a.b+c@example.com', 'a3@xn--bcher-kva.example'])
      expect([email, await ask(email)]).toEqual([email, 200]);
    for (const email of [
      'b@example.com.evil.example',
      'b@evil.example',
      'b@sub.example.com',
      'b@notexample.com',
      'b@example.com.',
      'b@example.com ',
      'b@example.com\n',
      'b@example.com\u0000',
      'b@evil.example,b@example.com',
      'b@evil.example b@example.com',
      'b@evil.example@example.com',
      '"b@evil.example"@example.com',
      '<b@evil.example>@example.com',
      'b@еxample.com',
      'b@ｅxample.com',
      'b@example.com\u3002evil',
      'b@bücher.example',
      'b@exam\u212Aple.com',
      '@example.com',
      'example.com',
      ['b@example.com'],
      { toString: 'b@example.com' },
      undefined,
    ])
      expect([email, await ask(email)]).toEqual([email, 'identity_not_allowed']);
    expect(await ask('c@example.com', {})).toBe('identity_not_allowed');
    expect(await ask('c@example.com', { email_verified: false })).toBe('identity_not_allowed');
    expect(await ask('c@example.com', {}, 'trusted')).toBe(200);
    // Looked at again each time: who has left the domain is out.
    const claims = { sub: newSubject(), email: 'd@example.com', email_verified: true };
    expect(await outcome(claims, 'domains')).toBe(200);
    expect(await outcome({ ...claims, email: 'd@elsewhere.example' }, 'domains')).toBe('identity_not_allowed');
    expect(await outcome({ ...claims, email: undefined }, 'domains')).toBe('identity_not_allowed');
  });

  it('an account needs an address, and a person who has one does not', async () => {
    const claims = { sub: newSubject(), email: 'once@example.com', email_verified: true };
    expect(await outcome({ sub: claims.sub })).toBe('identity_not_allowed');
    expect(await outcome(claims)).toBe(200);
    expect(await outcome({ sub: claims.sub })).toBe(200);
  });

  const roleOf = async (userId: string) => {
    const { body } = await actingAs(gateway, owner)<{ members: Member[] }>('GET', `/workspaces/${workspaceId}`);
    return body.members.find((member) => member.userId === userId)?.role;
  };

  it('a provider’s workspace is joined as a member, and later roles stay', async () => {
    const claims = {
      sub: newSubject(),
      email: 'joiner@example.com',
      email_verified: true,
      realm_access: { roles: ['bosses'] },
    };
    const { id } = await accountOf((await signIn(claims, 'joins')).body);
    expect(await roleOf(id)).toBe('member');
    const act = actingAs(gateway, owner, workspaceId);
    await act('POST', `/workspaces/${workspaceId}/members`, { userId: id, role: 'admin' });
    expect((await signIn(claims, 'joins')).status).toBe(200);
    expect(await roleOf(id)).toBe('admin');
    expect(await outcome({ sub: newSubject(), email: 'lost@example.com' }, 'nowhere')).toBe(200);
  });

  it('the claim decides the role at each sign-in; nobody becomes an owner or stops being one', async () => {
    const sub = newSubject();
    const email = 'roles@example.com';
    const as = async (roles: unknown) => {
      const { body, status } = await signIn({ sub, email, email_verified: true, realm_access: { roles } }, 'roles');
      expect(status).toBe(200);
      return roleOf((await accountOf(body)).id);
    };
    expect(await as(undefined)).toBeUndefined();
    expect(await as([])).toBeUndefined();
    expect(await as(['owner', '*', 'constructor', 'Staff', 'staff ', { staff: true }])).toBeUndefined();
    expect(await as(['x', 'staff'])).toBe('member');
    expect(await as('bosses')).toBe('admin');
    expect(await as(['staff', 'bosses'])).toBe('admin');
    expect(await as(['staff'])).toBe('member');
    // What they had there ends with the role.
    const { body } = await signIn({ sub, email, realm_access: { roles: ['staff'] } }, 'roles');
    const act = actingAs(gateway, { accessToken: body.accessToken }, workspaceId);
    expect((await act('GET', '/agents')).status).toBe(200);
    expect(await as(['x'])).toBeUndefined();
    expect((await act('GET', '/agents')).status).toBe(403);

    // Who was let in by an owner is not put out by the provider, and an owner is left alone.
    const { id } = await accountOf(body);
    const asOwner = actingAs(gateway, owner, workspaceId);
    await asOwner('POST', `/workspaces/${workspaceId}/members`, { userId: id, role: 'member' });
    expect(await as(['x'])).toBe('member');
    await verifyHere(owner.id);
    const boss = { sub: newSubject(), email: owner.email, email_verified: true };
    expect((await signIn({ ...boss, realm_access: { roles: ['staff'] } }, 'roles')).status).toBe(200);
    expect(await roleOf(owner.id)).toBe('owner');
    expect((await signIn({ ...boss, realm_access: { roles: [] } }, 'roles')).status).toBe(200);
    expect(await roleOf(owner.id)).toBe('owner');
    const log = await database().all<{ action: string }>(
      "SELECT action FROM audit_log WHERE actor = 'oidc:roles' ORDER BY seq",
    );
    expect(log.map(({ action }) => action)).toEqual(['member.add', 'member.role', 'member.role', 'member.remove']);
  });

  it('registration by invitation counts the provider’s workspace as one; closed admits who is here already', async () => {
    const known = { sub: newSubject(), email: 'known@example.com', email_verified: true };
    expect(await outcome(known)).toBe(200);
    const person = await quickPerson(gateway);
    await verifyHere(person.id);
    const newcomer = (more: Claims = {}) => ({
      sub: newSubject(),
      email: `${newSubject()}@example.com`,
      email_verified: true,
      ...more,
    });

    await start({ REGISTRATION: 'invite' });
    expect(await outcome(known)).toBe(200);
    expect(await outcome(newcomer())).toBe('registration_closed');
    expect(await outcome(newcomer(), 'joins')).toBe(200);
    expect(await outcome(newcomer({ realm_access: { roles: ['staff'] } }), 'roles')).toBe(200);
    expect(await outcome(newcomer({ realm_access: { roles: ['x'] } }), 'roles')).toBe('registration_closed');
    expect(await outcome(newcomer(), 'nowhere')).toBe('registration_closed');

    const mailed = newcomer();
    const invite = { email: mailed.email, role: 'member' };
    expect(
      (await actingAs(gateway, owner, workspaceId)('POST', `/workspaces/${workspaceId}/invitations`, invite)).status,
    ).toBe(201);
    expect(await outcome({ ...mailed, email_verified: false })).toBe('registration_closed');
    expect(await outcome(mailed)).toBe(200);

    await start({ REGISTRATION: 'closed' });
    expect(await outcome(known)).toBe(200);
    expect(await outcome({ sub: newSubject(), email: person.email, email_verified: true })).toBe(200);
    expect(await outcome(newcomer(), 'joins')).toBe('registration_closed');
  });
});
