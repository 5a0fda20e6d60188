import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { type FakeModel, startFakeModel } from '../../../test/harness/fake-model.ts';
import { startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import { newTalker, newTeam, type Talker } from '../../../test/harness/talking.ts';
import { onThisMachine } from '../../../test/harness/this-machine.ts';
import { createModels } from '../../platform/models/models.ts';
import { hasty } from '../../platform/models/test-models.ts';

describe.each(engines)('the list of models, on %s', (engine) => {
  let fake: FakeModel;
  let gateway: TestGateway;
  let ada: Talker;
  beforeAll(async () => {
    fake = await startFakeModel();
    fake.list(['zebra-2', { id: 'vendor/ant-1', name: 'Vendor: Ant 1' }, 'zebra-2', 'middle']);
    gateway = await startGateway(engine, {
      settings: { OPENAI_COMPATIBLE_BASE_URL: fake.url, DEFAULT_MODEL: 'openai-compatible/middle' },
    });
    ada = await newTalker(gateway, { agent: { name: 'Ada’s helper' } });
  });
  afterAll(async () => {
    await gateway?.stop();
    await fake?.stop();
  });

  const listedBy = async ({ accessToken }: Talker, workspaceId?: string) => {
    const client = new OpenAI({
      baseURL: `${gateway.url}/inference`,
      apiKey: accessToken,
      ...(workspaceId ? { defaultHeaders: { 'x-workspace-id': workspaceId } } : {}),
    });
    return (await client.models.list()).data as (OpenAI.Model & { name: string })[];
  };
  const asked = () => fake.requests.filter(({ path }) => path === '/v1/models').length;

  it('is the provider’s list, sorted, with readable names, and is fetched once', async () => {
    const first = await listedBy(ada);
    const provided = first.filter(({ owned_by }) => owned_by === 'openai-compatible');
    expect(provided.map(({ id, name }) => [id, name])).toEqual([
      ['openai-compatible/middle', 'middle'],
      ['openai-compatible/vendor/ant-1', 'Vendor: Ant 1'],
      ['openai-compatible/zebra-2', 'zebra-2'],
    ]);
    expect(first.find(({ id }) => id === 'local/offline')?.name).toBe('Offline assistant');
    expect(first.find(({ id }) => id === `agent:${ada.agentId}`)?.name).toBe('Ada’s helper');
    fake.list(['middle', 'vendor/ant-1', 'zebra-2']);
    expect(await listedBy(ada)).toEqual(first);
    expect(asked()).toBe(1);
    const [, model] = provided;
    const one = await ada.act('GET', `/inference/models/${encodeURIComponent(model?.id ?? '')}`);
    expect(one.body).toEqual(model);
  });

  it('leaves out models that the workspace does not allow, and the names of granted agents', async () => {
    const bob = await newTalker(gateway);
    const path = `/workspaces/${bob.workspaceId}/restrictions`;
    await bob.act('PUT', path, { allowedProviders: null, allowedModels: ['vendor/ant-1'] });
    expect((await listedBy(bob)).map(({ id }) => id)).toEqual(['openai-compatible/vendor/ant-1']);
    const team = await newTeam(bob, {});
    await ada.act('PUT', `/workspaces/${ada.workspaceId}/agent-grants/${ada.agentId}`, { workspaceId: team });
    const text = JSON.stringify(await listedBy(bob, team));
    expect(text).not.toContain('Ada’s helper');
  });
});

describe('the lists of providers', () => {
  it('are kept while a provider is down, and replaced by the catalogue if they never came', async () => {
    const fake = await startFakeModel();
    fake.list({ status: 500 });
    const models = createModels(
      { openaiApiKey: 'sk-x', compatibleBaseUrl: fake.url },
      { ...hasty, baseUrls: { openai: fake.url } },
    );
    const ids = async () =>
      (await models.offered()).filter(({ provider }) => provider === 'openai').map(({ model }) => model);
    const catalogue = models.list().filter(({ provider }) => provider === 'openai');
    expect(await ids()).toEqual(catalogue.map(({ model }) => model));
    await models.stop();
    await fake.stop();
  });

  it('do not wait for a slow provider', async () => {
    const { createServer } = await import('node:http');
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const { port } = silent.address() as { port: number };
    const models = createModels({ compatibleBaseUrl: `http://127.0.0.1:${port}/v1` }, { log: hasty.log });
    const began = performance.now();
    expect((await models.offered()).map(({ model }) => model)).toContain('offline');
    expect(performance.now() - began).toBeLessThan(onThisMachine(6_000));
    silent.closeAllConnections();
    silent.close();
  });

  it('include Anthropic’s and Google’s, with their display names', async () => {
    const { createServer } = await import('node:http');
    const lists = createServer((request, response) => {
      const anthropic = { data: [{ id: 'claude-x', display_name: 'Claude X' }] };
      const google = {
        models: [
          { name: 'models/gemini-x', displayName: 'Gemini X', supportedGenerationMethods: ['generateContent'] },
          { name: 'models/embed-x', displayName: 'Embed X', supportedGenerationMethods: ['embedContent'] },
        ],
      };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(request.headers['x-api-key'] ? anthropic : google));
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => lists.once('listening', resolve));
    const { port } = lists.address() as { port: number };
    const base = `http://127.0.0.1:${port}`;
    const models = createModels(
      { anthropicApiKey: 'sk-a', googleApiKey: 'g' },
      { ...hasty, baseUrls: { anthropic: base, google: base } },
    );
    const offered = await models.offered();
    expect(offered).toContainEqual({ provider: 'anthropic', model: 'claude-x', name: 'Claude X' });
    expect(offered.filter(({ provider }) => provider === 'google').slice(-1)).toEqual([
      { provider: 'google', model: 'gemini-x', name: 'Gemini X' },
    ]);
    await models.stop();
    lists.closeAllConnections();
    lists.close();
  });
});
