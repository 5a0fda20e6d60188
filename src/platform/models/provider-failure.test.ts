import { expect, it } from 'vitest';
import { createModels } from './models.ts';
import { refusal, shorten } from './provider-failure.ts';
import { silentLog } from './test-models.ts';

it.each([
  ['x', 'it exploded at x', 'it exploded at x'],
  ['', 'it exploded', 'it exploded'],
  ['none', 'none of these models', 'none of these models'],
  ['password', 'the password and all passwords', 'the [key] and all passwords'],
  ['local-key', 'wrong key "local-key", not my-local-keys', 'wrong key "[key]", not my-local-keys'],
  ['a.b(c)*d', 'a.b(c)*d is wrong, aXb(c)*d is not it', '[key] is wrong, aXb(c)*d is not it'],
  ['0123456789abcdef', 'token0123456789abcdefg was refused', 'token[key]g was refused'],
])('the key %s is removed from a provider’s message, and other words stay whole', (key, said, shown) => {
  expect(shorten(said, key)).toBe(shown);
});

it.each([
  'Rate limit reached in organization org-AbCdEf123456',
  'see https://internal.example.com:8443/v1/x?y=1',
  'upstream 10.1.2.3:8000 failed',
  'Incorrect API key provided: sk-abcdefghijkl',
  'project proj_0123456789abcdef is archived',
])('data of the operator’s account and network is removed: %s', (said) => {
  expect(shorten(said, undefined)).not.toMatch(/AbCdEf|internal|10\.1|abcdef/);
});

it('the provider’s own words are separate from the message', () => {
  const failure = refusal({ status: 400, message: 'Budget of team Blue is over.', headers: {}, secret: undefined });
  expect([failure.message, failure.words]).toEqual(['answered 400', 'Budget of team Blue is over.']);
});

it('a key too short to be removed safely causes a warning at start that names its setting', async () => {
  const warnings: unknown[] = [];
  const log = { ...silentLog, warn: (fields: object, message: string) => void warnings.push([fields, message]) };
  const settings = { openaiApiKey: 'x', anthropicApiKey: 'long-enough-to-be-a-key', compatibleApiKey: 'EMPTY' };
  const models = createModels(settings, { log });
  expect(warnings).toEqual([
    [{ setting: 'OPENAI_API_KEY' }, expect.stringMatching(/fewer than 8/)],
    [{ setting: 'OPENAI_COMPATIBLE_API_KEY' }, expect.stringMatching(/fewer than 8/)],
  ]);
  expect(JSON.stringify(warnings)).not.toContain('EMPTY');
  await models.stop();
});
