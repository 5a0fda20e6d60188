import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { type Answer, startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import { newTestKey, type TestKey } from '../../../test/harness/keys.ts';
import { type Act, actingAs } from '../../../test/harness/people.ts';
import { newTalker, newTeam, type Talker } from '../../../test/harness/talking.ts';
import { keyScopes, whyClosed } from '../../http/key-scopes.ts';

const roles = ['owner', 'admin', 'member', 'removed'] as const;
const models = ['local/offline', 'openai/gpt-6-luna', 'local/universal-sentence-encoder-lite'];
const orNull = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: null, freq: 2 });

/** What the maker is at this moment. */
const makers = fc.record({
  role: fc.constantFrom(...roles),
  suspended: fc.constantFrom(false, false, false, false, true),
  workspaceSuspended: fc.constantFrom(false, false, false, false, true),
  allowedModels: orNull(fc.uniqueArray(fc.constantFrom(...models), { maxLength: 2 })),
  granted: fc.boolean(),
});
/** What the key says. */
const keys = fc.record({
  scopes: orNull(fc.uniqueArray(fc.constantFrom(...keyScopes), { minLength: 1, maxLength: 20 })),
  models: orNull(fc.uniqueArray(fc.constantFrom(...models), { minLength: 1, maxLength: 2 })),
  agents: orNull(fc.uniqueArray(fc.constantFrom('own', 'lent', 'foreign'), { minLength: 1, maxLength: 2 })),
  over: fc.constantFrom(null, null, null, null, 'revoked', 'expired'),
});

type Request = { method: string; path: string; body?: unknown; headers?: Record<string, string> };
/** Ids of one kind and another in an answer. */
const idsIn = (text: string) => new Set(text.match(/\b(?:agt|ws|usr|ses|run|apr|wh|mem)_[0-9a-z]{26}\b/g) ?? []);

describe.each(engines)('a personal key on %s', (engine) => {
  let gateway: TestGateway;
  let founder: Talker;
  let maker: Talker;
  let other: Talker;
  let team: string;
  let key: TestKey;
  let asMaker: Act;
  let agents: Record<'own' | 'lent' | 'foreign', string>;
  let requests: Request[];

  beforeAll(async () => {
    gateway = await startGateway(engine, { settings: { RATE_LIMIT_USER: '10000000' } });
    [founder, maker, other] = (await Promise.all([1, 2, 3].map(() => newTalker(gateway)))) as [Talker, Talker, Talker];
    team = await newTeam(founder, { owner: maker, member: other });
    await maker.act('POST', `/workspaces/${team}/members/accept`);
    asMaker = actingAs(gateway, maker, team);
    const inTeam = await newTalker(gateway, { person: founder, workspaceId: team, agent: { provider: 'local' } });
    agents = {
      own: inTeam.agentId,
      lent: await other.newAgent({ provider: 'local' }),
      foreign: await founder.newAgent({ provider: 'local' }),
    };
    key = await newTestKey(gateway, asMaker);
    const here = `/workspaces/${team}`;
    const chat = (agentId: string) => ({ agentId, message: 'Hello' });
    const completion = (model: string) => ({ model, messages: [{ role: 'user', content: 'Hello' }] });
    const elsewhere = { 'x-workspace-id': maker.workspaceId };
    requests = [
      { method: 'GET', path: '/agents' },
      { method: 'GET', path: `/agents/${agents.own}` },
      { method: 'GET', path: `/agents/${agents.lent}` },
      { method: 'GET', path: `/agents/${agents.foreign}` },
      { method: 'PUT', path: `/agents/${agents.own}`, body: { description: 'Changed' } },
      { method: 'PUT', path: `/agents/${agents.lent}`, body: { description: 'Changed' } },
      { method: 'GET', path: '/sessions' },
      { method: 'GET', path: '/jobs' },
      { method: 'GET', path: '/approvals' },
      { method: 'GET', path: '/webhooks' },
      { method: 'GET', path: '/memory/notes' },
      { method: 'GET', path: '/costs' },
      { method: 'GET', path: '/costs/breakdown?groupBy=user' },
      { method: 'GET', path: '/auth/me' },
      { method: 'GET', path: '/auth/keys' },
      { method: 'POST', path: '/auth/keys', body: { name: 'More' } },
      { method: 'GET', path: '/workspaces' },
      { method: 'GET', path: here },
      { method: 'GET', path: `${here}/keys` },
      { method: 'GET', path: `${here}/grants` },
      { method: 'GET', path: `/workspaces/${other.workspaceId}` },
      { method: 'PUT', path: `${here}/settings`, body: { name: 'Renamed' } },
      { method: 'PUT', path: `${here}/restrictions`, body: null },
      { method: 'POST', path: `${here}/members`, body: { userId: other.id, role: 'member' } },
      { method: 'POST', path: `${here}/grants`, body: { agentId: agents.own, workspaceId: other.workspaceId } },
      { method: 'GET', path: '/inference/models' },
      { method: 'POST', path: '/inference/chat/completions', body: completion('local/offline') },
      { method: 'POST', path: '/inference/chat/completions', body: completion('offline') },
      { method: 'POST', path: '/inference/chat/completions', body: completion(`agent:${agents.lent}`) },
      { method: 'POST', path: '/agent/chat', body: chat(agents.own) },
      { method: 'POST', path: '/agent/chat', body: chat(agents.lent) },
      { method: 'POST', path: '/agent/chat', body: chat(agents.foreign) },
      { method: 'POST', path: '/tools/calculator/invoke', body: { params: { expression: '6*7' } } },
      { method: 'GET', path: '/agents', headers: elsewhere },
      { method: 'POST', path: '/agent/chat', body: chat(agents.own), headers: elsewhere },
    ];
  });
  afterAll(() => gateway?.stop());

  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));

  async function become(state: {
    role: string;
    suspended: boolean;
    workspaceSuspended: boolean;
    granted: boolean;
    allowedModels: string[] | null;
  }) {
    await gateway.gateway.database.transaction(async (tx) => {
      await tx.run('DELETE FROM workspace_members WHERE workspace_id = $1 AND user_id = $2', [team, maker.id]);
      if (state.role !== 'removed')
        await tx.run('INSERT INTO workspace_members (workspace_id, user_id, role, created_at) VALUES ($1, $2, $3, 1)', [
          team,
          maker.id,
          state.role,
        ]);
      await tx.run('UPDATE users SET disabled_at = $2 WHERE id = $1', [maker.id, state.suspended ? 1 : null]);
      await tx.run('UPDATE workspaces SET disabled_at = $2, allowed_models = $3 WHERE id = $1', [
        team,
        state.workspaceSuspended ? 1 : null,
        json(state.allowedModels),
      ]);
      await tx.run('DELETE FROM agent_grants WHERE workspace_id = $1', [team]);
      if (state.granted)
        await tx.run('INSERT INTO agent_grants (agent_id, workspace_id, created_at) VALUES ($1, $2, 1)', [
          agents.lent,
          team,
        ]);
    });
  }

  it('of many with their makers does nothing that its maker cannot, and shows nothing that its maker does not see', async () => {
    // PostgreSQL takes three times as long; test/long has all of them.
    const numRuns = Number(process.env.KEY_PAIRS ?? (engine === 'sqlite' ? 1_000 : 300));
    let [opened, refused] = [0, 0];
    await fc.assert(
      fc.asyncProperty(makers, keys, fc.nat(), async (state, limits, chosen) => {
        await become(state);
        await gateway.gateway.database.run(
          'UPDATE personal_keys SET scopes = $2, models = $3, agents = $4, revoked_at = $5, expires_at = $6 WHERE id = $1',
          [
            key.id,
            json(limits.scopes),
            json(limits.models),
            json(limits.agents?.map((name) => agents[name]) ?? null),
            limits.over === 'revoked' ? 1 : null,
            limits.over === 'expired' ? 1 : null,
          ],
        );
        const { method, path, body, headers = {} } = requests[chosen % requests.length] as Request;
        const byKey: Answer = await key.act(method, path, body, headers);
        // What the key changed is as it was for its maker.
        await become(state);
        const byMaker: Answer = await asMaker(method, path, body, { 'x-workspace-id': team, ...headers });
        expect(byKey.status, byKey.text).toBeLessThan(500);
        if (byKey.status >= 400) {
          refused += 1;
          return;
        }
        opened += 1;
        expect(byMaker.status, `${method} ${path}: ${byMaker.text}`).toBeLessThan(400);
        expect([limits.over, path.startsWith('/auth/keys') || path.endsWith('/keys'), headers]).toEqual([
          null,
          false,
          {},
        ]);
        if (method === 'GET') {
          const seen = idsIn(byMaker.text);
          expect([...idsIn(byKey.text)].filter((id) => !seen.has(id))).toEqual([]);
        }
      }),
      { numRuns },
    );
    // Both happen often enough to say something.
    expect(opened).toBeGreaterThan(numRuns / 20);
    expect(refused).toBeGreaterThan(numRuns / 4);
  }, 600_000);
});

it('a key with fewer scopes opens no more, whatever the route says of itself', () => {
  const scopes = fc.uniqueArray(fc.constantFrom(...keyScopes), { minLength: 1 });
  const route = fc.record({
    auth: fc.constantFrom('user', 'member', 'workspace', 'memberOrAutonomous', undefined),
    keys: fc.constantFrom(true, undefined),
    permission: fc.constantFrom(
      'chat',
      'approvals.resolve',
      'workspace.members',
      'workspace.grants',
      'keys.own',
      undefined,
    ),
    tag: fc.constantFrom('chat', 'tools', 'workspaces', 'auth', 'admin', 'health', 'nonsense', undefined),
    method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'),
  });
  const key = { id: 'key_', models: null, agents: null, hasBudget: false, requestsPerMinute: null, expiresAtMs: null };
  fc.assert(
    fc.property(scopes, scopes, route, (some, more, declared) => {
      const route = declared as Parameters<typeof whyClosed>[1];
      const opens = (given: readonly string[] | null) => whyClosed({ ...key, scopes: given }, route) === undefined;
      if (opens(some)) expect(opens([...new Set([...some, ...more])])).toBe(true);
      const { permission, keys, tag } = declared;
      const closed =
        permission === 'keys.own' || (!permission && !keys) || !tag || ['admin', 'health', 'nonsense'].includes(tag);
      if (closed) expect(opens([...keyScopes]) || opens(null)).toBe(false);
      // Nothing said is everything but what has to be named.
      if (opens(null)) expect(opens([...keyScopes])).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});
