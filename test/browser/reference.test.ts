import { expect, it } from 'vitest';
import { quickPerson } from '../harness/people.ts';
import { look, newPage } from './page.ts';
import { describeInBrowser } from './world.ts';

describeInBrowser('the API reference', (world) => {
  it('is read and tried by whoever signs in, and keeps nothing of it', async () => {
    const person = await quickPerson(world.gateway);
    const { page, context, troubles } = await newPage(world.browser, world.gateway.url);
    await page.goto('/docs');
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill('something else');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Email or password is wrong').waitFor();
    await look(page, 'reference-sign-in');
    await page.getByLabel('Password').fill(person.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('navigation').waitFor();

    // By searching, as one finds things.
    await page.getByRole('searchbox').fill('createAgent');
    await page.getByRole('navigation').getByRole('link').filter({ visible: true }).click();
    await page.getByLabel('Body').fill('{"name":"Tried"}');
    await page.getByRole('button', { name: 'Send POST' }).click();
    const answer = page.getByLabel('Answer', { exact: true });
    await answer.filter({ hasText: '"name": "Tried"' }).waitFor();
    await look(page, 'reference');
    const { id } = JSON.parse((await answer.textContent()) ?? '') as { id: string };

    await page.goto('/docs#streamChat');
    await page.getByLabel('Body').fill(JSON.stringify({ agentId: id, message: 'Hello' }));
    await page.getByRole('button', { name: 'Send POST' }).click();
    await answer.filter({ hasText: 'stream_done' }).waitFor();
    await page.getByText('StreamDoneFrame').click();
    await page.getByText('toolCallCount', { exact: true }).waitFor();

    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect([stored, await context.cookies()]).toEqual(['[{},{}]', []]);
    await page.reload();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await page.getByLabel('Access token').fill(person.accessToken);
    await page.getByRole('button', { name: 'Use token' }).click();
    await page.getByRole('heading', { name: 'Send a message and watch' }).waitFor();
    expect(troubles).toEqual([]);
    await context.close();
  });
});
