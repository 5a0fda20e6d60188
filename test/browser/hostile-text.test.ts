import { expect, it } from 'vitest';
import { actingAs } from '../harness/people.ts';
import { startReceiver } from '../harness/webhook-receiver.ts';
import { visitor } from './page.ts';
import { ask, totals } from './talk.ts';
import { describeInBrowser } from './world.ts';

const hostile = '<img src=x onerror=alert(1)><script>alert(2)</script><svg/onload=alert(3)>';
const hostileMarkdown = `${hostile} [click](javascript:alert(4)) ![pixel](http://127.0.0.1:9/pixel.png) <a href="javascript:alert(5)">x</a>`;
/** Elements that only hostile text could have made. */
const planted = 'img[src="x"], img[src*="pixel"], [onerror], [onload], a[href^="javascript"], script:not([src])';

const goTo = (path: string) =>
  `for (const part of document.querySelectorAll('main > *')) part.classList.add('before');
   history.pushState(null, '', ${JSON.stringify(path)});`;

describeInBrowser('the console: hostile text', (world) => {
  it('is text on every page, whatever field it is stored in', async () => {
    const { page, context, person, troubles } = await visitor(world, 'mallory');
    const receiver = await startReceiver();
    receiver.reply({ status: 200, body: hostile });
    const act = actingAs(world.gateway, person);
    const make = async (path: string, body: object) => (await act<{ id: string }>('POST', path, body)).body.id;
    const id = await make('/agents', {
      name: hostile,
      description: hostile,
      systemPrompt: hostile,
      tools: ['calculator'],
    });
    const chat = await act<{ runId: string; sessionId: string }>('POST', '/agent/chat', {
      agentId: id,
      message: `What is 6 * 7? ${hostile}`,
      surface: 'api',
    });
    const { runId, sessionId } = chat.body;
    const webhookId = await make('/webhooks', {
      url: `${receiver.url}/?q=${encodeURIComponent(hostile)}`,
      events: ['*'],
      description: hostile,
    });
    await act('POST', `/webhooks/${webhookId}/test`);
    await act('POST', '/memory/notes', { content: hostile });
    await act('POST', '/memory/daily', { content: hostile });
    await act('PUT', '/memory/profile', { fields: { city: hostile } });
    await make('/cron', { name: hostile, agentId: id, message: hostile, cron: '0 0 29 2 *' });
    await make('/heartbeat', {
      name: hostile,
      type: 'http',
      url: `${receiver.url}/page`,
      agentId: id,
      intervalSeconds: 86_400,
    });
    await act('PUT', `/workspaces/${person.workspaceId}/settings`, { name: hostile });

    const shown = page.locator('main > :not(.before)').getByText('onerror=alert(1)').filter({ visible: true });
    const show = async (path: string) => {
      // Without loading everything anew: what stood there before is marked, and does not count.
      await page.evaluate(goTo(`/console${path}`));
      await shown.first().waitFor();
      expect(await page.locator(planted).count(), path).toBe(0);
    };
    await page.goto(`/console/chat?session=${sessionId}`);
    await shown.first().waitFor();
    expect(await page.locator(planted).count(), 'a stored answer').toBe(0);
    await ask(page, `Please repeat: ${hostileMarkdown}`);
    await totals(page, 1).waitFor();
    expect(await page.locator(planted).count(), 'a streamed answer').toBe(0);
    for (const path of ['/agents', `/agents/${id}`, '/sessions', `/sessions/${sessionId}`, '/runs', `/runs/${runId}`])
      await show(path);
    for (const path of ['/memory', '/webhooks', `/webhooks/${webhookId}`, '/schedules', '/costs', '/workspace'])
      await show(path);
    await show('/sessions?q=onerror');
    await page.goto('/console/webhooks/inspector');
    await page.getByRole('button', { name: 'webhook.test' }).click();
    await page.getByRole('dialog').getByText('onerror=alert(1)', { exact: false }).first().waitFor();
    expect(await page.locator(planted).count(), 'inspector').toBe(0);

    expect(troubles).toEqual([]);
    await context.close();
    await receiver.stop();
  });
});
