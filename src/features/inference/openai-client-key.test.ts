import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { createFakeClock } from '../../../test/harness/fake-clock.ts';
import { newTestKey } from '../../../test/harness/keys.ts';
import { actingAs } from '../../../test/harness/people.ts';
import { startTalking } from '../../../test/harness/talking.ts';

type Talking = Awaited<ReturnType<typeof startTalking>>;
const model = 'openai-compatible/fake-model';
const messages = [{ role: 'user' as const, content: 'Count' }];

describe.each(engines)('the official OpenAI client with a personal key, on %s', (engine) => {
  const clock = createFakeClock(Date.now());
  let talking: Talking;
  beforeAll(async () => {
    talking = await startTalking(engine, { nodes: engine === 'postgres' ? 2 : 1, clock });
  });
  afterAll(() => talking?.stop());

  it('works for longer than an access token lives, streams included, until the key is revoked: then on no node', async () => {
    const { gateway, gateways, model: fake } = talking;
    const { accessToken, refreshToken } = await gateway.person();
    const key = await newTestKey(gateway, actingAs(gateway, { accessToken }));
    const clients = (apiKey: string) =>
      gateways.map(({ url }) => new OpenAI({ baseURL: `${url}/inference`, apiKey, maxRetries: 0 }));
    const ask = async (client: OpenAI) =>
      (await client.chat.completions.create({ model, messages })).choices[0]?.message.content;

    for (const client of [...clients(key.key), ...clients(accessToken)]) {
      fake.script('One.');
      expect(await ask(client)).toBe('One.');
    }
    fake.script({ text: 'One two three four five six.', chunks: 6, chunkDelayMs: 50 });
    const [first] = clients(key.key) as [OpenAI];
    let heard = '';
    for await (const { choices } of await first.chat.completions.create({ model, messages, stream: true })) {
      heard += choices[0]?.delta.content ?? '';
      clock.advance(5 * 60_000);
    }
    expect(heard).toBe('One two three four five six.');

    for (const client of clients(accessToken)) await expect(ask(client)).rejects.toMatchObject({ status: 401 });
    for (const client of clients(key.key)) {
      fake.script('Two.');
      expect(await ask(client)).toBe('Two.');
      const listed = await client.models.list();
      expect(listed.data.map(({ id }) => id)).toContain('local/offline');
    }

    // A stream that is under way ends as well, with the key.
    fake.script({ text: 'On and on and on.', chunks: 8, chunkDelayMs: 500 });
    const streams = await clients(key.key).at(-1)?.chat.completions.create({ model, messages, stream: true });
    const fresh = await gateway.call<{ accessToken: string }>('POST', '/auth/refresh', { body: { refreshToken } });
    const act = actingAs(gateway, { accessToken: fresh.body.accessToken });
    expect((await act('DELETE', `/auth/keys/${key.id}`)).status).toBe(204);
    for (const client of clients(key.key)) {
      await expect(ask(client)).rejects.toMatchObject({ status: 401, code: 'key_revoked' });
      await expect(client.models.list()).rejects.toMatchObject({ status: 401 });
    }
    const rest = async () => {
      let text = '';
      for await (const { choices } of streams ?? []) text += choices[0]?.delta.content ?? '';
      return text;
    };
    expect(await rest().catch(() => 'broken off')).not.toBe('On and on and on.');
  });
});
