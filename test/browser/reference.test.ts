import { expect, it } from 'vitest';
import { quickPerson } from '../harness/people.ts';
import { everythingStored, look, newPage } from './page.ts';
import { describeInBrowser } from './world.ts';

describeInBrowser('the API reference', (world) => {
  it('is read and tried with the sign-in of the console, also from /docs', async () => {
    const person = await quickPerson(world.gateway);
    const { page, context, troubles } = await newPage(world.browser, world.gateway.url);
    await page.goto('/docs');
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill(person.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    const operations = page.getByRole('navigation', { name: 'Operations' });
    await operations.waitFor();

    await page.getByRole('searchbox').fill('createAgent');
    await operations.getByRole('link').filter({ visible: true }).click();
    await page.getByLabel('Body').fill('{"name":"Tried"}');
    await page.getByRole('button', { name: 'Send POST' }).click();
    const answer = page.getByLabel('Answer', { exact: true });
    await answer.filter({ hasText: '"name": "Tried"' }).waitFor();
    await look(page, 'reference');
    const { id } = JSON.parse((await answer.textContent()) ?? '') as { id: string };

    await page.goto('/docs#streamChat');
    await page.getByRole('heading', { name: 'Send a message and stream the answer' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/reference');
    await page.getByLabel('Body').fill(JSON.stringify({ agentId: id, message: 'Hello' }));
    await page.getByRole('button', { name: 'Send POST' }).click();
    await answer.filter({ hasText: 'stream_done' }).waitFor();
    await page.getByText('StreamDoneFrame').click();
    await page.getByText('toolCallCount', { exact: true }).waitFor();

    // By keyboard alone: the search, then the first operation that it finds.
    await page.getByRole('searchbox').fill('listAgents');
    await page.getByRole('searchbox').press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Send GET' }).press('Enter');
    await answer.filter({ hasText: id }).waitFor();
    expect(await page.evaluate(everythingStored)).not.toMatch(/eyJ/);
    expect(troubles).toEqual([]);
    await context.close();
  }, 60_000);
});
