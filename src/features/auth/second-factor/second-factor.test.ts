import { generateSync } from 'otplib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../../test/harness/databases.ts';
import { apiKey, startGateway, type TestGateway } from '../../../../test/harness/gateway.ts';
import { newTestClock } from '../../../../test/harness/job-nodes.ts';
import { mailTo, tokenIn } from '../../../../test/harness/mails.ts';
import { type QuickPerson, quickPerson } from '../../../../test/harness/people.ts';

type Answer = { accessToken?: string; refreshToken?: string; mfaToken: string; code: string };
const stepMs = 30_000;

describe.each(engines)('the second factor on %s', (engine) => {
  const clock = newTestClock();
  let gateway: TestGateway;
  /** On PostgreSQL a node of its own; SQLite has one. */
  let other: TestGateway;
  beforeAll(async () => {
    const settings = { RATE_LIMIT_FAILED_LOGINS: '1000' };
    gateway = await startGateway(engine, { clock, settings });
    other = engine === 'postgres' ? await startGateway(engine, { clock, settings, place: gateway.place }) : gateway;
  });
  afterAll(async () => {
    if (other !== gateway) await other.stop();
    await gateway.stop();
  });

  const codeOf = (secret: string, offsetSteps = 0) =>
    generateSync({ secret, epoch: Math.floor(clock.now() / 1_000) + offsetSteps * 30 });
  const login = ({ email, password }: QuickPerson, path = '/auth/login') =>
    gateway.call<Answer>('POST', path, { body: { email, password } });
  const withCode = (mfaToken: string, code: string, at = gateway) =>
    at.call<Answer>('POST', '/auth/login/mfa', { body: { mfaToken, code } });
  const mfaToken = async (person: QuickPerson) => (await login(person)).body.mfaToken;
  const begin = ({ accessToken: token }: QuickPerson) =>
    gateway.call<{ secret: string; address: string }>('POST', '/auth/mfa/totp', { token });
  const confirm = ({ accessToken: token }: QuickPerson, code: string) =>
    gateway.call<{ recoveryCodes: string[]; code: string }>('POST', '/auth/mfa/totp/confirm', {
      token,
      body: { code },
    });
  const remove = ({ accessToken: token }: QuickPerson, body: object) =>
    gateway.call('DELETE', '/auth/mfa/totp', { token, body });
  const wrong = (secret: string) => {
    const right = [-1, 0, 1].map((step) => codeOf(secret, step));
    return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? '';
  };

  /** Somebody whose second factor is on; the code of this step is not used yet. */
  async function protectedPerson(name = 'ada') {
    const person = await quickPerson(gateway, name, clock);
    const { secret } = (await begin(person)).body;
    const { recoveryCodes } = (await confirm(person, codeOf(secret))).body;
    clock.offsetMs += 2 * stepMs;
    return { person, secret, recoveryCodes };
  }

  it('is taken by the operator from a person who has lost it, and every sign-in ends', async () => {
    const { person, secret } = await protectedPerson('lost');
    const signedIn = (await withCode(await mfaToken(person), codeOf(secret))).body;
    const { body: paired } = await gateway.call<Answer>('POST', '/auth/register', {
      body: { email: `witness-${engine}@example.com`, password: 'correct horse battery' },
    });
    const challenge = await mfaToken(person);
    const asOperator = { headers: { 'x-api-key': apiKey } };
    const path = `/admin/users/${person.id}/mfa`;
    expect((await gateway.call('DELETE', path, { token: person.accessToken })).status).toBe(401);
    expect((await gateway.call('DELETE', '/admin/users/nobody/mfa', asOperator)).status).toBe(404);
    expect((await gateway.call('DELETE', path, asOperator)).status).toBe(204);
    expect((await gateway.call('DELETE', path, asOperator)).status).toBe(204);
    await mailTo(gateway, person.email, 'The second factor is off');
    expect((await withCode(challenge, '000000')).status).toBe(401);
    expect((await login(person)).status).toBe(200);
    const refreshed = (refreshToken = '') => gateway.call('POST', '/auth/refresh', { body: { refreshToken } });
    expect((await refreshed(signedIn.refreshToken)).status).toBe(401);
    expect((await refreshed(paired.refreshToken)).status).toBe(200);
    const told = await gateway.gateway.database.all("SELECT id FROM audit_log WHERE action = 'admin.user_mfa_off'");
    expect(told).toHaveLength(1);
  });

  it('is on once a first code confirms it, and then login and token ask for one', async () => {
    const ada = await quickPerson(gateway, 'ada', clock);
    const { status, body } = await begin(ada);
    expect(status).toBe(201);
    const address = new URL(body.address);
    expect(address.protocol).toBe('otpauth:');
    expect(address.searchParams.get('secret')).toBe(body.secret);
    expect(decodeURIComponent(address.pathname)).toContain(ada.email);
    const stored = JSON.stringify(await gateway.gateway.database.all('SELECT * FROM second_factors'));
    expect(stored).not.toContain(body.secret);
    expect((await login(ada)).status).toBe(200);
    expect(await confirm(ada, wrong(body.secret))).toMatchObject({ status: 401, body: { code: 'invalid_code' } });
    const { recoveryCodes } = (await confirm(ada, codeOf(body.secret))).body;
    expect(new Set(recoveryCodes).size).toBe(10);
    const codes = JSON.stringify(await gateway.gateway.database.all('SELECT * FROM recovery_codes'));
    for (const code of recoveryCodes) expect(codes).not.toContain(code.slice(0, 9));
    await mailTo(gateway, ada.email, 'The second factor is on');
    expect((await begin(ada)).status).toBe(409);
    clock.offsetMs += 2 * stepMs;

    for (const path of ['/auth/login', '/auth/token']) {
      const asked = await login(ada, path);
      expect(asked).toMatchObject({ status: 401, body: { code: 'mfa_required' } });
      expect(asked.body.accessToken).toBeUndefined();
      const pair = await withCode(asked.body.mfaToken, codeOf(body.secret));
      expect(pair.status).toBe(200);
      expect((await gateway.call('GET', '/auth/me', { token: pair.body.accessToken })).status).toBe(200);
      clock.offsetMs += 2 * stepMs;
    }
    expect((await login({ ...ada, password: 'wrong' })).body.code).toBe('invalid_credentials');
  });

  it('takes a code once: at the same moment on two nodes, again later, and from the confirmation', async () => {
    const ada = await quickPerson(gateway, 'ada', clock);
    const { secret } = (await begin(ada)).body;
    const first = codeOf(secret);
    await confirm(ada, first);
    expect((await withCode(await mfaToken(ada), first)).status).toBe(401);
    clock.offsetMs += 2 * stepMs;
    const code = codeOf(secret);
    const tokens = await Promise.all(Array.from({ length: 6 }, () => mfaToken(ada)));
    const answers = await Promise.all(
      tokens.map((token, place) => withCode(token, code, place % 2 === 0 ? gateway : other)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401]);
    expect((await withCode(await mfaToken(ada), code)).status).toBe(401);
  });

  it('takes codes of the step before and after, for clocks that differ, and none further away', async () => {
    const { person, secret } = await protectedPerson();
    expect((await withCode(await mfaToken(person), codeOf(secret, -2))).status).toBe(401);
    expect((await withCode(await mfaToken(person), codeOf(secret, 2))).status).toBe(401);
    expect((await withCode(await mfaToken(person), codeOf(secret, -1))).status).toBe(200);
    expect((await withCode(await mfaToken(person), codeOf(secret, 1))).status).toBe(200);
  });

  it('locks the mfaToken at the fifth wrong code; the right one is then no use', async () => {
    const { person, secret } = await protectedPerson();
    const token = await mfaToken(person);
    for (let tried = 0; tried < 5; tried += 1)
      expect(await withCode(token, wrong(secret))).toMatchObject({ status: 401, body: { code: 'invalid_code' } });
    expect(await withCode(token, codeOf(secret))).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    expect((await withCode(await mfaToken(person), codeOf(secret))).status).toBe(200);
  });

  it('is not guessed by logging in again: wrong codes count over all tokens, at once or one by one', async () => {
    const { person, secret } = await protectedPerson();
    const tokens = await Promise.all(Array.from({ length: 20 }, () => mfaToken(person)));
    const answers = await Promise.all(
      tokens.map((token, place) => withCode(token, wrong(secret), place % 2 === 0 ? gateway : other)),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    const refused = await withCode(await mfaToken(person), codeOf(secret));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
    await mailTo(gateway, person.email, 'Wrong codes for your second factor');
    clock.offsetMs += 15 * 60_000 + 1;
    // Ten more, and it is closed for twice as long.
    const token = [await mfaToken(person), await mfaToken(person)];
    for (let tried = 0; tried < 10; tried += 1) await withCode(token[tried % 2] ?? '', wrong(secret));
    clock.offsetMs += 15 * 60_000 + 1;
    expect((await withCode(await mfaToken(person), codeOf(secret))).status).toBe(429);
    clock.offsetMs += 15 * 60_000;
    expect((await withCode(await mfaToken(person), codeOf(secret))).status).toBe(200);
  });

  it('lets a person whom a stranger locked out in again with a new password, not with the code alone', async () => {
    const { person, secret } = await protectedPerson();
    const tokens = await Promise.all([mfaToken(person), mfaToken(person)]);
    for (let tried = 0; tried < 10; tried += 1) await withCode(tokens[tried % 2] ?? '', wrong(secret));
    const halfway = await mfaToken(person);
    expect((await withCode(halfway, codeOf(secret))).status).toBe(429);
    const newPassword = 'a quite different phrase';
    const body = { currentPassword: person.password, newPassword };
    expect((await gateway.call('PUT', '/auth/password', { token: person.accessToken, body })).status).toBe(204);
    expect((await withCode(halfway, codeOf(secret))).status).toBe(401);
    const again = await mfaToken({ ...person, password: newPassword });
    expect((await withCode(again, codeOf(secret))).status).toBe(200);
  });

  /** By the mail about a forgotten password. */
  async function setAnew(email: string): Promise<string> {
    await gateway.call('POST', '/auth/password/forgot', { body: { email } });
    const token = tokenIn(await mailTo(gateway, email, 'Set a new password'));
    const newPassword = 'a quite different phrase';
    const reset = await gateway.call('POST', '/auth/password/reset', { body: { token, newPassword } });
    expect([reset.status, reset.text]).toEqual([204, '']);
    return newPassword;
  }

  it('is still asked for after the password was set anew by mail', async () => {
    const { person, secret } = await protectedPerson();
    await gateway.gateway.database.run('UPDATE users SET email_verified_at = 1 WHERE id = $1', [person.id]);
    const newPassword = await setAnew(person.email);
    const asked = await login({ ...person, password: newPassword });
    expect(asked).toMatchObject({ status: 401, body: { code: 'mfa_required' } });
    expect((await withCode(asked.body.mfaToken, codeOf(secret))).status).toBe(200);
  });

  it('ends where the address was never confirmed, because a stranger may have turned it on', async () => {
    const { person } = await protectedPerson();
    const moving = await gateway.call('PATCH', '/auth/me', {
      token: person.accessToken,
      body: { email: `stranger-${person.email}`, currentPassword: person.password },
    });
    expect(moving.status).toBe(200);
    const answer = tokenIn(await mailTo(gateway, `stranger-${person.email}`, 'Confirm your email address'));
    const password = await setAnew(person.email);
    expect((await login({ ...person, password })).status).toBe(200);
    // Nor does the address become the stranger's.
    expect((await gateway.call('POST', '/auth/email/verify', { body: { token: answer } })).status).toBe(400);
  });

  it('takes each recovery code once, however it is typed, and nobody else’s', async () => {
    const [ada, bob] = [await protectedPerson('ada'), await protectedPerson('bob')];
    const [first = '', second = ''] = ada.recoveryCodes;
    expect((await withCode(await mfaToken(bob.person), first)).status).toBe(401);
    const tokens = await Promise.all([mfaToken(ada.person), mfaToken(ada.person)]);
    const answers = await Promise.all(
      tokens.map((token, place) => withCode(token, ` ${first.toUpperCase()} `, place === 0 ? gateway : other)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await withCode(await mfaToken(ada.person), second.replaceAll('-', ''))).status).toBe(200);
    const left = await gateway.call('GET', '/auth/mfa', { token: ada.person.accessToken });
    expect(left.body).toMatchObject({ totp: true, recoveryCodesLeft: 8 });
  });

  it('lets an mfaToken hold for five minutes, once, and only as what it is', async () => {
    const { person, secret } = await protectedPerson();
    const late = await mfaToken(person);
    clock.offsetMs += 5 * 60_000 + 1;
    expect((await withCode(late, codeOf(secret))).status).toBe(401);
    const token = await mfaToken(person);
    expect((await gateway.call('GET', '/auth/me', { token })).status).toBe(401);
    expect((await gateway.call('POST', '/auth/refresh', { body: { refreshToken: token } })).status).toBe(401);
    expect((await withCode(token, codeOf(secret))).status).toBe(200);
    clock.offsetMs += 2 * stepMs;
    expect((await withCode(token, codeOf(secret))).status).toBe(401);
    for (const rubbish of ['x', "' OR '1'='1", person.accessToken.slice(0, 200)])
      expect((await withCode(rubbish, codeOf(secret))).status).toBe(401);
  });

  it('is turned off with a code and the current password; somebody without a password needs the code', async () => {
    const { person, secret, recoveryCodes } = await protectedPerson();
    expect((await remove(person, { code: codeOf(secret) })).status).toBe(400);
    expect((await remove(person, { code: codeOf(secret), currentPassword: 'wrong' })).status).toBe(401);
    expect((await remove(person, { code: wrong(secret), currentPassword: person.password })).status).toBe(401);
    const token = await mfaToken(person);
    expect((await remove(person, { code: codeOf(secret), currentPassword: person.password })).status).toBe(204);
    expect((await login(person)).status).toBe(200);
    expect((await withCode(token, recoveryCodes[0] ?? '')).status).toBe(401);
    expect((await remove(person, { code: codeOf(secret), currentPassword: person.password })).status).toBe(409);
    await mailTo(gateway, person.email, 'The second factor is off');
    const actions = await gateway.gateway.database.all<{ action: string; outcome: string }>(
      "SELECT action, outcome FROM audit_log WHERE user_id = $1 AND action LIKE 'auth.mfa%' ORDER BY seq",
      [person.id],
    );
    expect(actions.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
      'auth.mfa_on success',
      'auth.mfa_off failure',
      'auth.mfa_off failure',
      'auth.mfa_off success',
    ]);

    const other = await protectedPerson('carol');
    await gateway.gateway.database.run("UPDATE users SET password_hash = '!' WHERE id = $1", [other.person.id]);
    expect((await remove(other.person, { code: codeOf(other.secret) })).status).toBe(204);
  });

  it('is not opened by a personal key, and asked for by the console too', async () => {
    const { person, secret } = await protectedPerson();
    const { body } = await gateway.call<{ key: string }>('POST', '/auth/keys', {
      token: person.accessToken,
      body: { name: 'k' },
    });
    for (const [method, path] of [
      ['GET', '/auth/mfa'],
      ['POST', '/auth/mfa/totp'],
      ['DELETE', '/auth/mfa/totp'],
      ['GET', '/auth/sessions'],
    ] as const)
      expect((await gateway.call(method, path, { token: body.key })).status).toBe(403);
    const { email, password } = person;
    const asked = await gateway.call<Answer>('POST', '/console/session', { body: { email, password } });
    expect(asked).toMatchObject({ status: 401, body: { code: 'mfa_required' } });
    expect(asked.headers.get('set-cookie')).toBeNull();
    const opened = await gateway.call('POST', '/console/session/mfa', {
      body: { mfaToken: asked.body.mfaToken, code: codeOf(secret) },
    });
    expect(opened.status).toBe(200);
    expect(opened.headers.get('set-cookie')).toContain('HttpOnly');
  });
});
