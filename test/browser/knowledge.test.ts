import { beforeAll, expect, it } from 'vitest';
import { actingAs } from '../harness/people.ts';
import { startReceiver } from '../harness/webhook-receiver.ts';
import { look, type Visitor, visitor } from './page.ts';
import { ask, totals } from './talk.ts';
import { describeInBrowser, scripted } from './world.ts';

const travel = [
  '# Travel',
  ...Array.from({ length: 60 }, (_, line) => `Rule ${line + 1}: keep the receipt of journey ${line + 1}.`),
  '## Trains',
  'Trains are paid in second class. 🚆 Seats may be reserved.',
  '## Hotels',
  'A hotel may cost 150 francs a night.',
].join('\n\n');
const passage = 'Trains are paid in second class. 🚆 Seats may be reserved.';

describeInBrowser('the console: documents', (world) => {
  let ada: Visitor;
  let act: ReturnType<typeof actingAs>;
  beforeAll(async () => {
    ada = await visitor(world, 'ada');
    act = actingAs(world.gateway, ada.person);
  });
  const marked = () => ada.page.locator('mark');
  const isInView = async () => {
    const box = await marked().boundingBox();
    return box !== null && box.y >= 0 && box.y + box.height <= 800;
  };

  it('a collection is made, filled with files and text, searched, and its failures say why', async () => {
    const { page } = ada;
    const dialog = page.getByRole('dialog');
    await page.goto('/console/knowledge');
    await page.getByRole('button', { name: 'Create a collection' }).click();
    await dialog.getByLabel('Name').fill('Handbook');
    await dialog.getByRole('button', { name: 'Create collection' }).click();
    await page.getByRole('heading', { name: 'No documents here yet' }).waitFor();
    await look(page, 'a collection without documents', false);

    const files = [
      { name: 'travel.md', mimeType: 'text/markdown', buffer: Buffer.from(travel) },
      { name: 'picture.png', mimeType: 'image/png', buffer: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex') },
    ];
    await page.locator('input[type=file]').setInputFiles(files);
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await row('travel.md').getByText('ready', { exact: true }).waitFor();
    await row('picture.png')
      .getByText(/no text that can be read/)
      .waitFor();

    await page.getByRole('button', { name: 'Paste text' }).click();
    await dialog.getByRole('button', { name: 'Add document' }).click();
    await dialog.getByText('Needed.').waitFor();
    await dialog.getByLabel('Text', { exact: true }).fill('# Holidays\n\nEverybody has 25 days of holidays a year.');
    await dialog.getByLabel('Labels').fill('team: people');
    await look(page, 'pasting text', false);
    await dialog.getByRole('button', { name: 'Add document' }).click();
    await row('Holidays').getByText('ready', { exact: true }).waitFor();
    await row('Holidays').getByText('team: people').waitFor();
    await look(page, 'collection');

    const web = await startReceiver();
    web.replyAt('/parking', {
      headers: { 'content-type': 'text/html' },
      body: '<title>Parking</title><p>Cars are parked behind the house.</p>',
    });
    await page.getByRole('button', { name: 'Read from an address' }).click();
    await dialog.getByLabel('Address').fill(`${web.url}/parking`);
    await dialog.getByLabel('Read again').selectOption('Every week');
    await look(page, 'reading from an address', false);
    await dialog.getByRole('button', { name: 'Add document' }).click();
    await row('Parking').getByText('ready', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Parking' }).click();
    await page.getByText('Cars are parked behind the house.').waitFor();
    await page.getByText(`${web.url}/parking`).waitFor();
    await look(page, 'a document from an address', false);
    await page.goBack();
    await web.stop();
    await page.getByLabel('State').selectOption('failed');
    await row('travel.md').waitFor({ state: 'detached' });
    await row('picture.png').waitFor();
    await page.getByLabel('State').selectOption('');

    // The question is in the address, and a passage opens its document where it stands.
    await page.getByLabel('Search the documents').fill('second class trains');
    const found = page.getByRole('list', { name: 'Passages' }).getByRole('listitem').first();
    await found.getByText(passage).waitFor();
    await look(page, 'found-passages');
    await page.reload();
    await found.getByRole('link', { name: 'travel.md' }).click();
    await marked().waitFor();
    expect(await marked().textContent()).toContain(passage);
    await expect.poll(isInView, { timeout: 40_000 }).toBe(true);
    await look(page, 'document');
    // Replaced, renamed, deleted.
    await page.getByRole('button', { name: 'Replace by text' }).click();
    await dialog.getByLabel('Text', { exact: true }).fill('# Trains\n\nTrains are paid in first class.');
    await dialog.getByRole('button', { name: 'Replace', exact: true }).click();
    await page.getByText('Trains are paid in first class.').waitFor();
    await page.getByRole('link', { name: 'Handbook' }).click();
    await page.getByRole('link', { name: 'picture.png' }).click();
    await page.getByRole('heading', { name: 'Nothing of it can be searched' }).waitFor();
    await look(page, 'a document that failed', false);
    await page.getByRole('button', { name: 'Delete picture.png' }).click();
    await dialog.getByRole('button', { name: 'Delete it' }).click();
    await row('Holidays').waitFor();
    await row('picture.png').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Rename' }).click();
    await dialog.getByLabel('Name').fill('House rules');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'House rules', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Knowledge', exact: true }).click();
    await page.getByText('3 documents').waitFor();
    await look(page, 'knowledge');
  });

  it('an agent is given a collection, and its answer leads to the passage it is from', async () => {
    const { page } = ada;
    const collection = await act<{ id: string }>('POST', '/knowledge', { name: 'Rules of travel' });
    const added = await act<{ id: string }>('POST', `/knowledge/${collection.body.id}/documents`, {
      text: travel,
      title: 'Travel',
    });
    const address = `/knowledge/${collection.body.id}/documents/${added.body.id}`;
    await expect
      .poll(async () => (await act<{ status: string }>('GET', address)).body.status, { timeout: 40_000 })
      .toBe('ready');
    const agent = await act<{ id: string }>('POST', '/agents', { name: 'Clerk', ...scripted });
    await page.goto(`/console/agents/${agent.body.id}`);
    await page
      .getByRole('group', { name: 'Knowledge' })
      .getByLabel(/Rules of travel/)
      .check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.', { exact: true }).waitFor();

    world.model.script('In second class [1].');
    await page.goto(`/console/chat?agent=${agent.body.id}`);
    await ask(page, 'In which class are trains paid?');
    await totals(page).waitFor();
    const source = page.locator('.sources').getByRole('link', { name: /Travel/ });
    await source.waitFor();
    expect(await source.count()).toBe(1);
    await look(page, 'sources');
    // The stored answer has them too.
    await page.reload();
    await source.focus();
    await page.keyboard.press('Enter');
    await marked().waitFor();
    expect(await marked().textContent()).toContain(passage);
    await expect.poll(isInView, { timeout: 40_000 }).toBe(true);
    expect(new URL(page.url()).pathname).toBe(`/console${address.replace('/documents', '')}`);

    // A collection that an agent names stays; a document that is gone says so.
    await page.getByRole('link', { name: 'Rules of travel' }).click();
    await page.getByRole('link', { name: 'Clerk' }).waitFor();
    await page.getByRole('button', { name: 'Delete Rules of travel' }).click();
    await page.getByRole('button', { name: 'Delete it' }).click();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await page.keyboard.press('Escape');
    await page.goto('/console/documents/doc_gone?start=1&end=2');
    await page.getByRole('heading', { name: 'This document is gone' }).waitFor();
    await look(page, 'a document that is gone', false);
    expect(ada.troubles).toEqual([]);
  });
});
