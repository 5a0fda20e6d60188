import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { apiKey } from '../../../test/harness/gateway.ts';
import { actingAs } from '../../../test/harness/people.ts';
import { newTalker, newTeam, say, startTalking, type Talker, type Talking } from '../../../test/harness/talking.ts';
import type { Database } from '../../platform/db/database.ts';
import type { AdminHealth } from './admin.schema.ts';
import { createAdminStore } from './admin.store.ts';

const settings = { MODEL_PRICES: '{"openai-compatible/fake": {"input": 1, "output": 10}}' };

describe.each(engines)('the operator on %s', (engine) => {
  let talking: Talking;
  let ada: Talker;
  let team: string;
  const get = <Body = Record<string, unknown>>(path: string, key = apiKey) =>
    talking.gateway.call<Body>('GET', path, { headers: { 'x-api-key': key } });

  beforeAll(async () => {
    talking = await startTalking(engine, { settings });
    ada = await newTalker(talking.gateway);
    team = await newTeam(ada, {});
    talking.model.reply(() => ({
      text: 'A private answer',
      usage: { promptTokens: 100, cachedTokens: 40, completionTokens: 5 },
    }));
    await say(ada, 'A private question');
    const inTeam = await newTalker(talking.gateway, { person: ada, workspaceId: team });
    await say(inTeam, 'Another question');
    const closed = await say(ada, 'This conversation is over', { surface: 'other' });
    await ada.act('POST', '/agent/reset', { surface: 'other' });
    expect(closed.runId).toBeTruthy();
  });
  afterAll(() => talking.stop());

  it('sees how the gateway is and how much there is of everything', async () => {
    const { status, body } = await get<AdminHealth>('/admin/health');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'ok',
      database: { engine, status: 'ok' },
      sessions: { active: 2, total: 3 },
      runs: { running: 0, queued: 0, awaitingApproval: 0 },
      users: 1,
      workspaces: 2,
      agents: 2,
    });
    expect(body.memory.rss).toBeGreaterThan(body.memory.heapUsed);
    expect(body.uptimeSeconds).toBeGreaterThanOrEqual(0);
  });

  it.runIf(engine === 'postgres')(
    'is told about how many sessions there are without having them counted one by one',
    async () => {
      const { database } = talking;
      const undo = new Error('undo');
      await database
        .transaction(async (tx) => {
          await tx.run(
            `INSERT INTO sessions (id, workspace_id, user_id, opened_agent_id, agent_id, surface, title, status, created_at, updated_at)
           SELECT 'ses_' || n, $1, $2, $3, $3, 's' || n, 'Many', 'active', 1, 1 FROM generate_series(1, 50000) AS n`,
            [ada.workspaceId, ada.id, ada.agentId],
          );
          await tx.run('ANALYZE sessions');
          let statement = '';
          const get: Database['get'] = (sql, params) => {
            statement = sql;
            return tx.get(sql, params);
          };
          const { sessions, agents } = await createAdminStore({ ...database, get }).counts();
          expect(Math.abs(Number(sessions) - 50_002)).toBeLessThan(2_500);
          expect(Number(agents)).toBe(2);
          const plan = await tx.all<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, TIMING OFF) ${statement}`);
          const text = plan.map((row) => row['QUERY PLAN']).join('\n');
          const most = Math.max(...[...text.matchAll(/actual rows=(\d+)/g)].map(([, rows]) => Number(rows)));
          expect(most, text).toBe(10_001);
          throw undo;
        })
        .catch((error) => {
          if (error !== undo) throw error;
        });
    },
  );

  it('sees the agents of all tenants, page by page, without their instructions', async () => {
    await ada.act('PUT', `/agents/${ada.agentId}`, { systemPrompt: 'Secret instructions' });
    type Page = { data: { id: string; workspaceId: string }[]; nextCursor: string | null };
    const first = (await get<Page>('/admin/agents?limit=1')).body;
    expect(first.data).toMatchObject([{ workspaceId: team, name: 'Ada', provider: null, consecutiveFailures: 0 }]);
    const second = await get<Page>(`/admin/agents?limit=1&cursor=${first.nextCursor}`);
    expect(second.body).toMatchObject({ data: [{ id: ada.agentId, version: 2 }], nextCursor: null });
    expect(second.text).not.toContain('Secret instructions');
  });

  it('sees what someone used, in every workspace', async () => {
    const each = 60 * 1_000 + 40 * 1_000 + 5 * 10_000;
    expect((await get(`/admin/usage/${ada.id}`)).body).toMatchObject({
      userId: ada.id,
      requests: 3,
      promptTokens: 180,
      cachedTokens: 120,
      completionTokens: 15,
      costUsd: (3 * each) / 1e9,
      priced: true,
      byModel: [{ key: 'openai-compatible/fake', requests: 3 }],
    });
  });

  it('sees someone’s active sessions, but not what was said in them', async () => {
    type Page = { data: { workspaceId: string }[]; nextCursor: string | null };
    const { body, text } = await get<Page>(`/admin/sessions/${ada.id}`);
    expect(body.data.map(({ workspaceId }) => workspaceId)).toEqual([team, ada.workspaceId]);
    expect(body.data[1]).toMatchObject({ userId: ada.id, agentId: ada.agentId, status: 'active', messageCount: 2 });
    expect(text).not.toMatch(/private|question/i);
    const first = (await get<Page>(`/admin/sessions/${ada.id}?limit=1`)).body;
    expect((await get<Page>(`/admin/sessions/${ada.id}?limit=1&cursor=${first.nextCursor}`)).body.data).toEqual([
      body.data[1],
    ]);
  });

  it('sees the last 50 records about and by someone, newest first', async () => {
    const act = actingAs(talking.gateway, ada);
    for (let n = 1; n <= 52; n += 1)
      await act('PUT', `/workspaces/${ada.workspaceId}/settings`, { monthlyBudgetUsd: n });
    type Records = { data: { action: string; actor: string; detail: { after: { monthlyBudgetUsd: number } } }[] };
    const { body } = await get<Records>(`/admin/audit/${ada.id}`);
    expect(body.data).toHaveLength(50);
    expect(body.data[0]).toMatchObject({
      actor: ada.id,
      action: 'workspace.settings',
      target: ada.workspaceId,
      outcome: 'success',
      ip: null,
      requestId: expect.any(String),
    });
    expect(body.data.map(({ detail }) => detail.after.monthlyBudgetUsd)).toEqual(
      Array.from({ length: 50 }, (_, index) => 52 - index),
    );
  });

  it('needs a key with the scope, and asks for people who are there', async () => {
    for (const path of ['usage', 'sessions', 'audit'])
      expect(await get(`/admin/${path}/usr_nobody`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    const { body } = await talking.gateway.call<{ key: string }>('POST', '/admin/api-keys', {
      body: { name: 'narrow', scopes: ['diagnostics'] },
      headers: { 'x-api-key': apiKey },
    });
    for (const path of ['health', 'agents', `usage/${ada.id}`, `sessions/${ada.id}`, `audit/${ada.id}`]) {
      expect((await get(`/admin/${path}`, body.key)).status).toBe(403);
      expect((await get(`/admin/${path}`, 'wrong')).status).toBe(401);
      expect((await ada.act('GET', `/admin/${path}`)).status).toBe(401);
    }
  });
});
