import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { startFakeModel } from '../../../test/harness/fake-model.ts';
import { createModels } from './models.ts';
import type { ModelSettings } from './providers.ts';
import { ask, failureOf, hasty, silentLog } from './test-models.ts';

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

function open(settings: ModelSettings) {
  const models = createModels(settings, hasty);
  stops.push(models.stop);
  return models;
}

const { signal } = new AbortController();

describe('the default model', () => {
  it('is the offline assistant when nothing is configured', () => {
    const models = open({});
    expect(models.providers()).toEqual(['local']);
    expect(models.defaultModel).toEqual({ provider: 'local', model: 'offline' });
    expect(models.resolve(null, null)).toMatchObject({ provider: 'local', contextWindow: 32_000, configured: true });
  });

  it('is that of the first configured provider, unless DEFAULT_MODEL names one', () => {
    expect(open({ anthropicApiKey: 'a', googleApiKey: 'g' }).defaultModel.provider).toBe('anthropic');
    expect(open({ openaiApiKey: 'o', anthropicApiKey: 'a' }).resolve(null, null)).toMatchObject({
      provider: 'openai',
      configured: true,
      contextWindow: expect.any(Number),
    });
    const named = open({ openaiApiKey: 'o', googleApiKey: 'g', defaultModel: 'google/gemini-9/beta' });
    expect(named.defaultModel).toEqual({ provider: 'google', model: 'gemini-9/beta' });
    expect(named.list()[0]).toEqual({ provider: 'google', model: 'gemini-9/beta', contextWindow: null, takes: {} });
  });

  it('that cannot be used is logged at start and its error names it; no other model replaces it', async () => {
    const warnings: string[] = [];
    const log = { ...silentLog, warn: (_fields: object, message: string) => void warnings.push(message) };
    const models = createModels({ defaultModel: 'openai/gpt-5' }, { ...hasty, log });
    stops.push(models.stop);
    expect(warnings).toEqual([expect.stringContaining('OPENAI_API_KEY is not set')]);
    expect(models.resolve(null, null)).toMatchObject({
      provider: 'openai',
      configured: false,
      reason: expect.stringContaining('OPENAI_API_KEY'),
    });
    const error = await failureOf(models.generate('openai', ask('hi')));
    expect(error).toMatchObject({ code: 'model_error', message: expect.stringContaining('OPENAI_API_KEY') });
    expect(await failureOf(models.probe(signal))).toMatchObject({ code: 'model_error' });
  });
});

describe('choosing a model', () => {
  const models = createModels({ openaiApiKey: 'o', googleApiKey: 'g' }, hasty);

  it('accepts a provider, with its default model, or a model, with its known provider', () => {
    expect(models.resolve('google', null)).toMatchObject({ provider: 'google', configured: true });
    expect(models.resolve(null, 'gemini-2.5-pro')).toMatchObject({ provider: 'google', model: 'gemini-2.5-pro' });
    expect(models.resolve(null, 'brand-new')).toMatchObject({
      provider: 'openai',
      model: 'brand-new',
      contextWindow: null,
    });
    expect(models.resolve('local', null)).toMatchObject({ provider: 'local', model: 'offline', configured: true });
  });

  it('says what is missing', () => {
    expect(models.resolve('anthropic', 'claude-opus-5')).toMatchObject({
      configured: false,
      reason: 'The model provider anthropic is not configured: ANTHROPIC_API_KEY is not set.',
    });
    expect(models.resolve('acme', 'x')).toMatchObject({
      configured: false,
      reason: 'There is no model provider "acme".',
    });
  });

  it('lists the known models of the configured providers, with prices', () => {
    const providers = new Set(models.list().map(({ provider }) => provider));
    expect(providers).toEqual(new Set(['openai', 'google', 'local']));
    expect(models.list()[0]).toMatchObject({ provider: 'openai', price: { prompt: expect.any(Number) } });
    expect(models.info('google', 'gemini-2.5-flash').price?.cached).toBe(30);
  });
});

describe('a compatible server', () => {
  async function openCompatible(settings: ModelSettings = {}) {
    const server = await startFakeModel();
    stops.push(server.stop);
    return { server, models: open({ compatibleBaseUrl: server.url, ...settings }) };
  }

  it('uses the first model it lists when none is named', async () => {
    const { server, models } = await openCompatible();
    const { model } = models.resolve(null, null);
    expect((await models.generate('openai-compatible', ask('hi', { model }))).text).toBe('Echo: hi');
    expect(server.requests.at(-1)?.body.model).toBe('fake-model');
    expect(models.defaultModel).toEqual({ provider: 'openai-compatible', model: 'fake-model' });
    await models.generate('openai-compatible', ask('hi', { model }));
    expect(server.requests.map(({ method }) => method)).toEqual(['GET', 'POST', 'POST']);
  });

  it('is probed by asking for its models', async () => {
    const { models } = await openCompatible();
    expect(await models.probe(signal)).toMatchObject({ provider: 'openai-compatible', model: 'fake-model' });
  });

  it('that fails is not replaced by the offline assistant', async () => {
    const { server, models } = await openCompatible({ defaultModel: 'openai-compatible/fake-model' });
    await server.stop();
    for (const attempt of [() => models.generate('openai-compatible', ask('hi'), () => {}), () => models.probe(signal)])
      expect(await failureOf(attempt())).toMatchObject({
        code: 'model_error',
        message: expect.stringMatching(/^openai-compatible could not be reached/),
      });
  });
});

describe('starting', () => {
  it('does not load the packages of unused providers', async () => {
    const script = `
      import { createModels } from '${new URL('./models.ts', import.meta.url).href}';
      import { registerHooks } from 'node:module';
      const loaded = [];
      registerHooks({ resolve: (name, context, next) => (name.startsWith('@ai-sdk/') && loaded.push(name), next(name, context)) });
      const models = createModels({ anthropicApiKey: 'a', googleApiKey: 'g' }, { log: { warn() {} } });
      models.resolve(null, null);
      await models.stop();
      console.log(JSON.stringify(loaded));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
    expect(JSON.parse(stdout)).toEqual([]);
  });

  it('answers the probe offline', async () => {
    expect(await open({}).probe(signal)).toMatchObject({ provider: 'local', model: 'offline' });
  });
});
