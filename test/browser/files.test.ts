import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { startGateway } from '../harness/gateway.ts';
import { startMcpServer } from '../harness/mcp-server.ts';
import { actingAs } from '../harness/people.ts';
import { look, visitor } from './page.ts';
import { drop, type Given, paste, pick, picture } from './pictures.ts';
import { ask, totals } from './talk.ts';
import { describeInBrowser, scripted } from './world.ts';

const notes: Given = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('The meeting is on Tuesday.') };
/** Names of files and strings in answers are shown as text. */
const hostile = '<img src=x onerror=alert(1)>';
const order = {
  type: 'object',
  properties: {
    item: { type: 'string' },
    count: { type: 'integer' },
    tags: { type: 'array', items: { type: 'string' } },
  },
  required: ['item', 'count'],
};

const attached = (page: Page, name: string) => page.getByRole('button', { name: `Remove ${name}` });
const widthOf = (element: unknown) => (element as { naturalWidth: number }).naturalWidth;
/** Waits until the browser has decoded it; one that it cannot show has no width. */
async function isShown(image: Locator): Promise<void> {
  await image.waitFor();
  await expect.poll(() => image.evaluate(widthOf)).toBe(320);
}

describeInBrowser('the console: files', (world) => {
  it('picks, pastes and drops files, sends them, and shows them again after a reload', async () => {
    const { page, context, person, troubles } = await visitor(world);
    const act = actingAs(world.gateway, person);
    await act('POST', '/agents', { name: 'Seeing', ...scripted });
    await page.reload();
    await page.getByRole('heading', { name: 'Seeing' }).waitFor();

    // A slow upload: its progress is shown, the message waits for it, and it can be cancelled.
    const held = Promise.withResolvers<void>();
    await page.route(/\/files\?/, async (route) => {
      await held.promise;
      await route.continue().catch(() => undefined);
    });
    await pick(page, await picture(page, 'slow.png', 'grey'), await picture(page, 'photo.png', 'steelblue'));
    await page.getByLabel('Message').fill('What is on these?');
    await page.getByRole('progressbar', { name: 'Upload of photo.png' }).waitFor();
    await page.getByRole('status').filter({ hasText: 'Uploading 2 of 2' }).waitFor({ state: 'attached' });
    expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
    await page.keyboard.press('Enter');
    expect(await page.locator('.turn').count()).toBe(0);
    await look(page, 'uploads in chat', false);
    await page.getByRole('button', { name: 'Cancel the upload of slow.png' }).click();
    held.resolve();
    await attached(page, 'photo.png').waitFor();
    await page.unroute(/\/files\?/);

    await paste(page, await picture(page, 'shot.png', 'seagreen'));
    await attached(page, 'shot.png').waitFor();
    await paste(page, await picture(page, 'wrong.png', 'black'));
    await attached(page, 'wrong.png').click();
    await drop(page, notes);
    await attached(page, 'notes.txt').waitFor();
    expect(await page.getByRole('list', { name: 'Attachments' }).getByRole('listitem').count()).toBe(3);

    world.model.script('Two circles, and a meeting on Tuesday.');
    await page.getByLabel('Message').focus();
    await page.keyboard.press('Enter');
    await totals(page).waitFor();
    expect(await page.getByRole('list', { name: 'Attachments' }).count()).toBe(0);
    const asked = JSON.stringify(world.model.requests.at(-1)?.body.messages?.at(-1)?.content);
    expect(asked.match(/"image_url":/g)).toHaveLength(2);
    expect(asked).toContain('The meeting is on Tuesday.');
    expect(asked).toContain('What is on these?');
    // They go with the conversation: none is left in the list of files.
    await expect.poll(async () => (await act<{ data: unknown[] }>('GET', '/files')).body.data).toEqual([]);

    await page.reload();
    const question = page.locator('.turn').first();
    await isShown(question.getByRole('img', { name: 'photo.png' }));
    await isShown(question.getByRole('img', { name: 'shot.png' }));
    await look(page, 'files');
    const saving = page.waitForEvent('download');
    await question.getByRole('button', { name: 'Save notes.txt' }).click();
    expect((await saving).suggestedFilename()).toBe('notes.txt');
    await question.getByRole('img', { name: 'photo.png' }).click();
    await isShown(page.getByRole('dialog', { name: 'photo.png' }).getByRole('img'));
    await look(page, 'an image of a message', false);
    await page.keyboard.press('Escape');

    await page.getByRole('link', { name: 'trace' }).click();
    await isShown(page.getByRole('img', { name: 'photo.png' }));
    await page.getByRole('link', { name: 'Conversation' }).click();
    await isShown(page.getByRole('img', { name: 'shot.png' }));
    expect(troubles).toEqual([]);
    await context.close();
  });

  it('shows the images that a tool answers with, at once and after a reload', async () => {
    const { page, context, person, troubles } = await visitor(world);
    const act = actingAs(world.gateway, person);
    const { buffer, mimeType } = await picture(page, 'shot', 'tomato');
    const shot = { content: [{ type: 'image' as const, data: buffer.toString('base64'), mimeType }] };
    const remote = await startMcpServer([{ name: 'shoot', call: () => shot }]);
    await act('POST', '/tools/mcp-servers', { name: 'camera', url: remote.url });
    await act('POST', '/agents', { name: 'Photographer', ...scripted, tools: ['camera.shoot'] });
    await page.reload();
    world.model.script({ toolCalls: [{ name: 'camera_shoot', arguments: {} }] }, 'A circle.');
    await ask(page, 'Take a picture');
    const image = page.getByRole('list', { name: 'Images of camera.shoot' }).getByRole('img');
    await totals(page).waitFor();
    await isShown(image);
    await page.reload();
    await isShown(image);
    expect(troubles).toEqual([]);
    await context.close();
    await remote.stop();
  });

  it('says once in words what is refused, and keeps the draft', async () => {
    const settings = { MAX_FILE_BYTES: '20000', QUOTAS: '{"files": 1}', DEFAULT_MODEL: 'local/offline' };
    const gateway = await startGateway('sqlite', { settings });
    const { page, context, person, troubles } = await visitor({ ...world, gateway });
    const act = actingAs(gateway, person);
    await act('POST', '/agents', { name: 'Blind' });
    await page.reload();
    const message = page.getByLabel('Message');
    const alert = page.getByRole('alert');
    await message.fill('What is 6 * 7?');
    await drop(page, { ...notes, name: hostile, buffer: Buffer.alloc(21_000, 'a') });
    await alert.filter({ hasText: 'at most 20000 bytes' }).waitFor();
    await look(page, 'an upload that is too large', false);
    expect([await alert.count(), await message.inputValue()]).toEqual([1, 'What is 6 * 7?']);
    expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
    await attached(page, hostile).click();

    await pick(page, await picture(page, 'photo.png', 'teal'));
    await attached(page, 'photo.png').waitFor();
    await pick(page, notes);
    await alert.filter({ hasText: 'quota files' }).waitFor();
    expect([await alert.count(), await message.inputValue()]).toEqual([1, 'What is 6 * 7?']);
    await attached(page, 'notes.txt').click();

    // The offline model takes no images: the question stays, and the draft is there to be changed.
    await page.getByRole('button', { name: 'Send' }).click();
    await alert.filter({ hasText: 'does not take images' }).waitFor();
    await attached(page, 'photo.png').waitFor();
    expect([await alert.count(), await message.inputValue()]).toEqual([1, 'What is 6 * 7?']);
    await attached(page, 'photo.png').click();
    await message.press('Enter');
    await page.locator('.markdown').getByText('42').waitFor();

    // A message that is refused before a run begins is not in the conversation.
    const { data } = (await act<{ data: { id: string }[] }>('GET', '/agents')).body;
    await act('DELETE', `/agents/${data[0]?.id}`);
    const turns = await page.locator('.turn').count();
    await ask(page, 'Are you there?');
    await page.locator('.composer').getByRole('alert').waitFor();
    expect([await page.locator('.turn').count(), await message.inputValue()]).toEqual([turns, 'Are you there?']);
    expect(troubles).toEqual([]);
    await context.close();
    await gateway.stop();
  });

  it('shows structured answers as JSON, and says what does not fit', async () => {
    const { page, context, person, troubles } = await visitor(world);
    const act = actingAs(world.gateway, person);
    await page.goto('/console/agents/new');
    await page.getByLabel('Name', { exact: true }).fill('Clerk');
    await page.getByText('Structured answers').click();
    const schema = page.getByLabel('JSON Schema of the answers');
    await schema.fill('{"type": "object"');
    await page.getByText('This is not JSON').waitFor();
    await look(page, 'a schema with an error', false);
    await page.getByRole('button', { name: 'Create agent' }).click();
    await schema.fill('{"type": "array"}');
    await page.getByText('whose “type” is “object”').waitFor();
    await schema.fill('{"type": "object", "properties": {"a": {"type": "colour"}}}');
    await page.getByRole('button', { name: 'Create agent' }).click();
    await page.locator('.field.invalid').getByRole('alert').waitFor();
    await page.getByLabel('Reasoning').selectOption('low');
    await schema.fill(JSON.stringify(order));
    await page.getByLabel('Name of the schema').fill('order');
    await page.getByRole('button', { name: 'Create agent' }).click();
    await page.getByRole('heading', { name: 'What it can do now' }).waitFor();
    await ask(page, 'Two teas');
    await page.getByRole('region', { name: 'Structured answer' }).waitFor();
    const [clerk] = (
      await act<{ data: { id: string; responseFormat: unknown; reasoning: unknown }[] }>('GET', '/agents')
    ).body.data;
    const responseFormat = { type: 'json_schema', name: 'order', schema: order, strict: false };
    expect(clerk).toMatchObject({ reasoning: 'low', responseFormat });

    await act('PUT', `/agents/${clerk?.id}`, { name: 'Clerk', ...scripted });
    await page.goto('/console/chat');
    world.model.script('{"item": "tea", "count": 2, "tags": ["hot", "green"]}');
    await ask(page, 'Two teas');
    const answer = page.getByRole('region', { name: 'Structured answer' });
    await answer.getByText('"tea"').waitFor();
    await totals(page).waitFor();
    world.model.script('{"item": "tea"}', '{"item": "tea"}');
    await ask(page, 'Two more');
    await page.getByRole('alert').filter({ hasText: 'count' }).waitFor();
    await totals(page, 1).filter({ hasText: 'not in the format' }).waitFor();
    await look(page, 'structured-answer');
    world.model.script(JSON.stringify({ item: hostile, count: 1 }));
    await ask(page, 'One more');
    await answer.last().getByText(hostile).waitFor();
    await page.reload();
    await answer.first().getByText('"green"').waitFor();
    await answer.last().getByText(hostile).waitFor();
    expect(troubles).toEqual([]);
    await context.close();
  });
});
