import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { createFakeClock } from '../../../test/harness/fake-clock.ts';
import { apiKey, startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import { mailTo, tokenIn } from '../../../test/harness/mails.ts';
import { type Act, actingAs, ownPassword, type QuickPerson, quickPerson } from '../../../test/harness/people.ts';

type Invitation = { id: string; email: string; role: string; invitedBy: string };
const week = 7 * 86_400_000;
const subject = 'You are invited to a workspace';

describe.each(engines)('invitations on %s', (engine) => {
  const clock = createFakeClock();
  let gateway: TestGateway;
  let owner: QuickPerson;
  let admin: QuickPerson;
  let member: QuickPerson;
  let team: string;
  let path: string;
  beforeAll(async () => {
    gateway = await startGateway(engine, {
      clock,
      settings: { REGISTRATION: 'invite', RATE_LIMIT_AUTH: '100000', QUOTAS: '{"invitationsPerHour":200}' },
    });
    [owner, admin, member] = await Promise.all([person('owner'), person('admin'), person('member')]);
    team = (await as(owner)<{ id: string }>('POST', '/workspaces', { name: 'Team' })).body.id;
    for (const [role, { id }] of Object.entries({ admin, member }))
      await as(owner)('POST', `/workspaces/${team}/members`, { userId: id, role });
    path = `/workspaces/${team}/invitations`;
  });
  afterAll(() => gateway.stop());

  const person = (name?: string) => quickPerson(gateway, name, clock);
  const as = (who: Pick<QuickPerson, 'accessToken'>): Act => actingAs(gateway, who);
  const accept = (who: Pick<QuickPerson, 'accessToken'>, token: string) =>
    as(who)('POST', '/auth/invitations/accept', { token });
  const invite = (who: QuickPerson, email: string, role?: string) => {
    // Mails are told apart by their time.
    clock.advance(1_000);
    return as(who)<Invitation>('POST', path, { email, ...(role ? { role } : {}) });
  };
  /** The token in the mail that was sent for it. */
  async function invited(who: QuickPerson, email: string, role?: string, mails = 1): Promise<string> {
    const { status, text } = await invite(who, email, role);
    expect(status, text).toBe(201);
    return tokenIn(await mailTo(gateway, email.trim().toLowerCase(), subject, mails));
  }
  const roleIn = async (who: QuickPerson) => (await as(who)<{ role: string }>('GET', `/workspaces/${team}`)).body.role;
  const refused = { status: 403, body: { code: 'invitation_invalid' } };

  it('bring somebody in with the role they name, once, and show that the address is theirs', async () => {
    const ada = await person('ada');
    const token = await invited(admin, ` ${ada.email.toUpperCase()} `, 'admin');
    expect(await as(ada)('GET', `/workspaces/${team}`)).toMatchObject({ status: 403 });
    expect(await accept(ada, token)).toMatchObject({ status: 200, body: { workspaceId: team, role: 'admin' } });
    expect(await roleIn(ada)).toBe('admin');
    const row = await gateway.gateway.database.get('SELECT email_verified_at FROM users WHERE id = $1', [ada.id]);
    expect(row).toEqual({ email_verified_at: clock.now() });
    expect(await accept(ada, token)).toMatchObject(refused);
    const actions = await gateway.gateway.database.all<{ action: string }>(
      "SELECT action FROM audit_log WHERE action LIKE 'invitation.%' ORDER BY seq",
    );
    expect(actions.map(({ action }) => action)).toEqual(['invitation.create', 'invitation.accept']);
  });

  it('are listed for managers without their token, newest first, and withdrawn', async () => {
    const emails = ['one@example.com', 'two@example.com', 'three@example.com'];
    const tokens: string[] = [];
    for (const email of emails) tokens.push(await invited(owner, email));
    const first = await as(admin)<{ data: Invitation[]; nextCursor: string }>('GET', `${path}?limit=2`);
    const rest = await as(admin)<{ data: Invitation[] }>('GET', `${path}?limit=2&cursor=${first.body.nextCursor}`);
    const listed = [...first.body.data, ...rest.body.data];
    expect(listed.map(({ email }) => email)).toEqual(emails.toReversed());
    expect(Object.keys(listed[0] ?? {}).sort()).toEqual(
      ['createdAt', 'email', 'expiresAt', 'id', 'invitedBy', 'role'].sort(),
    );
    for (const token of tokens) expect(JSON.stringify(listed)).not.toContain(token);
    const dump = JSON.stringify(await gateway.gateway.database.all('SELECT * FROM invitations'));
    for (const token of tokens) expect(dump).not.toContain(token);
    for (const { id } of listed) expect((await as(admin)('DELETE', `${path}/${id}`)).status).toBe(204);
    expect((await as(admin)('DELETE', `${path}/${listed[0]?.id}`)).status).toBe(404);
    expect((await as(admin)<{ data: Invitation[] }>('GET', path)).body.data).toEqual([]);
    const late = { email: 'one@example.com', password: 'correct horse battery', invitation: tokens[0] };
    expect(await gateway.call('POST', '/auth/register', { body: late })).toMatchObject(refused);
  });

  it('let an address register where only invited ones may, and only that one', async () => {
    const email = 'grace@example.com';
    const token = await invited(owner, email);
    const register = (body: object) =>
      gateway.call<{ accessToken: string }>('POST', '/auth/register', {
        body: { email, password: 'correct horse battery', ...body },
      });
    expect(await register({})).toMatchObject({ status: 403, body: { code: 'registration_closed' } });
    expect(await register({ invitation: 'nonsense' })).toMatchObject(refused);
    expect(await register({ invitation: token, email: 'mallory@example.com' })).toMatchObject(refused);
    const registered = await register({ invitation: token });
    expect(registered.status).toBe(201);
    const { accessToken } = registered.body;
    const mine = await as({ accessToken })<{ data: { id: string; role: string }[] }>('GET', '/workspaces');
    expect(mine.body.data.find(({ id }) => id === team)?.role).toBe('member');
    expect(await register({ invitation: token, email: 'grace2@example.com' })).toMatchObject(refused);
  });

  it('are for nobody else: not for who found the mail, not by a key, not where they are too old', async () => {
    const [ada, mallory] = [await person('ada'), await person('mallory')];
    const token = await invited(owner, ada.email);
    expect(await accept(mallory, token)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await accept(mallory, token)).text).not.toContain(ada.email);
    const { body } = await as(ada)<{ key: string }>('POST', '/auth/keys', { name: 'Mine' });
    expect(await accept({ accessToken: body.key }, token)).toMatchObject({ status: 403 });
    clock.advance(week);
    expect(await accept({ accessToken: ada.accessToken }, token)).toMatchObject(refused);
    clock.advance(-week);
    // It was refused each time, and not used up.
    expect(await accept(ada, token)).toMatchObject({ status: 200 });
  });

  it('never give more than who sends them has, now and when they are accepted', async () => {
    const [ada, bob, carol] = [await person('ada'), await person('bob'), await person('carol')];
    expect(await invite(member, ada.email)).toMatchObject({ status: 403 });
    expect(await invite(admin, ada.email, 'owner')).toMatchObject({ status: 403 });
    const second = await person('second');
    for (const role of ['member', 'owner'])
      await as(owner)('POST', `/workspaces/${team}/members`, { userId: second.id, role });
    await as(second)('POST', `/workspaces/${team}/members/accept`);
    const asOwner = await invited(second, ada.email, 'owner');
    const asAdmin = await invited(second, bob.email, 'admin');
    const asMember = await invited(second, carol.email);
    const setRole = (role: string) => as(owner)('POST', `/workspaces/${team}/members`, { userId: second.id, role });
    expect((await setRole('admin')).status).toBe(200);
    expect(await accept(ada, asOwner)).toMatchObject(refused);
    expect(await accept(bob, asAdmin)).toMatchObject({ status: 200, body: { role: 'admin' } });
    expect((await setRole('member')).status).toBe(200);
    expect(await accept(carol, asMember)).toMatchObject(refused);
    // Made a manager again, what was withdrawn stays so.
    expect((await setRole('admin')).status).toBe(200);
    expect(await accept(carol, asMember)).toMatchObject(refused);
    const again = await invited(second, carol.email, 'member', 2);
    expect((await as(owner)('DELETE', `/workspaces/${team}/members/${second.id}`)).status).toBe(204);
    expect(await accept(carol, again)).toMatchObject(refused);
    // Of an admin, the invitation of an owner is none of their business.
    const { body } = await invite(owner, ada.email, 'owner');
    expect((await as(admin)('DELETE', `${path}/${body.id}`)).status).toBe(403);
    expect(await accept(ada, tokenIn(await mailTo(gateway, ada.email, subject, 2)))).toMatchObject({
      status: 200,
      body: { role: 'owner' },
    });
  });

  it('end where their sender is suspended or erased, or the workspace is', async () => {
    const [ada, sender] = [await person('ada'), await person('sender')];
    await as(owner)('POST', `/workspaces/${team}/members`, { userId: sender.id, role: 'admin' });
    const token = await invited(sender, ada.email);
    const operator = (what: string) => gateway.call('POST', `/admin/${what}`, { headers: { 'x-api-key': apiKey } });
    await operator(`users/${sender.id}/disable`);
    expect(await accept(ada, token)).toMatchObject(refused);
    await operator(`users/${sender.id}/enable`);
    await operator(`workspaces/${team}/disable`);
    expect(await accept(ada, token)).toMatchObject({ status: 403, body: { code: 'workspace_disabled' } });
    await operator(`workspaces/${team}/enable`);
    expect((await as(sender)('DELETE', '/auth/me', ownPassword)).status).toBe(204);
    expect(await accept(ada, token)).toMatchObject(refused);
  });

  it('look the same for an address with an account and one without, and a newer one ends the older', async () => {
    const known = await person('known');
    const shape = ({ status, body }: Awaited<ReturnType<typeof invite>>) => [
      status,
      Object.keys(body).sort(),
      body.role,
    ];
    const [one, other] = [await invite(owner, known.email), await invite(owner, 'nobody@example.com')];
    expect(shape(one)).toEqual(shape(other));
    const first = tokenIn(await mailTo(gateway, known.email, subject));
    const mailOfNobody = await mailTo(gateway, 'nobody@example.com', subject);
    const wording = (mail: string) =>
      mail.replaceAll(/Token: \S+|#token=\S+|boundary="\w+"|^--\w+(--)?$|^(To|Date): .*$/gm, '');
    expect(wording(await mailTo(gateway, known.email, subject))).toBe(wording(mailOfNobody));
    const second = await invited(owner, known.email, 'member', 2);
    expect(await accept(known, first)).toMatchObject(refused);
    expect(await accept(known, second)).toMatchObject({ status: 200 });
    expect(await invite(owner, known.email)).toMatchObject({ status: 409 });
  });

  it('are used by one of many at the same moment', async () => {
    const ada = await person('ada');
    const token = await invited(owner, ada.email);
    const answers = await Promise.all(Array.from({ length: 8 }, () => accept(ada, token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403, 403, 403, 403, 403]);
  });

  it('need the scope "members" of a key', async () => {
    const key = async (scopes?: string[]) => {
      const made = await actingAs(gateway, owner, team)<{ key: string }>('POST', '/auth/keys', { name: 'K', scopes });
      return { accessToken: made.body.key };
    };
    const plain = as(await key());
    expect(await plain('POST', path, { email: 'k@example.com' })).toMatchObject({
      status: 403,
      body: { code: 'insufficient_scope' },
    });
    const scoped = as(await key(['members']));
    expect((await scoped('POST', path, { email: 'k@example.com' })).status).toBe(201);
  });

  it('are limited for a workspace and for a person', async () => {
    const few = await startGateway(engine, { settings: { QUOTAS: '{"invitationsPerHour":2,"invitations":3}' } });
    try {
      const ada = await quickPerson(few);
      const statuses: number[] = [];
      const made = await actingAs(few, ada)<{ id: string }>('POST', '/workspaces', { name: 'Other' });
      for (const [index, id] of [ada.workspaceId, made.body.id, made.body.id].entries())
        statuses.push(
          (await actingAs(few, ada)('POST', `/workspaces/${id}/invitations`, { email: `x${index}@example.com` }))
            .status,
        );
      expect(statuses).toEqual([201, 201, 429]);
    } finally {
      await few.stop();
    }
  });

  it('go with the person they were sent to', async () => {
    const ada = await person('ada');
    await invite(owner, ada.email);
    expect((await as(ada)('DELETE', '/auth/me', ownPassword)).status).toBe(204);
    const left = await gateway.gateway.database.all('SELECT id FROM invitations WHERE email = $1', [ada.email]);
    expect(left).toEqual([]);
  });
});
