import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { HumanMessage } from '@langchain/core/messages';
import { ChatOpenAI } from '@langchain/openai';
import { generateText } from 'ai';
import OpenAI, { BadRequestError, NotFoundError } from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../../test/harness/databases.ts';
import { type FakeModel, startFakeModel } from '../../../../test/harness/fake-model.ts';
import { startGateway, type TestGateway } from '../../../../test/harness/gateway.ts';
import { startLocalServer } from '../../../../test/harness/local-server.ts';
import { jpeg, pdfOf, png } from '../../../../test/harness/sample-files.ts';
import { newTalker, type Talker } from '../../../../test/harness/talking.ts';

type Ask = OpenAI.ChatCompletionMessageParam[];
const dataUrl = (mediaType: string, bytes: Buffer) => `data:${mediaType};base64,${bytes.toString('base64')}`;
const report = pdfOf(['Turnover doubled.']);
const fakes = 'openai-compatible/fake-model';

describe.each(engines)('images and files through OpenAI’s interface, on %s', (engine) => {
  let fake: FakeModel;
  let pictures: Awaited<ReturnType<typeof startLocalServer>>;
  let gateway: TestGateway;
  let ada: Talker;
  let bob: Talker;
  let client: OpenAI;
  let fetched: string[] = [];

  const clientOf = ({ accessToken }: Talker) =>
    new OpenAI({ baseURL: `${gateway.url}/inference`, apiKey: accessToken, maxRetries: 0 });

  beforeAll(async () => {
    fake = await startFakeModel();
    pictures = await startLocalServer(async ({ path, response }) => {
      fetched.push(path);
      if (path === '/photo.jpg') response.writeHead(200, { 'content-type': 'text/html' }).end(jpeg);
      else response.writeHead(404).end();
    });
    gateway = await startGateway(engine, {
      settings: {
        OPENAI_COMPATIBLE_BASE_URL: fake.url,
        MODEL_ABILITIES: '{"openai-compatible/blind": {"images": false, "pdfs": false}}',
      },
    });
    const agent = { provider: 'openai-compatible', model: 'fake-model' };
    [ada, bob] = await Promise.all([newTalker(gateway, { agent }), newTalker(gateway, { agent })]);
    client = clientOf(ada);
  });
  beforeEach(() => {
    fake.reset();
    fetched = [];
  });
  afterAll(async () => {
    await gateway?.stop();
    await pictures?.stop();
    await fake?.stop();
  });

  const names = { 'a model': () => fakes, 'an agent': () => `agent:${ada.agentId}` };
  const kinds = Object.keys(names) as (keyof typeof names)[];
  /** What the provider got as the last message. */
  const received = () => fake.requests.at(-1)?.body.messages?.at(-1)?.content;
  const picture = { type: 'image_url' as const, image_url: { url: dataUrl('image/png', png) } };
  const stored = () =>
    gateway.gateway.database.all<{ id: string; name: string }>(
      'SELECT id, name FROM files WHERE workspace_id = $1 ORDER BY id',
      [ada.workspaceId],
    );

  it.each(kinds)('reach %s as data and by address', async (kind) => {
    const before = (await stored()).length;
    const messages: Ask = [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is on these?' },
          { ...picture, image_url: { ...picture.image_url, detail: 'low' } },
          { type: 'image_url', image_url: { url: `${pictures.origin}/photo.jpg` } },
        ],
      },
    ];
    const answer = await client.chat.completions.create({ model: names[kind](), messages });
    expect(answer.choices[0]?.message.content).toBe('Echo: What is on these?');
    // The type of the fetched one is read from its bytes: the server says that it is HTML.
    expect(received()).toEqual([
      { type: 'text', text: 'What is on these?' },
      picture,
      { type: 'image_url', image_url: { url: dataUrl('image/jpeg', jpeg) } },
    ]);
    expect(fetched).toEqual(['/photo.jpg']);
    // A request to a model stores nothing.
    expect((await stored()).length - before).toBe(kind === 'a model' ? 0 : 2);

    const stream = await client.chat.completions.create({ model: names[kind](), messages, stream: true });
    let text = '';
    for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? '';
    expect(text).toBe('Echo: What is on these?');
  });

  it.each(kinds)('of earlier messages and PDF files reach %s', async (kind) => {
    const messages: Ask = [
      { role: 'user', content: [picture, { type: 'text', text: 'Remember this.' }] },
      { role: 'assistant', content: 'I do.' },
      {
        role: 'user',
        content: [{ type: 'file', file: { file_data: dataUrl('application/pdf', report), filename: 'report.pdf' } }],
      },
    ];
    await client.chat.completions.create({ model: names[kind](), messages });
    expect(fake.requests[0]?.body.messages?.filter(({ role }) => role !== 'system')).toEqual(messages);
  });

  it.each(kinds)('of several megabytes reach %s', async (kind) => {
    const large = Buffer.concat([png, Buffer.alloc(3 * 1_048_576, 7)]);
    const content = [{ type: 'image_url' as const, image_url: { url: dataUrl('image/png', large) } }];
    await client.chat.completions.create({ model: names[kind](), messages: [{ role: 'user', content }] });
    expect(received()).toEqual(content);
  });

  it('that are stored are named by their id, by their owner only', async () => {
    const file = { file_data: dataUrl('application/pdf', report), filename: 'own.pdf' };
    await client.chat.completions.create({
      model: names['an agent'](),
      messages: [{ role: 'user', content: [{ type: 'file', file }] }],
    });
    const id = (await stored()).find(({ name }) => name === 'own.pdf')?.id ?? '';
    const messages: Ask = [{ role: 'user', content: [{ type: 'file', file: { file_id: id } }] }];
    for (const kind of kinds) {
      await client.chat.completions.create({ model: names[kind](), messages });
      expect(received()).toEqual([
        { type: 'file', file: { filename: 'own.pdf', file_data: dataUrl('application/pdf', report) } },
      ]);
    }
    fake.reset();
    for (const model of [fakes, `agent:${bob.agentId}`])
      await expect(clientOf(bob).chat.completions.create({ model, messages })).rejects.toBeInstanceOf(NotFoundError);
    expect(fake.requests).toHaveLength(0);
  });

  it('that the model cannot take are refused with 400, documents become text', async () => {
    const blind = await ada.newAgent({ provider: 'openai-compatible', model: 'blind' });
    for (const model of ['openai-compatible/blind', `agent:${blind}`, 'local/offline']) {
      const refused = client.chat.completions.create({ model, messages: [{ role: 'user', content: [picture] }] });
      await expect(refused).rejects.toMatchObject({ status: 400, code: 'unsupported_content' });
    }
    const file = { file_data: dataUrl('application/pdf', report), filename: 'report.pdf' };
    await client.chat.completions.create({
      model: 'openai-compatible/blind',
      messages: [{ role: 'user', content: [{ type: 'file', file }] }],
    });
    expect(received()).toContain('Turnover doubled.');
  });

  it.each([
    [{ type: 'image_url', image_url: { url: 'file:///etc/passwd' } }, /image_url\.url/],
    [{ type: 'image_url', image_url: { url: 'data:image/png;base64,&&&' } }, /data URL/],
    [{ type: 'image_url', image_url: { url: 'http://169.254.169.254/latest' } }, /address|url/],
    [{ type: 'file', file: {} }, /file_data/],
    [{ type: 'input_audio', input_audio: {} }, /input_audio/],
  ])('that are none are refused: %j', async (part, words) => {
    for (const kind of kinds) {
      const messages = [{ role: 'user', content: [{ type: 'text', text: 'Look' }, part] }] as unknown as Ask;
      const refused = client.chat.completions.create({ model: names[kind](), messages });
      await expect(refused).rejects.toBeInstanceOf(BadRequestError);
      await expect(refused).rejects.toThrow(words);
    }
    expect(fake.requests).toHaveLength(0);
  });

  const lookAt = [
    { type: 'text', text: 'Look' },
    picture,
    { type: 'image_url', image_url: { url: dataUrl('image/jpeg', jpeg) } },
    { type: 'file', file: { filename: 'report.pdf', file_data: dataUrl('application/pdf', report) } },
  ];

  it.each(kinds)('of the AI SDK reach %s', async (kind) => {
    const sdk = createOpenAICompatible({
      name: 'gateway',
      baseURL: `${gateway.url}/inference`,
      apiKey: ada.accessToken,
    });
    const { text } = await generateText({
      model: sdk(names[kind]()),
      maxRetries: 0,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Look' },
            { type: 'file', mediaType: 'image/png', data: png },
            { type: 'file', mediaType: 'image/jpeg', data: jpeg },
            { type: 'file', mediaType: 'application/pdf', filename: 'report.pdf', data: report },
          ],
        },
      ],
    });
    expect(text).toBe('Echo: Look');
    expect(received()).toEqual(lookAt);
  });

  it.each(kinds)('of LangChain reach %s', async (kind) => {
    const chat = new ChatOpenAI({
      model: names[kind](),
      apiKey: ada.accessToken,
      maxRetries: 0,
      configuration: { baseURL: `${gateway.url}/inference` },
    });
    const { content } = await chat.invoke([
      new HumanMessage({
        content: [
          { type: 'text', text: 'Look' },
          picture,
          { type: 'image_url', image_url: { url: `${pictures.origin}/photo.jpg` } },
          { type: 'file', file: { filename: 'report.pdf', file_data: dataUrl('application/pdf', report) } },
        ],
      }),
    ]);
    expect(content).toBe('Echo: Look');
    expect(received()).toEqual(lookAt);
  });
});
