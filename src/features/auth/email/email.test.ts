import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../../test/harness/databases.ts';
import { startGateway, type TestGateway } from '../../../../test/harness/gateway.ts';
import { newTestClock } from '../../../../test/harness/job-nodes.ts';
import { mailFiles, mailTo, tokenIn } from '../../../../test/harness/mails.ts';
import { type QuickPerson, quickPerson } from '../../../../test/harness/people.ts';
import { openSocket, refusedSocket } from '../../../../test/harness/socket-client.ts';

type Me = { email: string; emailVerifiedAt: string | null; pendingEmail: string | null; name: string | null };
const confirm = 'Confirm your email address';

describe.each(engines)('the address of an account on %s', (engine) => {
  const clock = newTestClock();
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway(engine, { clock, settings: { RATE_LIMIT_FAILED_LOGINS: '100' } });
  });
  afterAll(() => gateway.stop());

  const me = async ({ accessToken: token }: QuickPerson) => (await gateway.call<Me>('GET', '/auth/me', { token })).body;
  const patch = ({ accessToken: token }: QuickPerson, body: object) =>
    gateway.call<Me & { code: string }>('PATCH', '/auth/me', { token, body });
  const verify = (token: string) => gateway.call('POST', '/auth/email/verify', { body: { token } });
  const askAgain = ({ accessToken: token }: QuickPerson) => gateway.call('POST', '/auth/email/verification', { token });
  const login = async (email: string, password: string) =>
    (await gateway.call('POST', '/auth/login', { body: { email, password } })).status;
  let numbers = 0;
  const newAddress = () => `new-${engine}-${++numbers}@example.org`;

  it('is verified by the mail that registration sends, once, within a day', async () => {
    const ada = await gateway.person();
    expect(await me(ada)).toMatchObject({ email: ada.email, emailVerifiedAt: null, pendingEmail: null, name: null });
    const mail = await mailTo(gateway, ada.email, confirm);
    const token = tokenIn(mail);
    expect(mail).toContain(`/console/verify-email#token=${token}`);
    const answers = await Promise.all([verify(token), verify(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400]);
    expect((await me(ada)).emailVerifiedAt).toMatch(/^20/);
    expect(await askAgain(ada)).toMatchObject({ status: 409 });

    const bob = await gateway.person();
    const late = tokenIn(await mailTo(gateway, bob.email, confirm));
    clock.offsetMs += 24 * 3_600_000 + 1;
    expect(await verify(late)).toMatchObject({ status: 400, body: { code: 'invalid_token' } });
    const { accessToken } = (
      await gateway.call<{ accessToken: string }>('POST', '/auth/login', {
        body: { email: bob.email, password: bob.password },
      })
    ).body;
    expect((await askAgain({ ...bob, accessToken })).status).toBe(202);
    expect((await verify(tokenIn(await mailTo(gateway, bob.email, confirm, 2)))).status).toBe(204);
  });

  it('is asked about again at most five times an hour; the older mail then no longer holds', async () => {
    const ada = await quickPerson(gateway, 'ada', clock);
    expect((await askAgain(ada)).status).toBe(202);
    const older = tokenIn(await mailTo(gateway, ada.email, confirm));
    const statuses = [];
    for (let times = 0; times < 5; times += 1) statuses.push((await askAgain(ada)).status);
    expect(statuses).toEqual([202, 202, 202, 202, 429]);
    await mailTo(gateway, ada.email, confirm, 5);
    expect((await verify(older)).status).toBe(400);
  });

  it('is another once that one’s mail was answered, and not before; the old one is told both times', async () => {
    const ada = await quickPerson(gateway, 'ada', clock);
    const email = newAddress();
    const asked = await patch(ada, { email: ` ${email.toUpperCase()} `, currentPassword: ada.password });
    expect(asked).toMatchObject({ status: 200, body: { email: ada.email, pendingEmail: email } });
    expect(await login(email, ada.password)).toBe(401);
    expect(await mailTo(gateway, ada.email, 'A new email address was given for your account')).toContain(email);
    const token = tokenIn(await mailTo(gateway, email, confirm));
    await gateway.call('POST', '/auth/password/forgot', { body: { email: ada.email } });
    const oldMailbox = tokenIn(await mailTo(gateway, ada.email, 'Set a new password'));
    expect((await verify(token)).status).toBe(204);
    expect(await me(ada)).toMatchObject({ email, pendingEmail: null, emailVerifiedAt: expect.stringMatching(/^20/) });
    expect(await login(email, ada.password)).toBe(200);
    expect(await login(ada.email, ada.password)).toBe(401);
    expect(await mailTo(gateway, ada.email, 'Your email address was changed')).toContain(email);
    const late = { body: { token: oldMailbox, newPassword: 'the old mailbox speaks' } };
    expect((await gateway.call('POST', '/auth/password/reset', late)).status).toBe(400);
    const actions = await gateway.gateway.database.all<{ action: string }>(
      "SELECT action FROM audit_log WHERE user_id = $1 AND action LIKE 'auth.email%' ORDER BY seq",
      [ada.id],
    );
    expect(actions.map(({ action }) => action)).toEqual(['auth.email_change', 'auth.email_verify']);
  });

  it('is not changed without the current password, nor to one that somebody has or gets meanwhile', async () => {
    const [ada, bob] = [await quickPerson(gateway, 'ada', clock), await quickPerson(gateway, 'bob', clock)];
    const email = newAddress();
    expect(await patch(ada, { email })).toMatchObject({ status: 400, body: { errors: [{ path: 'currentPassword' }] } });
    expect((await patch(ada, { email, currentPassword: 'wrong' })).status).toBe(401);
    const taken = { email: bob.email, currentPassword: ada.password };
    expect(await patch(ada, taken)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect((await patch(ada, { email, currentPassword: ada.password })).status).toBe(200);
    const token = tokenIn(await mailTo(gateway, email, confirm));
    await gateway.person(email);
    expect((await verify(token)).status).toBe(409);
    expect((await me(ada)).email).toBe(ada.email);
  });

  it('is never written to as more than one mailbox, whatever was registered', async () => {
    const other = newAddress();
    const odd = await gateway.person(`victim,${other}`);
    const fine = await gateway.person();
    await mailTo(gateway, fine.email, confirm);
    expect((await me(odd)).email).toContain('victim,');
    // Mails of the tests before may still arrive, so only those that name one of the two mailboxes are looked at.
    const mails = await mailFiles(gateway);
    expect(mails.filter((mail) => mail.includes('victim') || mail.includes(other))).toEqual([]);
  });

  it('has a name beside it, in one line, which can be taken back', async () => {
    const ada = await quickPerson(gateway, 'ada', clock);
    expect((await patch(ada, { name: ' Ada\r\nLovelace ' })).body.name).toBe('Ada Lovelace');
    expect((await patch(ada, {})).body.name).toBe('Ada Lovelace');
    expect((await patch(ada, { name: ' \n ' })).status).toBe(400);
    expect((await patch(ada, { name: null })).body.name).toBe(null);
  });

  it('cannot be changed with a personal key', async () => {
    const ada = await quickPerson(gateway, 'ada', clock);
    const { body } = await gateway.call<{ key: string }>('POST', '/auth/keys', {
      token: ada.accessToken,
      body: { name: 'k' },
    });
    for (const [method, path] of [
      ['PATCH', '/auth/me'],
      ['PUT', '/auth/password'],
      ['POST', '/auth/email/verification'],
    ] as const)
      expect((await gateway.call(method, path, { token: body.key, body: {} })).status).toBe(403);
  });
});

describe.each(engines)('REQUIRE_VERIFIED_EMAIL on %s', (engine) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway(engine, { settings: { REQUIRE_VERIFIED_EMAIL: 'on' } });
  });
  afterAll(() => gateway.stop());

  it('leaves an account /auth alone until its address is verified: tokens, keys and sockets', async () => {
    const ada = await gateway.person();
    const { body: made } = await gateway.call<{ key: string }>('POST', '/auth/keys', {
      token: ada.accessToken,
      body: { name: 'k' },
    });
    const statuses = async (token: string) => {
      const seen = [];
      for (const path of ['/agents', '/workspaces', '/inference/models', '/sessions'])
        seen.push((await gateway.call('GET', path, { token })).status);
      return seen;
    };
    expect(await statuses(ada.accessToken)).toEqual([403, 403, 403, 403]);
    expect(await statuses(made.key)).toEqual([403, 403, 403, 403]);
    const refused = await gateway.call('GET', '/agents', { token: ada.accessToken });
    expect(refused.body).toMatchObject({ code: 'email_unverified' });
    expect((await gateway.call('GET', '/auth/me', { token: ada.accessToken })).status).toBe(200);
    for (const token of [ada.accessToken, made.key])
      expect(await refusedSocket(gateway.url, { token })).toMatchObject({
        status: 403,
        body: { code: 'email_unverified' },
      });
    const token = tokenIn(await mailTo(gateway, ada.email, confirm));
    expect((await gateway.call('POST', '/auth/email/verify', { body: { token } })).status).toBe(204);
    expect(await statuses(ada.accessToken)).toEqual([200, 200, 200, 200]);
    expect(await statuses(made.key)).toEqual([200, 200, 200, 200]);
    for (const token of [ada.accessToken, made.key]) (await openSocket(gateway.url, { token })).close();
  });
});
