import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import { type Act, actingAs, ownPassword, type QuickPerson, quickPerson } from '../../../test/harness/people.ts';

type Member = { userId: string; email: string; role: string; pendingRole?: string; createdAt: string };

describe.each(engines)('members of a workspace on %s', (engine) => {
  let gateway: TestGateway;
  let ada: QuickPerson;
  let bob: QuickPerson;
  let eve: QuickPerson;
  let path: string;
  let workspaceId: string;

  const as = (person: QuickPerson): Act => actingAs(gateway, person);
  const add = (who: QuickPerson, body: object) => as(who)<Member & { code: string }>('POST', `${path}/members`, body);
  const remove = (who: QuickPerson, { id }: QuickPerson) => as(who)('DELETE', `${path}/members/${id}`);
  const accept = (who: QuickPerson) => as(who)<Member & { code: string }>('POST', `${path}/members/accept`);
  /** The person accepts an offered owner role. */
  const put = async (person: QuickPerson, role: string) => {
    const { status, body } = await add(ada, { userId: person.id, role });
    expect([200, 201]).toContain(status);
    if (body.pendingRole) expect((await accept(person)).status).toBe(200);
  };
  const roles = async () => {
    const rows = await gateway.gateway.database.all<{ user_id: string; role: string }>(
      'SELECT user_id, role FROM workspace_members WHERE workspace_id = $1',
      [workspaceId],
    );
    return Object.fromEntries(rows.map(({ user_id, role }) => [user_id, role]));
  };

  beforeAll(async () => {
    gateway = await startGateway(engine);
    [ada, bob, eve] = await Promise.all([
      quickPerson(gateway, 'ada'),
      quickPerson(gateway, 'bob'),
      quickPerson(gateway, 'eve'),
    ]);
  });
  afterAll(() => gateway.stop());
  beforeEach(async () => {
    const { body } = await as(ada)<{ id: string }>('POST', '/workspaces', { name: 'Team' });
    workspaceId = body.id;
    path = `/workspaces/${workspaceId}`;
  });

  it('are added by email or by id, and are visible to all members', async () => {
    const byEmail = await add(ada, { email: ` ${bob.email.toUpperCase()} `, role: 'admin' });
    expect(byEmail).toMatchObject({ status: 201, body: { userId: bob.id, email: bob.email, role: 'admin' } });
    expect(await add(bob, { userId: eve.id })).toMatchObject({ status: 201, body: { userId: eve.id, role: 'member' } });
    const seen = await as(eve)<{ role: string; members: Member[] }>('GET', path);
    expect(seen.body.role).toBe('member');
    expect(seen.body.members.map(({ userId, role }) => [userId, role])).toEqual([
      [ada.id, 'owner'],
      [bob.id, 'admin'],
      [eve.id, 'member'],
    ]);
  });

  it('need an account, named by either email or id', async () => {
    for (const body of [{ email: 'nobody@example.com' }, { userId: 'usr_nobody' }])
      expect(await add(ada, body)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    for (const body of [{}, { role: 'member' }, { email: bob.email, userId: bob.id }, { userId: bob.id, role: 'king' }])
      expect((await add(ada, body)).status).toBe(400);
    expect(await roles()).toEqual({ [ada.id]: 'owner' });
  });

  it('get a new role with 200, and keep the date they joined', async () => {
    const first = await add(ada, { userId: bob.id, role: 'member' });
    await new Promise((resolve) => setTimeout(resolve, 5));
    const second = await add(ada, { email: bob.email, role: 'admin' });
    expect(second.status).toBe(200);
    expect(second.body).toEqual({ ...first.body, role: 'admin' });
    const { body } = await as(ada)<{ members: Member[] }>('GET', path);
    expect(body.members).toContainEqual(second.body);
  });

  it('keep their role when they are added again without one', async () => {
    await put(bob, 'owner');
    expect(await add(ada, { userId: bob.id })).toMatchObject({ status: 200, body: { role: 'owner' } });
    await put(eve, 'admin');
    expect(await add(eve, { userId: ada.id })).toMatchObject({ status: 200, body: { role: 'owner' } });
    expect(await roles()).toEqual({ [ada.id]: 'owner', [bob.id]: 'owner', [eve.id]: 'admin' });
  });

  it('who are plain members neither add, nor promote, nor remove', async () => {
    await put(bob, 'member');
    await put(eve, 'member');
    const before = await roles();
    for (const role of ['owner', 'admin', 'member'])
      for (const person of [bob, eve, ada]) expect((await add(bob, { userId: person.id, role })).status).toBe(403);
    for (const person of [eve, ada]) expect((await remove(bob, person)).status).toBe(403);
    expect(await roles()).toEqual(before);
  });

  it('who are admins neither make, nor change, nor remove owners', async () => {
    await put(bob, 'admin');
    await put(eve, 'owner');
    const before = await roles();
    for (const person of [bob, ada, eve]) {
      for (const role of person === bob ? ['owner'] : ['admin', 'member'])
        expect(await add(bob, { userId: person.id, role })).toMatchObject({ status: 403, body: { code: 'forbidden' } });
      if (person !== bob) expect((await remove(bob, person)).status).toBe(403);
    }
    expect(await roles()).toEqual(before);
  });

  it('who are admins add, change and remove the others', async () => {
    await put(bob, 'admin');
    expect((await add(bob, { userId: eve.id })).status).toBe(201);
    expect((await add(bob, { userId: eve.id, role: 'admin' })).status).toBe(200);
    expect((await remove(bob, eve)).status).toBe(204);
    expect((await add(bob, { userId: bob.id, role: 'member' })).status).toBe(200);
    expect((await add(bob, { userId: eve.id })).status).toBe(403);
  });

  it('always have an owner: the last one neither leaves nor steps down', async () => {
    await put(bob, 'admin');
    const refused = { status: 409, body: { code: 'conflict' } };
    expect(await remove(ada, ada)).toMatchObject(refused);
    for (const role of ['admin', 'member']) expect(await add(ada, { userId: ada.id, role })).toMatchObject(refused);
    await put(bob, 'owner');
    expect((await add(ada, { userId: ada.id, role: 'member' })).status).toBe(200);
    expect(await remove(bob, bob)).toMatchObject(refused);
    expect((await remove(ada, ada)).status).toBe(204);
    expect(await roles()).toEqual({ [bob.id]: 'owner' });
  });

  it('always have an owner: of two owners that leave at the same time one stays', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { body } = await as(ada)<{ id: string }>('POST', '/workspaces', { name: `Round ${round}` });
      [workspaceId, path] = [body.id, `/workspaces/${body.id}`];
      await put(bob, 'owner');
      // Each leaves, or each removes the other.
      const answers = await Promise.all(
        round % 2 ? [remove(ada, ada), remove(bob, bob)] : [remove(ada, bob), remove(bob, ada)],
      );
      expect(answers.map(({ status }) => status).sort()).toEqual(round % 2 ? [204, 409] : [204, 403]);
      expect(Object.values(await roles())).toEqual(['owner']);
    }
  });

  it('always have an owner: of two owners that demote each other one stays', async () => {
    await put(bob, 'owner');
    await Promise.all([add(ada, { userId: bob.id, role: 'member' }), add(bob, { userId: ada.id, role: 'member' })]);
    expect(Object.values(await roles()).sort()).toEqual(['member', 'owner']);
  });

  it('may leave, and a person who is not a member cannot be removed', async () => {
    await put(bob, 'member');
    expect((await remove(bob, bob)).status).toBe(204);
    expect((await remove(ada, bob)).status).toBe(404);
    expect((await remove(ada, { ...bob, id: 'usr_nobody' })).status).toBe(404);
  });

  it('who are removed, or lose a role, are refused at the next request', async () => {
    await put(bob, 'admin');
    const inTeam = actingAs(gateway, bob, workspaceId);
    expect((await inTeam('GET', '/agents')).status).toBe(200);
    expect((await inTeam('PUT', `${path}/settings`, { name: 'Bobs' })).status).toBe(200);
    await put(bob, 'member');
    expect((await inTeam('PUT', `${path}/settings`, { name: 'Bobs again' })).status).toBe(403);
    expect((await inTeam('GET', '/agents')).status).toBe(200);
    expect((await remove(ada, bob)).status).toBe(204);
    for (const address of ['/agents', path, `${path}/stats`])
      expect(await inTeam('GET', address)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    const { body } = await as(bob)<{ data: { id: string }[] }>('GET', '/workspaces');
    expect(body.data.map(({ id }) => id)).not.toContain(workspaceId);
  });

  it('do not include a person who is being erased at the same time', async () => {
    const erased = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const person = await quickPerson(gateway);
        const [added, gone] = await Promise.all([
          add(ada, { userId: person.id, role: 'member' }),
          as(person)('DELETE', '/auth/me', ownPassword),
        ]);
        expect([201, 404]).toContain(added.status);
        expect(gone.status).toBe(204);
        return person.id;
      }),
    );
    expect(Object.keys(await roles()).filter((id) => erased.includes(id))).toEqual([]);
  });

  it('who are offered the owner role have no rights of it until they accept', async () => {
    const offered = await add(ada, { userId: bob.id, role: 'owner' });
    expect(offered).toMatchObject({ status: 201, body: { userId: bob.id, role: 'member', pendingRole: 'owner' } });
    // Adding again without a role, or with the same one, changes nothing.
    expect(await add(ada, { userId: bob.id, role: 'owner' })).toMatchObject({ status: 200, body: offered.body });
    expect((await add(bob, { userId: eve.id })).status).toBe(403);
    expect((await as(bob)('PUT', `${path}/settings`, { name: 'Bobs' })).status).toBe(403);
    // A person who has not accepted does not count as another owner.
    expect(await remove(ada, ada)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(await as(bob)<{ role: string; members: Member[] }>('GET', path)).toMatchObject({
      body: { role: 'member', pendingRole: 'owner' },
    });

    expect(await accept(bob)).toMatchObject({ status: 200, body: { userId: bob.id, role: 'owner' } });
    expect(await accept(bob)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(await accept(eve)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await remove(ada, ada)).status).toBe(204);
    expect(await roles()).toEqual({ [bob.id]: 'owner' });
  });

  it('who are offered the owner role can get another role instead, or leave', async () => {
    await put(bob, 'admin');
    await add(ada, { userId: bob.id, role: 'owner' });
    expect(await as(bob)<{ role: string }>('GET', path)).toMatchObject({
      body: { role: 'admin', pendingRole: 'owner' },
    });
    expect(await add(bob, { userId: bob.id, role: 'member' }), 'an offer is an owner’s to take back').toMatchObject({
      status: 403,
    });
    expect((await add(ada, { userId: bob.id, role: 'member' })).body).not.toHaveProperty('pendingRole');
    expect((await accept(bob)).status).toBe(409);
    await add(ada, { userId: bob.id, role: 'owner' });
    expect((await remove(bob, bob)).status).toBe(204);
    expect((await accept(bob)).status).toBe(403);
  });

  it('who never accepted the owner role can erase their account', async () => {
    const zoe = await quickPerson(gateway, 'zoe');
    await put(bob, 'member');
    expect((await add(ada, { userId: zoe.id, role: 'owner' })).status).toBe(201);
    expect((await as(zoe)('DELETE', '/auth/me', ownPassword)).status).toBe(204);
    expect(await roles()).toEqual({ [ada.id]: 'owner', [bob.id]: 'member' });
  });

  it('of a personal workspace may be several, but its person stays an owner of it', async () => {
    path = `/workspaces/${bob.workspaceId}`;
    expect((await add(bob, { userId: eve.id, role: 'owner' })).status).toBe(201);
    expect((await accept(eve)).status).toBe(200);
    const conflict = { status: 409, body: { code: 'conflict' } };
    // Without it Bob could not act anywhere, not even on his own account.
    expect(await remove(bob, bob)).toMatchObject(conflict);
    expect(await remove(eve, bob)).toMatchObject(conflict);
    expect(await add(eve, { userId: bob.id, role: 'member' })).toMatchObject(conflict);
    expect((await as(bob)('GET', '/auth/me')).status).toBe(200);
    expect((await remove(bob, eve)).status).toBe(204);
  });

  it('are in the audit log, each change once', async () => {
    const before = await gateway.gateway.database.get<{ seq: number }>('SELECT max(seq) AS seq FROM audit_log');
    await put(bob, 'member');
    await put(bob, 'member');
    await put(bob, 'admin');
    await remove(ada, bob);
    const entries = await gateway.gateway.database.all<{ action: string; actor: string; detail: string }>(
      'SELECT action, actor, detail FROM audit_log WHERE seq > $1 AND user_id = $2 ORDER BY seq',
      [before?.seq ?? 0, bob.id],
    );
    expect(entries.map(({ action, actor, detail }) => [action, actor, JSON.parse(detail)])).toEqual([
      ['member.add', ada.id, { before: null, after: 'member' }],
      ['member.role', ada.id, { before: 'member', after: 'admin' }],
      ['member.remove', ada.id, { before: 'admin' }],
    ]);
  });
});
