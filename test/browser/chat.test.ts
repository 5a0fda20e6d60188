import { get } from 'node:http';
import { expect, it } from 'vitest';
import { createFakeClock } from '../harness/fake-clock.ts';
import { startGateway } from '../harness/gateway.ts';
import { actingAs } from '../harness/people.ts';
import { startTcpProxy } from '../harness/tcp-proxy.ts';
import { everythingStored, look, newPage, visitor } from './page.ts';
import { ask, totals } from './talk.ts';
import { describeInBrowser } from './world.ts';

/** Every file of the console that the page has loaded so far, lazy parts included. */
const everythingLoaded =
  "performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => /console.(assets|icon|theme)/.test(name))";

/** The size of a response with gzip. */
const gzippedBytes = (address: string) =>
  new Promise<number>((resolve, reject) => {
    get(address, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('end', () =>
        response.statusCode === 200 && response.headers['content-encoding'] === 'gzip'
          ? resolve(bytes)
          : reject(new Error(`${address}: ${response.statusCode} ${response.headers['content-encoding']}`)),
      );
    }).on('error', reject);
  });

describeInBrowser('the console: chat', (world) => {
  it('takes three clicks from registration to a streamed answer', async () => {
    const { page, context, troubles } = await newPage(world.browser, world.gateway.url);
    await page.goto('/console');
    await page.getByLabel('Email').fill('grace@example.com');
    await page.getByLabel('Password').fill('short');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').waitFor();
    await look(page, 'signing in with a wrong password', false);
    await page.getByRole('button', { name: 'Create an account' }).click();
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('alert').filter({ hasText: 'At least 8 characters.' }).waitFor();
    await look(page, 'registering with a short password', false);
    await page.getByLabel('Password').fill('correct horse battery');

    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('button', { name: 'Start with an assistant' }).click();
    await page.getByRole('button', { name: 'What is 17% of 2,340?' }).waitFor();
    await look(page, 'an agent before the first question', false);
    await page.getByRole('button', { name: 'What is 17% of 2,340?' }).click();

    await page.locator('.markdown').getByText('397.8').waitFor();
    await totals(page).waitFor();
    await page.locator('.tool-call summary').first().click();
    await look(page, 'chat');

    // A captured memory links to its tier, and Chat leads back to the last conversation.
    await ask(page, 'Remember that I prefer short answers.');
    await page.getByRole('link', { name: 'Memory, under Daily' }).click();
    await page.getByRole('tab', { name: 'Daily', selected: true }).waitFor();
    await page.getByRole('tabpanel').getByText('short answers').waitFor();
    const chatLink = page.getByRole('navigation').getByRole('link', { name: 'Chat' });
    await chatLink.click();
    await page.locator('.markdown').getByText('397.8').waitFor();
    await totals(page, 1).waitFor();
    // On the page itself the link leads to the same address.
    expect(new URL((await chatLink.getAttribute('href')) ?? '', page.url()).href).toBe(page.url());

    // The first steps tick themselves off by what has happened.
    await page.getByRole('button', { name: 'New conversation', exact: true }).click();
    const steps = page.getByRole('region', { name: 'First steps' });
    await steps.getByText('Get an answer (done)').waitFor();
    await steps.getByText('Be remembered (done)').waitFor();
    await steps.getByRole('link', { name: 'Make one and send a test' }).waitFor();
    await look(page, 'first-steps');
    await page.goBack();
    await page.locator('.markdown').getByText('397.8').waitFor();

    // A reload keeps the person signed in, by a cookie that no script can read.
    await page.reload();
    await page.locator('.markdown').getByText('397.8').waitFor();
    await totals(page).waitFor();
    const loaded = await page.evaluate<string[]>(everythingLoaded);
    expect(loaded.filter((address) => address.endsWith('.js')).length).toBeGreaterThan(2);
    const sizes = await Promise.all([`${world.gateway.url}/console`, ...loaded].map(gzippedBytes));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(180 * 1_024);
    expect(await page.evaluate(everythingStored)).not.toMatch(/eyJ/);
    const [cookie] = await context.cookies(`${world.gateway.url}/console/session`);
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/console/session' });

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    await look(page, 'sign-in');
    expect(troubles).toEqual([]);
    await context.close();
  });

  it('asks for approval in the chat before a tool runs, and continues after it', async () => {
    const { page, context, person } = await visitor(world);
    const act = actingAs(world.gateway, person);
    await act('POST', '/agents', { name: 'Careful', tools: ['calculator'], approvals: ['calculator'] });
    await page.reload();
    await ask(page, 'What is 6 * 7?');
    await page.getByRole('button', { name: 'Approve' }).waitFor();
    await look(page, 'approval');
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('approved', { exact: true }).waitFor();
    await page.getByText('42').last().waitFor();
    await totals(page).waitFor();

    await ask(page, 'What is 8 * 8?');
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByText('denied', { exact: true }).waitFor();
    await totals(page, 1).waitFor();
    await context.close();
  });

  it('stops an answer, and resumes one after the connection was lost', async () => {
    const wire = await startTcpProxy({ host: '127.0.0.1', port: Number(new URL(world.gateway.url).port) });
    const { page, context, person } = await visitor(world, 'ada', `http://127.0.0.1:${wire.port}`);
    await actingAs(world.gateway, person)('POST', '/agents', { name: 'Patient' });
    await page.reload();
    const long =
      'Please repeat slowly: one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen';
    await ask(page, long);
    await page.getByText('one two', { exact: false }).last().waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('· stopped').waitFor();

    await ask(page, long);
    await page.locator('.turn').nth(1).locator('.markdown').waitFor();
    wire.cut();
    await page.getByText('Connection lost').waitFor();
    wire.heal();
    await totals(page, 1).waitFor();
    const said = await page.locator('.turn').nth(1).locator('.markdown').innerText();
    const stored = await actingAs(world.gateway, person)<{ data: { status: string; id: string }[] }>('GET', '/jobs');
    const job = await actingAs(world.gateway, person)<{ content: string }>('GET', `/jobs/${stored.body.data[0]?.id}`);
    expect(said).toBe(job.body.content);
    await context.close();
    await wire.stop();
  });

  it('stays signed in when the access token expires, in two tabs at once', async () => {
    const clock = createFakeClock(Date.now());
    const gateway = await startGateway('sqlite', { clock, settings: { JWT_ACCESS_EXPIRES: '2s' } });
    const { page, context } = await visitor({ ...world, gateway });
    const second = await context.newPage();
    await second.goto('/console/agents');
    await second.getByRole('heading', { name: 'No agents yet' }).waitFor();
    for (let round = 0; round < 2; round++) {
      const renewed = [page, second].map((tab) => tab.waitForResponse(/session\/refresh/));
      // The tabs notice by a 401.
      clock.advance(3_000);
      await Promise.all(
        [page, second].map((tab) => tab.getByRole('link', { name: round ? 'Runs' : 'Sessions' }).click()),
      );
      expect((await Promise.all(renewed)).map((response) => response.status())).toEqual([200, 200]);
      await Promise.all(
        [page, second].map((tab) => tab.getByText(round ? 'No runs' : 'No conversations yet').waitFor()),
      );
    }
    await context.close();
    await gateway.stop();
  });
});
