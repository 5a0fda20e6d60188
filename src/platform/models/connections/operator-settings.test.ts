import { expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../../config.ts';

const read = (connections: unknown, more: Record<string, string> = {}) =>
  readConfig({
    JWT_SECRET: 'x'.repeat(32),
    MODEL_CONNECTIONS: typeof connections === 'string' ? connections : JSON.stringify(connections),
    ...more,
  }).models.connections;

function problemsOf(connections: unknown, more: Record<string, string> = {}): readonly string[] {
  try {
    read(connections, more);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

const key = 'sk-never-shown';
const eu = { name: 'eu', kind: 'azure-openai', baseUrl: 'https://eu.example.com', apiKey: key, pool: 'gpt', weight: 2 };
const us = { name: 'us', kind: 'openai', apiKey: key, pool: 'gpt', firstTokenTimeoutMs: 2_000, timeoutMs: 60_000 };

it('reads any number of connections of the operator', () => {
  expect(read([eu, us])).toEqual([eu, us]);
  expect(read([{ name: 'here', kind: 'ollama', models: ['llama'], headers: { 'x-team': 'a' } }])).toHaveLength(1);
  expect(readConfig({ JWT_SECRET: 'x'.repeat(32) }).models.connections).toEqual([]);
});

it('names what is wrong, without a key', () => {
  expect(problemsOf('{')).toEqual(['MODEL_CONNECTIONS must be JSON']);
  expect(problemsOf({})).toEqual(['MODEL_CONNECTIONS must be a JSON array of connections']);
  const wrong = problemsOf([
    1,
    {},
    { name: 'Eu', kind: 'acme', apiKey: `${key} ` },
    { name: 'a', kind: 'openai-compatible', weight: -1, timeoutMs: 1, models: [1], headers: { host: 'x' }, url: 'x' },
    { name: 'b', kind: 'openai', baseUrl: 'ftp://example.com', headers: { one: 1 }, pool: 'a/b' },
  ]);
  const begins = (index: number) => `MODEL_CONNECTIONS has a wrong connection ${index}: `;
  expect(wrong).toEqual([
    `${begins(1)}must be an object`,
    `${begins(2)}needs "name"`,
    `${begins(2)}needs "kind"`,
    `${begins(3)}"name" must be a name such as "openai-eu"`,
    expect.stringContaining(`${begins(3)}"kind" must be one of openai, anthropic`),
    `${begins(3)}"apiKey" must be visible ASCII characters`,
    `${begins(4)}"weight" must be a whole number from 0 to 1000`,
    `${begins(4)}"timeoutMs" must be a whole number from 100 to 3600000`,
    `${begins(4)}"models" must be a list of names`,
    `${begins(4)}"headers" must not hold host, which belongs to the connection`,
    `${begins(4)}knows no "url"`,
    `${begins(4)}needs "baseUrl"`,
    `${begins(5)}"baseUrl" must be an http or https address`,
    `${begins(5)}"headers" must be an object of texts`,
    `${begins(5)}"pool" must be a name such as "openai-eu"`,
  ]);
});

it('refuses names that mean two things', () => {
  expect(problemsOf([us, us])).toHaveLength(1);
  expect(problemsOf([{ ...us, name: 'local' }])).toHaveLength(1);
  expect(problemsOf([eu, { ...us, name: 'gpt', pool: 'other' }])).toHaveLength(1);
  expect(problemsOf([eu, { ...us, name: 'gpt', pool: 'gpt' }])).toEqual([]);
  expect(problemsOf([{ ...us, name: 'openai' }])).toEqual([]);
  expect(problemsOf([{ ...us, name: 'openai' }], { OPENAI_API_KEY: 'sk-a-key-of-the-variable' })).toEqual([
    'MODEL_CONNECTIONS has a connection openai, and OPENAI_API_KEY makes one of that name: leave one out',
  ]);
  expect(problemsOf([{ ...us, pool: 'openai' }], { OPENAI_API_KEY: 'sk-a-key-of-the-variable' })).toHaveLength(1);
});

it('lets prices and abilities name a connection', () => {
  const models = readConfig({
    JWT_SECRET: 'x'.repeat(32),
    MODEL_CONNECTIONS: JSON.stringify([us]),
    MODEL_PRICES: JSON.stringify({ 'us/gpt-5': { input: 1, output: 2 } }),
    MODEL_ABILITIES: JSON.stringify({ 'us/gpt-5': { images: false } }),
  }).models;
  expect(models.prices?.get('us/gpt-5')).toMatchObject({ prompt: 1_000, completion: 2_000 });
  expect(models.abilities?.get('us/gpt-5')).toEqual({ images: false });
  expect(problemsOf([us], { MODEL_PRICES: JSON.stringify({ 'eu/gpt-5': { input: 1, output: 2 } }) })).toHaveLength(1);
});
