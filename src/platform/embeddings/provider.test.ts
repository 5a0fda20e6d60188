import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeModel, startFakeModel } from '../../../test/harness/fake-model.ts';
import { startLocalServer } from '../../../test/harness/local-server.ts';
import { ConfigError, readConfig } from '../../config.ts';
import type { Log } from '../../kernel/log.ts';
import { createDocumentEmbeddings, createEmbeddings } from './create-embeddings.ts';
import { createProviderEmbeddings } from './provider.ts';

const log: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe('embeddings of a provider', () => {
  let model: FakeModel;
  beforeAll(async () => {
    model = await startFakeModel();
  });
  afterAll(() => model.stop());

  it.each(['openai', 'openai-compatible'] as const)('come from %s, in the order of the texts', async (provider) => {
    const embeddings = createProviderEmbeddings({
      provider,
      model: 'embed-1',
      baseUrl: model.url,
      apiKey: 'secret',
      log,
    });
    expect([embeddings.model, embeddings.dimension]).toEqual([`${provider}/embed-1`, 0]);
    const [coffee, blank, tea, again] = await embeddings.embed(['black coffee', ' ', 'green tea', 'black coffee']);
    expect(embeddings.dimension).toBe(1_536);
    expect(coffee).toEqual(again);
    expect(coffee).not.toEqual(tea);
    expect(Math.hypot(...(coffee ?? []))).toBeCloseTo(1, 5);
    expect(blank).toEqual(new Float32Array(1_536));
    const { headers, body } = model.requests.at(-1) ?? {};
    expect(headers?.authorization).toBe('Bearer secret');
    expect(body).toMatchObject({ model: 'embed-1', input: ['black coffee', 'green tea', 'black coffee'] });
    await embeddings.stop();
    await expect(embeddings.embed(['late'])).rejects.toThrow();
  });

  it('is the one that EMBEDDING_MODEL names', async () => {
    const settings = { JWT_SECRET: 'x'.repeat(32), OPENAI_COMPATIBLE_BASE_URL: model.url };
    const read = (more: object) => createEmbeddings(readConfig({ ...settings, ...more }).models, { log });
    const chosen = read({ EMBEDDING_MODEL: 'openai-compatible/some/model' });
    expect(chosen.model).toBe('openai-compatible/some/model');
    await chosen.embed(['hello']);
    expect(model.requests.at(-1)?.body.model).toBe('some/model');
    await chosen.stop();
    expect(read({}).model).toBe('local/universal-sentence-encoder-lite');
    expect(read({ EMBEDDING_MODEL: 'local/anything' }).dimension).toBe(512);
    for (const wrong of ['gpt', 'anthropic/claude', 'openai/text-embedding-3-small'])
      expect(() => read({ EMBEDDING_MODEL: wrong })).toThrow(ConfigError);
  });

  it('is a larger one for documents, unless another one is named for both or the small one for documents', async () => {
    const warnings: unknown[] = [];
    const noted = { ...log, warn: (...told: unknown[]) => void warnings.push(told) };
    const models = (more: object) => readConfig({ JWT_SECRET: 'x'.repeat(32), ...more }).models;
    const read = (more: object) => createDocumentEmbeddings(models(more), { log });
    expect(() => read({ DOCUMENT_EMBEDDING_MODEL: 'local/anything' })).toThrow(ConfigError);
    const small = { DOCUMENT_EMBEDDING_MODEL: 'local/universal-sentence-encoder-lite' };
    expect(read(small)).toBeUndefined();
    expect(read({ EMBEDDING_MODEL: 'local/universal-sentence-encoder-lite' })?.dimension).toBe(384);
    const provider = {
      EMBEDDING_MODEL: 'openai-compatible/some/model',
      OPENAI_COMPATIBLE_BASE_URL: 'http://127.0.0.1:1/v1',
    };
    expect(read(provider)).toBeUndefined();
    expect(read({ ...provider, ...small })?.dimension).toBe(512);
    expect(read({ ...provider, DOCUMENT_EMBEDDING_MODEL: 'local/all-minilm-l6-v2' })?.dimension).toBe(384);
    expect(createDocumentEmbeddings(models({}), { log: noted, findWeights: () => undefined })).toBeUndefined();
    expect(warnings).toHaveLength(1);
    const embeddings = read({});
    const vectors = await embeddings?.embed(['A text.', 'この文', 'a text'], { as: 'question' });
    expect(vectors?.map(({ length }) => length)).toEqual([384, 384, 384]);
    expect(vectors?.[1]?.every((value) => value === 0)).toBe(true);
    await embeddings?.stop();
  });
});

it('a provider that refuses, breaks off or sends an invalid answer causes an error, not a vector', async () => {
  let answer: { status: number; body: string } = { status: 200, body: '' };
  const server = await startLocalServer(async ({ response }) => {
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  });
  const embeddings = createProviderEmbeddings({
    provider: 'openai-compatible',
    model: 'm',
    baseUrl: `${server.origin}/v1`,
    apiKey: 'sk-very-secret-key-1234',
    log,
  });
  const ask = async (status: number, body: unknown) => {
    answer = { status, body: typeof body === 'string' ? body : JSON.stringify(body) };
    return embeddings.embed(['one', 'two']).then(
      () => 'a vector',
      (error: Error) => error.message,
    );
  };
  const vector = (index: number, embedding: unknown) => ({ index, embedding });
  expect(await ask(500, '<html>')).toContain('500');
  expect(await ask(401, { error: { message: 'wrong key sk-very-secret-key-1234' } })).not.toContain('secret');
  for (const body of [
    'nonsense',
    {},
    { data: [] },
    { data: [vector(0, [1, 2])] },
    { data: [vector(0, [1, 2]), vector(0, [1, 2])] },
    { data: [vector(0, [1, 2]), vector(1, [1, 2, 3])] },
    { data: [vector(0, [1, 2]), vector(1, ['a', 'b'])] },
    { data: [vector(0, [1, 2]), vector(1, null)] },
    { data: [vector(0, []), vector(1, [])] },
  ])
    expect([body, await ask(200, body)]).toEqual([body, expect.not.stringMatching(/^a vector$/)]);
  expect(await ask(200, { data: [vector(1, [0, 2]), vector(0, [3, 4])] })).toBe('a vector');
  expect(await embeddings.embed(['one', 'two'])).toEqual([Float32Array.of(0.6, 0.8), Float32Array.of(0, 1)]);
  await embeddings.stop();
  await server.stop();
});
