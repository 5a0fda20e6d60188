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
    for (const name of ['Signing requests', 'Errors', 'Pages'])
      await page.getByRole('heading', { name, exact: true }).waitFor();
    await look(page, 'reference-introduction', false);

    await page.getByRole('searchbox').fill('createAgent');
    await operations.getByRole('link').filter({ visible: true }).click();
    await page.getByLabel('Body').fill('{"name":"Tried"}');
    await page.getByRole('button', { name: 'Send POST' }).click();
    const answer = page.getByLabel('Answer', { exact: true });
    await answer.filter({ hasText: '"name": "Tried"' }).waitFor();
    await look(page, 'reference');
    const { id } = JSON.parse((await answer.textContent()) ?? '') as { id: string };

    // Examples have ids of the reader's own, and work as they stand. The same request is a program in three languages.
    await page.getByRole('searchbox').fill('getAgentCapabilities');
    await operations.getByRole('link').filter({ visible: true }).click();
    await expect.poll(() => page.getByLabel('id', { exact: true }).inputValue(), { timeout: 40_000 }).toBe(id);
    await page.getByRole('button', { name: 'Send GET' }).click();
    await answer.filter({ hasText: '"spawn"' }).waitFor();
    const program = page.getByLabel('The same as a program');
    await program.getByText(`curl -X GET '${world.gateway.url}/agents/${id}/capabilities'`).waitFor();
    for (const [language, text] of Object.entries({ TypeScript: 'await fetch(', Python: 'requests.request(' })) {
      await page.getByRole('tab', { name: language }).click();
      await program.getByText(text).waitFor();
      await program.getByText(id).waitFor();
    }

    await page.goto('/docs#streamChat');
    await page.getByRole('heading', { name: 'Send a message and stream the answer' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/reference');
    await expect.poll(() => page.getByLabel('Body').inputValue(), { timeout: 40_000 }).toContain(id);
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
  });
});
