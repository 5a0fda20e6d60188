import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import { created } from '../../../test/harness/schedules.ts';
import { newTalker, type Talker } from '../../../test/harness/talking.ts';

type Schedule = { id: string; nextRunAt: string; cron: string; timezone: string; name: string; message: string };
type Problem = { code: string; errors?: { path: string }[] };

describe.each(engines)('cron schedules on %s', (engine) => {
  let gateway: TestGateway;
  let ada: Talker;
  beforeAll(async () => {
    gateway = await startGateway(engine);
    ada = await newTalker(gateway);
  });
  afterAll(() => gateway?.stop());

  const daily = (more: object = {}) => ({ agentId: ada.agentId, message: 'Good morning', cron: '30 7 * * *', ...more });
  const made = (more?: object) => created<Schedule>(ada.act('POST', '/cron', daily(more)));

  it('are made, read, listed, changed and deleted', async () => {
    const schedule = await made({ name: 'Morning', timezone: 'Asia/Kolkata' });
    expect(schedule).toEqual({
      id: expect.stringMatching(/^cron_/),
      name: 'Morning',
      agentId: ada.agentId,
      message: 'Good morning',
      cron: '30 7 * * *',
      timezone: 'Asia/Kolkata',
      workspaceId: ada.workspaceId,
      userId: ada.id,
      acceptedVersion: 1,
      newerVersion: null,
      enabled: true,
      disabledReason: null,
      lastRunAt: null,
      nextRunAt: expect.stringContaining('T02:00:00.000Z'),
      consecutiveFailures: 0,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    const path = `/cron/${schedule.id}`;
    expect((await ada.act('GET', path)).body).toEqual(schedule);
    expect((await ada.act('PATCH', path, { cron: '@hourly' })).body).toMatchObject({
      message: 'Good morning',
      cron: '@hourly',
      timezone: 'Asia/Kolkata',
      nextRunAt: expect.stringContaining(':30:00.000Z'),
    });
    expect((await ada.act('PUT', path, { timezone: 'UTC', name: 'Hourly' })).body).toMatchObject({
      name: 'Hourly',
      cron: '@hourly',
      nextRunAt: expect.stringContaining(':00:00.000Z'),
    });
    const second = await made();
    expect(second).toMatchObject({ name: '30 7 * * *', timezone: 'UTC' });
    const page = await ada.act<{ data: Schedule[]; nextCursor: string }>('GET', '/cron?limit=1');
    expect(page.body.data.map(({ id }) => id)).toEqual([second.id]);
    const rest = await ada.act<{ data: Schedule[] }>('GET', `/cron?limit=1&cursor=${page.body.nextCursor}`);
    expect(rest.body.data.map(({ id }) => id)).toEqual([schedule.id]);
    // A cron schedule is not found as a heartbeat.
    expect((await ada.act('GET', `/heartbeat/${schedule.id}`)).status).toBe(404);
    expect((await ada.act('DELETE', path)).status).toBe(204);
    expect((await ada.act('GET', path)).status).toBe(404);
    expect((await ada.act('DELETE', path)).status).toBe(404);
  });

  it.each([
    ['cron', { cron: 'tomorrow' }],
    ['cron', { cron: '0 0 31 2 *' }],
    ['cron', { cron: '*/5 * * * * *' }],
    ['timezone', { timezone: 'Berlin' }],
    ['message', { message: '' }],
  ])('are refused for a wrong %s: %j', async (path, wrong) => {
    const refused = await ada.act<Problem>('POST', '/cron', daily(wrong));
    expect(refused.status).toBe(400);
    expect(refused.body.errors?.map((error) => error.path)).toEqual([path]);
  });

  it('are refused for an agent that does not exist or belongs to another workspace', async () => {
    const stranger = await newTalker(gateway);
    const of = (agentId: string) => ada.act<Problem>('POST', '/cron', daily({ agentId }));
    expect(await of('agt_none')).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await of(stranger.agentId)).toMatchObject({ status: 403, body: { code: 'agent_not_available' } });
  });

  it('are limited to a hundred in a workspace', async () => {
    const bob = await newTalker(gateway);
    const make = () => bob.act<Schedule>('POST', '/cron', { ...daily(), agentId: bob.agentId });
    const { id } = (await make()).body;
    const columns =
      'kind, workspace_id, agent_id, name, message, cron, timezone, enabled, next_run_at, created_at, updated_at';
    await gateway.gateway.database.transaction(async (tx) => {
      for (let copy = 2; copy < 100; copy += 1)
        await tx.run(
          `INSERT INTO schedules (id, ${columns}) SELECT CAST($2 AS TEXT), ${columns} FROM schedules WHERE id = $1`,
          [id, `${id}-${copy}`],
        );
    });
    const answers = await Promise.all([make(), make(), make()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403]);
  });
});
