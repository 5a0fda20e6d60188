import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import { type Act, actingAs, type QuickPerson, quickPerson } from '../../../test/harness/people.ts';
import type { Agent, Capabilities } from './agents.schema.ts';

describe.each(engines)('agents on %s say what they can do', (engine) => {
  let gateway: TestGateway;
  let ada: QuickPerson;
  let asAda: Act;

  beforeAll(async () => {
    gateway = await startGateway(engine);
    ada = await quickPerson(gateway, 'ada');
    asAda = actingAs(gateway, ada);
  });
  afterAll(() => gateway.stop());

  const created = async (body: object = {}) =>
    (await asAda<Agent>('POST', '/agents', { name: 'Helper', ...body })).body;
  const ask = async (id: string) => (await asAda<Capabilities>('GET', `/agents/${id}/capabilities`)).body;

  it('with the tools of their skills, and which need a person’s word', async () => {
    const { id } = await created({
      tools: ['current_time'],
      skills: ['data-math'],
      approvals: ['current_time'],
      spawn: { enabled: true },
      temperature: 0.2,
      maxTokens: 99,
    });
    const capabilities = await ask(id);
    const { body: skill } = await asAda<{ name: string; tools: { name: string }[] }>('GET', '/skills/data-math');
    expect(capabilities.tools.map(({ name }) => name).sort()).toEqual(
      ['current_time', ...skill.tools.map(({ name }) => name)].sort(),
    );
    expect(capabilities.tools.find(({ name }) => name === 'current_time')).toMatchObject({
      source: 'builtin',
      requiresApproval: true,
      parameters: { type: 'object' },
    });
    expect(capabilities.tools.filter(({ requiresApproval }) => requiresApproval)).toHaveLength(1);
    expect(capabilities.skills).toEqual([{ id: 'data-math', name: skill.name, toolCount: skill.tools.length }]);
    expect(capabilities.spawn).toEqual({ enabled: true, maxDepth: 1, maxChildren: 5, agents: [] });
    expect(capabilities.model).toMatchObject({ provider: 'local', temperature: 0.2, maxTokens: 99, allowed: true });
    expect(capabilities.model).not.toHaveProperty('reason');
  });

  it('and why their model may not be used', async () => {
    const { id } = await created();
    const restrict = (body: unknown) => asAda('PUT', `/workspaces/${ada.workspaceId}/restrictions`, body);
    const { model } = (await ask(id)).model;
    await restrict({ allowedProviders: ['anthropic', 'google'] });
    expect((await ask(id)).model).toMatchObject({
      allowed: false,
      reason: expect.stringContaining('anthropic, google'),
    });
    await restrict({ allowedProviders: null, allowedModels: ['gpt-5-mini'] });
    expect((await ask(id)).model).toMatchObject({ allowed: false, reason: expect.stringContaining('gpt-5-mini') });
    for (const allowed of [model, `local/${model}`]) {
      await restrict({ allowedModels: [allowed] });
      expect((await ask(id)).model.allowed).toBe(true);
    }
    await restrict(null);
    const unconfigured = await created({ provider: 'openai', model: 'gpt-5-mini' });
    expect((await ask(unconfigured.id)).model).toMatchObject({
      provider: 'openai',
      model: 'gpt-5-mini',
      allowed: false,
      reason: expect.stringMatching(/openai/i),
    });
  });
});
