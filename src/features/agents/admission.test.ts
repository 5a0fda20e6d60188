import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import { type Act, actingAs, ownPassword, type QuickPerson, quickPerson } from '../../../test/harness/people.ts';
import { systemClock } from '../../kernel/clock.ts';
import type { ErrorCode } from '../../kernel/errors.ts';
import { createModels } from '../../platform/models/models.ts';
import { silentLog } from '../../platform/models/test-models.ts';
import { createBudgets } from '../costs/budgets/budgets.ts';
import { createAdmissionStore } from './admission.store.ts';
import { type AdmissionRequest, type Admit, createAdmission } from './admission.ts';
import { createAgentStore } from './agents.store.ts';
import { createModelRules } from './model-rules.ts';
import { createAgentVersionStore } from './versions/agent-versions.store.ts';
import { createKeptVersions } from './versions/kept-versions.ts';

const nothing = { allowedProviders: null, allowedModels: null };
const noLimits = { workspaceNano: null, workspaceMaximumNano: null, personNano: null };
/** On PostgreSQL everything is changed through one node and admitted on another, which hears nothing of it. */
describe.each(engines)('admitting a turn on %s', (engine) => {
  let here: TestGateway;
  let there: TestGateway;
  let admit: Admit;
  let statements: string[];
  const models = createModels({}, { log: silentLog });
  let ada: QuickPerson;
  let bob: QuickPerson;
  let asAda: Act;
  let team: string;
  let agentId: string;

  beforeAll(async () => {
    here = await startGateway(engine);
    there = engine === 'postgres' ? await startGateway(engine, { place: here.place }) : here;
    // The bus is cut: what one node changes, no notification tells the other.
    await Promise.all([here.gateway.bus.stop(), there.gateway.bus.stop()]);
    const { database } = there.gateway;
    const watched = {
      ...database,
      get: <Row>(sql: string, params?: Parameters<typeof database.get>[1]) => {
        statements.push(sql);
        return database.get<Row>(sql, params);
      },
      steady: <Row>(sql: string, params: Parameters<typeof database.steady>[1]) => {
        statements.push(sql);
        return database.steady<Row>(sql, params);
      },
    };
    statements = [];
    const kept = createKeptVersions({ store: createAgentVersionStore(watched), bringUpToDate: async () => undefined });
    admit = createAdmission({
      admissions: createAdmissionStore(watched),
      store: createAgentStore(watched),
      kept,
      ...createModelRules({ upperBound: nothing, unlessRestricted: nothing }),
      purseFor: createBudgets({ database, clock: systemClock, limits: noLimits }).purseFor,
      scopeOf: () => models.operator,
    });
  });
  afterAll(async () => {
    await models.stop();
    if (there !== here) await there.gateway.stop();
    await here.stop();
  });
  beforeEach(async () => {
    [ada, bob] = [await quickPerson(here, 'ada'), await quickPerson(here, 'bob')];
    team = (await actingAs(here, ada)<{ id: string }>('POST', '/workspaces', { name: 'Team' })).body.id;
    asAda = actingAs(here, ada, team);
    agentId = (await asAda<{ id: string }>('POST', '/agents', { name: 'Helper', systemPrompt: 'First' })).body.id;
  });

  const ask = (person: QuickPerson, more: Partial<AdmissionRequest> = {}) =>
    admit({ userId: person.id, workspaceId: team, agentId, ...more });
  const refused = async (attempt: Promise<unknown>, code: ErrorCode) => expect(attempt).rejects.toMatchObject({ code });

  it('says who asks, where, with which agent and which model', async () => {
    await asAda('PUT', `/workspaces/${team}/settings`, { monthlyBudgetUsd: 2 });
    expect(await ask(ada)).toMatchObject({
      caller: { userId: ada.id, workspaceId: team, role: 'owner' },
      agent: { id: agentId, workspaceId: team, version: 1, name: 'Helper', systemPrompt: 'First' },
      model: { provider: 'local', model: 'offline', contextWindow: 32_000 },
      purse: { workspaceId: team, ofWorkspace: true, payerId: null },
    });
  });

  it('knows whether anything is remembered of the caller there', async () => {
    expect((await ask(ada)).remembers).toBe(false);
    await actingAs(here, ada)('POST', '/memory/notes', { content: 'Elsewhere' });
    expect((await ask(ada)).remembers).toBe(false);
    await asAda('POST', '/memory/notes', { content: 'Here' });
    expect((await ask(ada)).remembers).toBe(true);
    await asAda('DELETE', '/memory');
    expect((await ask(ada)).remembers).toBe(false);
  });

  it('reads everything of authority in one statement, and a body once for each version', async () => {
    await ask(ada);
    statements.length = 0;
    await ask(ada);
    await ask(ada);
    expect(statements).toHaveLength(2);
    await asAda('PUT', `/agents/${agentId}`, { systemPrompt: 'Second' });
    statements.length = 0;
    await ask(ada);
    expect(statements).toHaveLength(2);
    await ask(ada);
    expect(statements).toHaveLength(3);
  });

  it('takes a changed prompt at the very next turn', async () => {
    for (const systemPrompt of ['Second', 'Third', 'Second']) {
      await ask(ada);
      await asAda('PUT', `/agents/${agentId}`, { systemPrompt });
      expect((await ask(ada)).agent.systemPrompt).toBe(systemPrompt);
    }
    expect((await ask(ada)).agent.version).toBe(4);
  });

  it('never serves half of a change, however fast they come', async () => {
    const changes = (async () => {
      for (let n = 2; n < 22; n += 1)
        await asAda('PUT', `/agents/${agentId}`, { systemPrompt: `v${n}`, description: `v${n}` });
    })();
    let admitted = 0;
    let latest = 1;
    for (let done = false; !done; ) {
      const { agent } = await ask(ada);
      if (agent.version > 1)
        expect([agent.systemPrompt, agent.description]).toEqual([`v${agent.version}`, `v${agent.version}`]);
      expect(agent.version).toBeGreaterThanOrEqual(latest);
      latest = agent.version;
      admitted += 1;
      done = latest === 21;
      // SQLite answers within the same turn of the event loop: the changes need one too.
      await new Promise(setImmediate);
    }
    await changes;
    expect(admitted).toBeGreaterThan(1);
  });

  it('ends a membership, and changes a role, at the very next turn', async () => {
    const members = `/workspaces/${team}/members`;
    await refused(ask(bob), 'forbidden');
    await asAda('POST', members, { userId: bob.id, role: 'admin' });
    expect((await ask(bob)).caller.role).toBe('admin');
    await asAda('POST', members, { userId: bob.id, role: 'member' });
    expect((await ask(bob)).caller.role).toBe('member');
    await asAda('DELETE', `${members}/${bob.id}`);
    await refused(ask(bob), 'forbidden');
  });

  it('ends a grant at the very next turn', async () => {
    const grant = { agentId, workspaceId: bob.workspaceId };
    const fromBob = () => ask(bob, { workspaceId: undefined });
    await refused(fromBob(), 'agent_not_available');
    await asAda('POST', `/workspaces/${team}/grants`, grant);
    expect(await fromBob()).toMatchObject({
      caller: { workspaceId: bob.workspaceId, role: 'owner' },
      // Its own workspace calls it Helper.
      agent: { workspaceId: team, name: agentId, systemPrompt: 'First' },
    });
    await asAda('DELETE', `/workspaces/${team}/grants`, grant);
    await refused(fromBob(), 'agent_not_available');
  });

  it('obeys a restriction at the very next turn, of either workspace', async () => {
    const restrict = (act: Act, id: string, body: unknown) => act('PUT', `/workspaces/${id}/restrictions`, body);
    await asAda('POST', `/workspaces/${team}/grants`, { agentId, workspaceId: bob.workspaceId });
    const fromBob = () => ask(bob, { workspaceId: undefined });
    for (const body of [
      { allowedProviders: ['openai'] },
      { allowedModels: [] },
      { allowedModels: ['openai/offline'] },
    ]) {
      await ask(ada);
      await fromBob();
      await restrict(asAda, team, body);
      await refused(ask(ada), 'model_not_allowed');
      await refused(fromBob(), 'model_not_allowed');
      await restrict(asAda, team, null);
    }
    await restrict(actingAs(here, bob), bob.workspaceId, { allowedProviders: [] });
    await refused(fromBob(), 'model_not_allowed');
    await ask(ada);
    for (const allowed of ['offline', 'local/offline']) {
      await restrict(asAda, team, { allowedProviders: ['local'], allowedModels: [allowed] });
      await ask(ada);
    }
  });

  it('looks for the agent that is named, else for the default, else asks for one', async () => {
    const byDefault = () => ask(ada, { agentId: undefined });
    await expect(byDefault()).rejects.toMatchObject({
      code: 'validation_failed',
      details: { errors: [{ path: 'agentId' }] },
    });
    await asAda('PUT', `/workspaces/${team}/settings`, { defaultAgentId: agentId });
    expect((await byDefault()).agent.id).toBe(agentId);
    const other = (await asAda<{ id: string }>('POST', '/agents', { name: 'Other' })).body.id;
    await asAda('PUT', `/workspaces/${team}/settings`, { defaultAgentId: other });
    expect((await byDefault()).agent.id).toBe(other);
    expect((await ask(ada)).agent.id).toBe(agentId);
    await asAda('DELETE', `/agents/${other}`);
    await refused(byDefault(), 'validation_failed');
  });

  it('knows no agent that does not exist or is gone, and no account that was erased', async () => {
    await refused(ask(ada, { agentId: 'agt_nothing' }), 'not_found');
    await ask(ada);
    await asAda('DELETE', `/agents/${agentId}`);
    await refused(ask(ada), 'not_found');
    const eve = await quickPerson(here, 'eve');
    await refused(ask(eve, { workspaceId: undefined }), 'not_found');
    expect((await actingAs(here, eve)('DELETE', '/auth/me', ownPassword)).status).toBe(204);
    await refused(ask(eve, { workspaceId: undefined }), 'unauthenticated');
  });

  it('says when the model of an agent has no provider here', async () => {
    await asAda('PUT', `/agents/${agentId}`, { provider: 'google' });
    expect((await ask(ada)).notConfigured).toContain('google is not configured');
  });
});
