import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../../test/harness/databases.ts';
import { startGateway, type TestGateway } from '../../../../test/harness/gateway.ts';
import { newTestClock } from '../../../../test/harness/job-nodes.ts';
import { mailFiles, mailTo, tokenIn } from '../../../../test/harness/mails.ts';
import { type QuickPerson, quickPerson } from '../../../../test/harness/people.ts';

const newPassword = 'a quite different phrase';
const asked = 'Set a new password';

describe.each(engines)('passwords on %s', (engine) => {
  const clock = newTestClock();
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway(engine, { clock, settings: { RATE_LIMIT_FAILED_LOGINS: '30' } });
  });
  afterAll(() => gateway.stop());

  const login = ({ email, password }: Pick<QuickPerson, 'email' | 'password'>) =>
    gateway.call<{ accessToken: string; refreshToken: string; code: string }>('POST', '/auth/login', {
      body: { email, password },
    });
  const refresh = async (refreshToken: string) =>
    (await gateway.call('POST', '/auth/refresh', { body: { refreshToken } })).status;
  const change = ({ accessToken }: QuickPerson, body: object) =>
    gateway.call('PUT', '/auth/password', { token: accessToken, body });
  const forgot = (email: string) => gateway.call('POST', '/auth/password/forgot', { body: { email } });
  const reset = (token: string, password = newPassword) =>
    gateway.call('POST', '/auth/password/reset', { body: { token, newPassword: password } });
  const actions = async ({ id }: QuickPerson) =>
    (
      await gateway.gateway.database.all<{ action: string; outcome: string }>(
        "SELECT action, outcome FROM audit_log WHERE user_id = $1 AND action LIKE 'auth.password%' ORDER BY seq",
        [id],
      )
    ).map(({ action, outcome }) => `${action} ${outcome}`);

  it('are changed with the current one; every sign-in ends but the one that is named, and keys stay', async () => {
    const ada = await quickPerson(gateway, 'ada', clock);
    const [here, there] = [(await login(ada)).body, (await login(ada)).body];
    const key = await gateway.call<{ key: string }>('POST', '/auth/keys', {
      token: ada.accessToken,
      body: { name: 'k' },
    });
    const changed = await change(ada, {
      currentPassword: ada.password,
      newPassword,
      refreshToken: here.refreshToken,
    });
    expect(changed.status).toBe(204);
    expect(await refresh(here.refreshToken)).toBe(200);
    expect(await refresh(there.refreshToken)).toBe(401);
    expect((await login(ada)).status).toBe(401);
    expect((await login({ ...ada, password: newPassword })).status).toBe(200);
    expect((await gateway.call('GET', '/agents', { token: key.body.key })).status).toBe(200);
    expect(await mailTo(gateway, ada.email, 'Your password was changed')).not.toContain(newPassword);
    expect(await actions(ada)).toEqual(['auth.password_change success']);
  });

  it('are not changed without the current one, nor for a token of somebody else', async () => {
    const [ada, bob] = [await quickPerson(gateway, 'ada', clock), await quickPerson(gateway, 'bob', clock)];
    const bobs = (await login(bob)).body.refreshToken;
    expect(await change(ada, { currentPassword: 'wrong', newPassword })).toMatchObject({
      status: 401,
      body: { code: 'invalid_credentials' },
    });
    expect((await change(ada, { newPassword })).status).toBe(400);
    expect((await change(ada, { currentPassword: ada.password, newPassword: 'short' })).status).toBe(400);
    expect((await change(ada, { currentPassword: ada.password, newPassword: 'ü'.repeat(40) })).status).toBe(400);
    const foreign = await change(ada, { currentPassword: ada.password, newPassword, refreshToken: bobs });
    expect(foreign).toMatchObject({ status: 400, body: { errors: [{ path: 'refreshToken' }] } });
    expect(await refresh(bobs)).toBe(200);
    expect((await login(ada)).status).toBe(200);
    expect(await actions(ada)).toEqual(['auth.password_change failure']);
  });

  it('cannot be guessed with a stolen access token: wrong ones count as failed logins do', async () => {
    const strict = await startGateway(engine, { settings: { RATE_LIMIT_FAILED_LOGINS: '3' } });
    const ada = await quickPerson(strict, 'ada');
    const guess = (currentPassword: string) =>
      strict.call('PUT', '/auth/password', { token: ada.accessToken, body: { currentPassword, newPassword } });
    const guesses = [];
    for (let tried = 0; tried < 5; tried += 1) guesses.push((await guess(`guess ${tried}`)).status);
    expect(guesses).toEqual([401, 401, 401, 429, 429]);
    expect((await guess(ada.password)).status).toBe(429);
    await strict.stop();
  });

  it('are changed by one of two who know the old one at the same moment', async () => {
    const ada = await quickPerson(gateway, 'ada', clock);
    const answers = await Promise.all(
      ['first new phrase', 'second new phrase'].map((phrase) =>
        change(ada, { currentPassword: ada.password, newPassword: phrase }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 401]);
  });

  it('are set anew with the token of a mail, once; every sign-in ends', async () => {
    const ada = await quickPerson(gateway, 'ada', clock);
    const before = (await login(ada)).body;
    expect((await forgot(`  ${ada.email.toUpperCase()} `)).status).toBe(202);
    const mail = await mailTo(gateway, ada.email, asked);
    const token = tokenIn(mail);
    expect(mail).toContain(`/console/reset-password#token=${token}`);
    const stored = JSON.stringify(await gateway.gateway.database.all('SELECT * FROM account_tokens'));
    expect(stored).not.toContain(token);
    const answers = await Promise.all([reset(token), reset(token, 'another new phrase')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400]);
    const set = answers[0]?.status === 204 ? newPassword : 'another new phrase';
    expect((await login({ ...ada, password: set })).status).toBe(200);
    expect((await login(ada)).status).toBe(401);
    expect(await refresh(before.refreshToken)).toBe(401);
    expect(await reset(token)).toMatchObject({ status: 400, body: { code: 'invalid_token' } });
    expect(await actions(ada)).toEqual(['auth.password_forgot success', 'auth.password_reset success']);
    await mailTo(gateway, ada.email, 'Your password was changed');
    const me = await gateway.call<{ emailVerifiedAt: string }>('GET', '/auth/me', { token: ada.accessToken });
    expect(me.body.emailVerifiedAt).toMatch(/^20/);
  });

  it('set anew for an address that was never verified end the keys too, which a stranger may have made', async () => {
    const [ada, bob] = [await quickPerson(gateway, 'ada', clock), await quickPerson(gateway, 'bob', clock)];
    await gateway.gateway.database.run('UPDATE users SET email_verified_at = 1 WHERE id = $1', [bob.id]);
    const used: number[] = [];
    for (const { accessToken, email } of [ada, bob]) {
      const made = { token: accessToken, body: { name: 'k' } };
      const { key } = (await gateway.call<{ key: string }>('POST', '/auth/keys', made)).body;
      expect((await gateway.call('GET', '/agents', { token: key })).status).toBe(200);
      await forgot(email);
      expect((await reset(tokenIn(await mailTo(gateway, email, asked)))).status).toBe(204);
      used.push((await gateway.call('GET', '/agents', { token: key })).status);
    }
    expect(used).toEqual([401, 200]);
  });

  it('stay as they are once 30 minutes have passed, or a newer mail was asked for', async () => {
    const ada = await quickPerson(gateway, 'ada', clock);
    await forgot(ada.email);
    const older = tokenIn(await mailTo(gateway, ada.email, asked));
    await forgot(ada.email);
    const newer = tokenIn(await mailTo(gateway, ada.email, asked, 2));
    expect((await reset(older)).status).toBe(400);
    clock.offsetMs += 30 * 60_000 + 1;
    expect((await reset(newer)).status).toBe(400);
    expect((await login(ada)).status).toBe(200);
  });

  it('stay as they are for tokens of another purpose, for nothing and for rubbish', async () => {
    const ada = await gateway.person();
    const verification = tokenIn(await mailTo(gateway, ada.email, 'Confirm your email address'));
    for (const token of [verification, 'x', "' OR 1=1 --", '\0', ada.refreshToken.slice(0, 200)])
      expect((await reset(token)).status).toBe(400);
    expect((await login(ada)).status).toBe(200);
  });

  it('are not mailed about to an unknown, suspended or channel sender’s address, with the same answer', async () => {
    const ada = await quickPerson(gateway, 'ada', clock);
    const { database } = gateway.gateway;
    await database.run('UPDATE users SET disabled_at = 1 WHERE id = $1', [ada.id]);
    const bob = await quickPerson(gateway, 'bob', clock);
    await database.run("UPDATE users SET kind = 'sender' WHERE id = $1", [bob.id]);
    const answers = [await forgot('nobody@example.com'), await forgot(ada.email), await forgot(bob.email)];
    for (const answer of answers) expect(answer).toMatchObject({ status: 202, text: '{"status":"accepted"}' });
    const carol = await quickPerson(gateway, 'carol', clock);
    await forgot(carol.email);
    await mailTo(gateway, carol.email, asked);
    const mails = (await mailFiles(gateway)).join();
    expect(mails).not.toContain('nobody@example.com');
    expect(mails).not.toContain(ada.email);
    expect(mails).not.toContain(bob.email);
  });

  it('are asked for at most five times an hour for one address, silently', async () => {
    const ada = await quickPerson(gateway, 'ada', clock);
    for (let times = 0; times < 8; times += 1) expect((await forgot(ada.email)).status).toBe(202);
    await mailTo(gateway, ada.email, asked, 5);
    const bob = await quickPerson(gateway, 'bob', clock);
    await forgot(bob.email);
    await mailTo(gateway, bob.email, asked);
    const mails = (await mailFiles(gateway)).filter((mail) => mail.includes(`To: ${ada.email}\n`));
    expect(mails).toHaveLength(5);
  });

  it('can be set for the first time by mail where an account has none; until then no password opens it', async () => {
    const ada = await quickPerson(gateway, 'ada', clock);
    await gateway.gateway.database.run("UPDATE users SET password_hash = '!' WHERE id = $1", [ada.id]);
    for (const password of ['!', ada.password, ' ']) expect((await login({ ...ada, password })).status).toBe(401);
    const refused = await change(ada, { currentPassword: '!', newPassword });
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(refused.text).toContain('/auth/password/forgot');
    expect((await gateway.call('GET', '/auth/me', { token: ada.accessToken })).body.hasPassword).toBe(false);
    await forgot(ada.email);
    expect((await reset(tokenIn(await mailTo(gateway, ada.email, asked)))).status).toBe(204);
    expect((await login({ ...ada, password: newPassword })).status).toBe(200);
    expect((await gateway.call('GET', '/auth/me', { token: ada.accessToken })).body.hasPassword).toBe(true);
  });
});

describe.each(engines)('who may ask for mails on %s', (engine) => {
  it('is limited by address, for forgotten passwords and for wrong tokens', async () => {
    const gateway = await startGateway(engine, {
      settings: { RATE_LIMIT_FAILED_LOGINS: '3', TRUST_PROXY: '127.0.0.1' },
    });
    const from = (ip: string) => ({ 'x-forwarded-for': ip });
    const asking = async (ip: string, times: number, path: string, body: object) => {
      const statuses: number[] = [];
      for (let tried = 0; tried < times; tried += 1)
        statuses.push((await gateway.call('POST', path, { body, headers: from(ip) })).status);
      return statuses;
    };
    const someone = { email: 'someone@example.com' };
    expect(await asking('192.0.2.1', 5, '/auth/password/forgot', someone)).toEqual([202, 202, 202, 429, 429]);
    expect(await asking('192.0.2.2', 1, '/auth/password/forgot', someone)).toEqual([202]);
    const wrong = { token: 'wrong', newPassword };
    expect(await asking('192.0.2.3', 5, '/auth/password/reset', wrong)).toEqual([400, 400, 400, 429, 429]);
    expect(await asking('192.0.2.3', 1, '/auth/email/verify', { token: 'wrong' })).toEqual([429]);
    await gateway.stop();
  });

  it('learns nothing from the time a forgotten password takes', async () => {
    const gateway = await startGateway(engine, {
      settings: { RATE_LIMIT_FAILED_LOGINS: '100000', RATE_LIMIT_AUTH: '100000' },
    });
    const known = await Promise.all(Array.from({ length: 200 }, () => quickPerson(gateway)));
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    const timed = async (kind: 'known' | 'unknown', email: string) => {
      const began = performance.now();
      const { status } = await gateway.call('POST', '/auth/password/forgot', { body: { email } });
      expect(status).toBe(202);
      times[kind].push(performance.now() - began);
    };
    // In turns and in both orders, so that what else the machine does hits both alike.
    for (const [place, { email }] of known.entries()) {
      const both = [() => timed('known', email), () => timed('unknown', `x${email}`)];
      for (const one of place % 2 === 0 ? both : both.reverse()) await one();
    }
    // How often a known one takes longer than an unknown one: half of the time, whatever the machine is busy with. For
    // 200 of each, chance alone stays within 0.1 in 999 of 1,000 cases.
    let longer = 0;
    for (const one of times.known) for (const other of times.unknown) longer += one > other ? 1 : 0;
    const share = longer / (times.known.length * times.unknown.length);
    const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]?.toFixed(2);
    process.stdout.write(
      `forgot on ${engine}: known ${median(times.known)} ms, unknown ${median(times.unknown)} ms, share ${share.toFixed(3)}\n`,
    );
    expect(Math.abs(share - 0.5)).toBeLessThan(0.12);
    await gateway.stop();
  });
});
