import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startFakeModel } from '../../../../test/harness/fake-model.ts';
import { startLocalServer } from '../../../../test/harness/local-server.ts';
import { createEgress } from '../../egress/egress.ts';
import { createModels, type Models } from '../models.ts';
import { ask, failureOf, hasty } from '../test-models.ts';
import { azureAddress, plainAddress } from './addressing.ts';
import { type ConnectionSettings, presets } from './connection.ts';
import { addressOf } from './open-connection.ts';

const completion = {
  choices: [{ message: { role: 'assistant', content: 'hello' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 3, completion_tokens: 1 },
};
const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

describe('addresses', () => {
  it('of Azure name the deployment and the version, or are as OpenAI’s where they end in v1', () => {
    const azure = azureAddress('https://acme.openai.azure.com');
    expect(azure.pathFor('my gpt')).toBe('/openai/deployments/my%20gpt/chat/completions?api-version=2024-10-21');
    expect(azure.listing).toBe('https://acme.openai.azure.com/openai/models?api-version=2024-10-21');
    const dated = azureAddress('https://acme.openai.azure.com/openai?api-version=2025-04-01-preview');
    expect(dated.pathFor('gpt')).toBe('/openai/deployments/gpt/chat/completions?api-version=2025-04-01-preview');
    const newer = azureAddress('https://acme.openai.azure.com/openai/v1/');
    expect(newer.pathFor('gpt')).toBe('/openai/v1/chat/completions');
    expect(newer).toMatchObject({ listing: 'https://acme.openai.azure.com/openai/v1/models', listsModels: false });
  });

  it('of compatible servers keep their path and query', () => {
    const plain = plainAddress('https://example.com/a/v1/?tenant=1');
    expect([plain.pathFor('x'), plain.listing]).toEqual([
      '/a/v1/chat/completions?tenant=1',
      'https://example.com/a/v1/models?tenant=1',
    ]);
  });

  it('are known for the presets, and may be given', () => {
    for (const [kind, address] of Object.entries(presets))
      expect(addressOf({ kind: kind as keyof typeof presets })).toBe(address);
    expect(addressOf({ kind: 'ollama', baseUrl: 'http://gpu:1/v1/' })).toBe('http://gpu:1/v1');
    expect(addressOf({ kind: 'azure-openai' })).toBeUndefined();
  });
});

describe('a connection', () => {
  let server: Awaited<ReturnType<typeof startLocalServer>>;
  const asked: { path: string; headers: Record<string, unknown> }[] = [];
  beforeAll(async () => {
    server = await startLocalServer(async ({ request, response, path }) => {
      asked.push({ path: request.url ?? path, headers: request.headers });
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(completion));
    });
  });
  afterAll(() => server.stop());

  function open(...connections: Omit<ConnectionSettings, 'id'>[]): Models {
    const models = createModels({ connections }, hasty);
    stops.push(models.stop);
    return models;
  }

  it('to Azure sends its key in the header that Azure reads', async () => {
    const models = open({ name: 'acme', kind: 'azure-openai', baseUrl: server.origin, apiKey: 'azure-secret-1' });
    await models.generate('acme', ask('hi', { model: 'gpt-6-luna' }));
    const call = asked.at(-1);
    expect(call?.path).toBe('/openai/deployments/gpt-6-luna/chat/completions?api-version=2024-10-21');
    expect(call?.headers).toMatchObject({ 'api-key': 'azure-secret-1' });
    expect(call?.headers).not.toHaveProperty('authorization');
    // A deployment that has the name of a model has its price and window.
    expect(models.info('acme', 'gpt-6-luna')).toMatchObject({ provider: 'acme', price: expect.any(Object) });
  });

  it('sends its own headers', async () => {
    const headers = { 'http-referer': 'https://acme.example' };
    const models = open({
      name: 'router',
      kind: 'openrouter',
      baseUrl: server.origin,
      apiKey: 'router-key-1',
      headers,
    });
    await models.generate('router', ask('hi'));
    expect(asked.at(-1)?.headers).toMatchObject({ ...headers, authorization: 'Bearer router-key-1' });
  });
});

describe('the connections of a workspace', () => {
  const own = (rest: Partial<ConnectionSettings> = {}): ConnectionSettings => ({
    id: 'mcn_1',
    name: 'openai',
    kind: 'openai-compatible',
    ...rest,
  });

  it('go before the operator’s of the same name, and can be all there is', async () => {
    const models = createModels({ openaiApiKey: 'operator-key' }, hasty);
    stops.push(models.stop);
    const mine = models.connect(own({ baseUrl: 'http://127.0.0.1:1/v1' }));
    const both = models.scope([mine], true);
    expect(both.resolve('openai', 'gpt-6-luna').candidates.map(({ connection }) => connection.id)).toEqual(['mcn_1']);
    const other = models.connect(own({ id: 'mcn_2', name: 'mine', models: ['m'], baseUrl: 'http://127.0.0.1:1/v1' }));
    const alone = models.scope([other], false);
    expect(alone.names().sort()).toEqual(['local', 'mine']);
    expect(alone.defaultModel).toEqual({ provider: 'mine', model: 'm' });
    expect(alone.resolve('openai', 'gpt-6-luna')).toMatchObject({ configured: false, candidates: [] });
    expect(models.scope([other], true).names().sort()).toEqual(['local', 'mine', 'openai']);
    expect(models.scope([], false).defaultModel).toEqual({ provider: 'local', model: 'offline' });
  });

  it('reach no address that the egress guard refuses', async () => {
    const server = await startFakeModel();
    stops.push(server.stop);
    const egress = createEgress({ policy: 'public' });
    stops.push(egress.close);
    const models = createModels({}, { ...hasty, checkedConnect: egress.connect });
    stops.push(models.stop);
    const mine = models.connect(own({ baseUrl: server.url }));
    const { candidates } = models.scope([mine], true).resolve('openai', 'fake-model');
    const error = await failureOf(models.ask({ targets: [candidates], request: ask('hi') }));
    expect(error.message).toBe('openai has an address that the gateway may not connect to.');
    expect(server.requests).toEqual([]);
  });
});
