import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { engines } from '../../../../test/harness/databases.ts';
import { startMcpServer } from '../../../../test/harness/mcp-server.ts';
import { jpeg, png } from '../../../../test/harness/sample-files.ts';
import {
  newTalker,
  patienceMs,
  type SessionDetails,
  say,
  startTalking,
  type Talker,
  type Talking,
} from '../../../../test/harness/talking.ts';

const image = (bytes: Buffer, mimeType: string) => ({
  type: 'image' as const,
  data: bytes.toString('base64'),
  mimeType,
});
const shots = {
  content: [
    { type: 'text' as const, text: 'Two pictures.' },
    // What the server says about the type is not believed.
    image(jpeg, 'image/png'),
    image(png, 'image/png'),
    image(Buffer.from('no image at all'), 'image/png'),
  ],
};

describe.each(engines)('images in results of tools on %s', (engine) => {
  let world: Talking;
  let ada: Talker;
  let remote: Awaited<ReturnType<typeof startMcpServer>>;

  beforeAll(async () => {
    world = await startTalking(engine, {
      settings: { MODEL_ABILITIES: '{"openai-compatible/blind": {"images": false}}' },
    });
    ada = await newTalker(world.gateway);
    remote = await startMcpServer([{ name: 'shoot', call: () => shots }]);
    const { body } = await ada.act<{ id: string }>('POST', '/tools/mcp-servers', { name: 'camera', url: remote.url });
    // On a busy machine, loading the client may take longer than a connection may.
    const lookAgain = async () =>
      (await ada.act<{ toolCount: number }>('PUT', `/tools/mcp-servers/${body.id}`, { url: remote.url })).body
        .toolCount;
    await vi.waitFor(async () => expect(await lookAgain()).toBe(1), { timeout: patienceMs, interval: 100 });
  });
  beforeEach(() => world.model.reset());
  afterAll(async () => {
    await world.stop();
    await remote.stop();
  });

  const shoot = { toolCalls: [{ name: 'camera_shoot', arguments: {} }] };
  const urlOf = (mediaType: string, bytes: Buffer) => `data:${mediaType};base64,${bytes.toString('base64')}`;
  const seen = [
    { type: 'text', text: expect.stringContaining('camera.shoot') },
    { type: 'image_url', image_url: { url: urlOf('image/jpeg', jpeg) } },
    { type: 'image_url', image_url: { url: urlOf('image/png', png) } },
  ];

  it('reach a model that sees, are kept with the conversation and go with it', async () => {
    const agentId = await ada.newAgent({ tools: ['camera.shoot'] });
    world.model.script(shoot, 'A cat.', 'Still a cat.');
    const { sessionId } = await say(ada, 'Look', { agentId });
    expect(world.model.requests[1]?.body.messages?.at(-1)?.content).toEqual(seen);

    // In the next turn they come from the history.
    await say(ada, 'And now?', { agentId, sessionId });
    const again = world.model.requests[2]?.body.messages ?? [];
    expect(again.map(({ role }) => role).slice(-5)).toEqual(['assistant', 'tool', 'user', 'assistant', 'user']);
    expect(again.at(-3)?.content).toEqual(seen);

    const { messages } = (await ada.act<SessionDetails>('GET', `/sessions/${sessionId}`)).body;
    const result = messages.find(({ role }) => role === 'tool') as unknown as { content: string; parts: object[] };
    expect(result.parts).toMatchObject([
      { type: 'image', mediaType: 'image/jpeg', bytes: jpeg.length },
      { type: 'image', mediaType: 'image/png', bytes: png.length },
    ]);
    expect(result.content).toContain('Two pictures.');
    const held = () =>
      world.gateway.gateway.database.all('SELECT file_id FROM file_references WHERE session_id = $1', [sessionId]);
    expect(await held()).toHaveLength(2);
    await ada.act('DELETE', `/sessions/${sessionId}`);
    expect(await held()).toHaveLength(0);
  });

  it('are left out, with a note, for a model that does not see', async () => {
    const agentId = await ada.newAgent({ tools: ['camera.shoot'], provider: 'openai-compatible', model: 'blind' });
    world.model.script(shoot, 'I cannot see.');
    expect((await say(ada, 'Look', { agentId })).content).toBe('I cannot see.');
    const last = world.model.requests[1]?.body.messages?.at(-1);
    expect(last).toMatchObject({ role: 'tool', content: expect.stringContaining('Two pictures.') });
    expect(last?.content).toContain('[image image-1: left out, this model cannot take it]');
  });
});
