import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { newTalker, startTalking, type Talker, type Talking } from '../../../test/harness/talking.ts';

describe.each(engines)('models that the operator allows on %s', (engine) => {
  let talking: Talking;
  let talker: Talker;

  beforeAll(async () => {
    talking = await startTalking(engine, {
      settings: {
        ALLOWED_PROVIDERS: 'openai-compatible',
        ALLOWED_MODELS: 'openai-compatible/fake, dear',
        WORKSPACE_ALLOWED_MODELS: 'fake',
        OPENAI_API_KEY: 'sk-test-operator',
      },
    });
    talker = await newTalker(talking.gateway);
  });
  afterAll(() => talking.stop());

  const restrict = (body: unknown) => talker.act('PUT', `/workspaces/${talker.workspaceId}/restrictions`, body);
  async function ask(provider: string, model: string) {
    const agentId = await talker.newAgent({ provider, model });
    const { status, body } = await talker.act<{ code: string; detail: string }>('POST', '/agent/chat', {
      agentId,
      message: 'Hello',
    });
    const capabilities = await talker.act<{ model: { allowed: boolean } }>('GET', `/agents/${agentId}/capabilities`);
    expect(capabilities.body.model.allowed).toBe(status === 200);
    const plain = await talker.act('POST', '/inference/chat/completions', {
      model: `${provider}/${model}`,
      messages: [{ role: 'user', content: 'Hello' }],
    });
    expect(plain.status, plain.text).toBe(status);
    return body.code ?? status;
  }

  it('are all that a workspace without restrictions of its own can use, and the offline one', async () => {
    expect(await ask('openai-compatible', 'fake')).toBe(200);
    expect(await ask('local', 'offline')).toBe(200);
    expect(await ask('openai-compatible', 'dear')).toBe('model_not_allowed');
    expect(await ask('openai-compatible', 'other')).toBe('model_not_allowed');
    expect(await ask('openai', 'fake')).toBe('model_not_allowed');
    const { body } = await talker.act<{ data: { id: string }[] }>('GET', '/inference/models');
    const listed = body.data.map(({ id }) => id).filter((id) => !id.startsWith('agent:'));
    expect(listed.filter((id) => !id.startsWith('local/') && id !== 'openai-compatible/fake')).toEqual([]);
  });

  it('can be chosen from, and not widened', async () => {
    await restrict({
      allowedModels: ['dear', 'openai-compatible/other', 'offline'],
      allowedProviders: ['openai', 'openai-compatible', 'local'],
    });
    expect(await ask('openai-compatible', 'dear')).toBe(200);
    expect(await ask('openai-compatible', 'other')).toBe('model_not_allowed');
    expect(await ask('openai', 'dear')).toBe('model_not_allowed');
    await restrict({ restrictions: null });
    expect(await ask('openai-compatible', 'dear')).toBe('model_not_allowed');
  });
});
