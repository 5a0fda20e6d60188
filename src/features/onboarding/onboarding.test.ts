import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, newPlace, type Place } from '../../../test/harness/databases.ts';
import { createFakeClock } from '../../../test/harness/fake-clock.ts';
import { startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import { actingAs, type QuickPerson, quickPerson } from '../../../test/harness/people.ts';
import type { SetupDone } from './onboarding.schema.ts';

type Problem = { code: string; errors: { path: string; message: string }[] };

const hourMs = 3_600_000;
const wanted = {
  workspace: { name: ' Acme ' },
  agents: [
    { name: 'Front', tools: ['calculator'] },
    { name: 'Back', spawn: { enabled: true }, metadata: { a: 1 } },
  ],
};

describe.each(engines)('onboarding on %s', (engine) => {
  const clock = createFakeClock();
  let place: Place;
  let gateway: TestGateway;

  beforeAll(async () => {
    place = await newPlace(engine);
    gateway = await startGateway(engine, { place, clock });
  });
  afterAll(async () => {
    await gateway.stop();
    await place.remove();
  });

  const setUp = (person: QuickPerson, body: unknown, key?: string) =>
    actingAs(gateway, person)<SetupDone & Problem>(
      'POST',
      '/onboarding/setup',
      body,
      key === undefined ? {} : { 'idempotency-key': key },
    );
  const newPerson = () => quickPerson(gateway, 'ada', clock);
  const replayed = ({ headers }: { headers: Headers }) => headers.get('idempotent-replayed');
  /** The shared workspaces the person is in. */
  async function workspacesOf({ id }: QuickPerson): Promise<number> {
    const row = await gateway.gateway.database.get<{ n: number }>(
      `SELECT count(*) AS n FROM workspace_members m JOIN workspaces w ON w.id = m.workspace_id
       WHERE m.user_id = $1 AND w.personal = 0`,
      [id],
    );
    return Number(row?.n);
  }

  it('makes a workspace and its agents, the first of them its default', async () => {
    const ada = await newPerson();
    const { status, body, headers } = await setUp(ada, wanted);
    expect(status).toBe(201);
    expect(replayed({ headers })).toBeNull();
    expect(body.workspace).toMatchObject({ name: 'Acme', personal: false, role: 'owner' });
    expect(body.workspace.settings.defaultAgentId).toBe(body.agents[0]?.id);
    expect(body.agents).toMatchObject([
      { name: 'Front', tools: ['calculator'], version: 1, workspaceId: body.workspace.id },
      { name: 'Back', metadata: { a: 1 }, version: 1, workspaceId: body.workspace.id },
    ]);
    const inside = actingAs(gateway, ada, body.workspace.id);
    for (const agent of body.agents) expect((await inside('GET', `/agents/${agent.id}`)).body).toEqual(agent);
    expect((await inside('GET', `/workspaces/${body.workspace.id}`)).body).toMatchObject(body.workspace);
    expect((await setUp(ada, { workspace: { name: 'Bare' }, agents: [] })).body).toMatchObject({
      workspace: { settings: { defaultAgentId: null } },
      agents: [],
    });
  });

  it('leaves nothing behind when one of the agents cannot be made', async () => {
    const ada = await newPerson();
    const database = gateway.gateway.database;
    const everything = async () =>
      JSON.stringify(
        await Promise.all(
          ['workspaces', 'workspace_members', 'agents', 'idempotency_keys'].map((table) =>
            database.all(`SELECT * FROM ${table} ORDER BY 1, 2`),
          ),
        ),
      );
    const before = await everything();
    for (const [second, path] of [
      [{ name: 'Back', tools: ['calculator', 'no_such_tool'] }, 'agents.1.tools.1'],
      [{ name: 'Back', skills: ['no-such-skill'] }, 'agents.1.skills.0'],
      [{ name: 'Back', provider: 'acme' }, 'agents.1.provider'],
      [{ name: 'Back', memoryProfileId: 'mp_x' }, 'agents.1.memoryProfileId'],
      [{ name: 'Back', spawn: { agents: ['agt_x'] } }, 'agents.1.spawn.agents.0'],
      [{ name: ' ' }, 'agents.1.name'],
      [{}, 'agents.1.name'],
    ] as const) {
      const refused = await setUp(ada, { workspace: { name: 'Half' }, agents: [{ name: 'Front' }, second] }, 'half');
      expect(refused).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
      expect(refused.body.errors.map((error) => error.path)).toContain(path);
    }
    for (const body of [{}, { workspace: {}, agents: [] }, { workspace: { name: 'No agents' } }, null])
      expect((await setUp(ada, body)).status).toBe(400);
    expect(await everything()).toBe(before);
    // The failed request did not use up the idempotency key.
    expect((await setUp(ada, wanted, 'half')).status).toBe(201);
  });

  it('gives the same answer to the same key and body', async () => {
    const ada = await newPerson();
    const first = await setUp(ada, wanted, 'once');
    const second = await setUp(ada, wanted, 'once');
    expect([first.status, replayed(first)]).toEqual([201, null]);
    expect([second.status, replayed(second)]).toEqual([201, 'true']);
    expect(second.text).toBe(first.text);
    // A body with its fields in another order, or with unknown fields, is the same request.
    const { workspace, agents } = wanted;
    expect(replayed(await setUp(ada, { agents, unknown: 1, workspace }, 'once'))).toBe('true');
    expect(await workspacesOf(ada)).toBe(1);
  });

  it('refuses a key that was used with another body', async () => {
    const ada = await newPerson();
    await setUp(ada, wanted, 'mine');
    for (const other of [
      { ...wanted, agents: [] },
      { ...wanted, workspace: { name: 'Acme' } },
    ])
      expect(await setUp(ada, other, 'mine')).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } });
    expect(await workspacesOf(ada)).toBe(1);
  });

  it('keeps the keys of different people apart', async () => {
    const [ada, bob] = [await newPerson(), await newPerson()];
    const adas = await setUp(ada, wanted, 'shared');
    const bobs = await setUp(bob, wanted, 'shared');
    const bobsOther = await setUp(bob, { ...wanted, agents: [] }, 'shared');
    expect([bobs.status, replayed(bobs), bobsOther.status]).toEqual([201, null, 422]);
    expect(bobs.body.workspace.id).not.toBe(adas.body.workspace.id);
  });

  it('makes one workspace for twenty concurrent requests with one key', async () => {
    const ada = await newPerson();
    const answers = await Promise.all(Array.from({ length: 20 }, () => setUp(ada, wanted, 'storm')));
    const fresh = answers.filter((answer) => answer.status === 201 && replayed(answer) === null);
    expect(fresh).toHaveLength(1);
    for (const answer of answers) {
      if (answer.status === 201) expect(answer.text).toBe(fresh[0]?.text);
      else expect(answer).toMatchObject({ status: 409, body: { code: 'idempotency_in_flight' } });
    }
    expect(await workspacesOf(ada)).toBe(1);
    expect((await setUp(ada, wanted, 'storm')).text).toBe(fresh[0]?.text);
  });

  it('accepts idempotency keys of up to 255 characters', async () => {
    const ada = await newPerson();
    for (const key of ['k', 'k'.repeat(255), '!"#$%&\'()*+,-./:;<=>?@[]^_`{|}~'])
      expect((await setUp(ada, wanted, key)).status).toBe(201);
    for (const key of ['', 'k'.repeat(256)])
      expect(await setUp(ada, wanted, key)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(await workspacesOf(ada)).toBe(3);
  });

  it('remembers an idempotency key for a day', async () => {
    const ada = await newPerson();
    const first = await setUp(ada, wanted, 'daily');
    clock.advance(24 * hourMs - 1);
    expect((await setUp(ada, wanted, 'daily')).text).toBe(first.text);
    clock.advance(2);
    const next = await setUp(ada, { ...wanted, agents: [] }, 'daily');
    expect([next.status, replayed(next)]).toEqual([201, null]);
    expect(replayed(await setUp(ada, { ...wanted, agents: [] }, 'daily'))).toBe('true');
    expect(await workspacesOf(ada)).toBe(2);
  });

  it('remembers an idempotency key after a restart', async () => {
    const ada = await newPerson();
    const first = await setUp(ada, wanted, 'restart');
    await gateway.stop();
    gateway = await startGateway(engine, { place, clock });
    const again = await setUp(ada, wanted, 'restart');
    expect([again.status, replayed(again), again.text]).toEqual([201, 'true', first.text]);
  });

  // The embedded database has one node.
  if (engine === 'postgres')
    it('makes one workspace when the requests go to several nodes', async () => {
      const second = await startGateway(engine, { place, clock });
      const ada = await newPerson();
      const nodes = [gateway, second];
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          actingAs(nodes[n % 2] as TestGateway, ada)<SetupDone>('POST', '/onboarding/setup', wanted, {
            'idempotency-key': 'nodes',
          }),
        ),
      );
      await second.gateway.stop();
      expect(new Set(answers.filter(({ status }) => status === 201).map(({ text }) => text)).size).toBe(1);
      expect(await workspacesOf(ada)).toBe(1);
    });
});
