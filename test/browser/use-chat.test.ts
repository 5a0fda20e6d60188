import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLocalServer } from '../harness/local-server.ts';
import { newTalker, startTalking, type Talker, type Talking } from '../harness/talking.ts';
import { chromiumPath, openBrowser } from './chromium.ts';
import { newPage } from './page.ts';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const entry = path('./use-chat-page.js');
const react = path('../../console/node_modules/react');
const reactDom = path('../../console/node_modules/react-dom/client.js');

type Bundle = { output: { type: string; code?: string }[] };

/** The page's script, by the console's bundler. There is one React: the console's. */
async function bundle(): Promise<string> {
  const { build } = (await import(path('../../console/node_modules/vite/dist/node/index.js'))) as {
    build(options: object): Promise<Bundle | Bundle[]>;
  };
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: { alias: { react, 'virtual:react': react, 'virtual:react-dom': reactDom } },
    build: { write: false, rollupOptions: { input: entry }, modulePreload: false },
  });
  const code = [built].flat()[0]?.output.find(({ type }) => type === 'chunk')?.code;
  if (!code) throw new Error('The page was not bundled.');
  return code;
}

describe.skipIf(!chromiumPath)('a page with the AI SDK’s useChat', () => {
  let browser: Browser;
  let talking: Talking;
  let ada: Talker;
  let site: Awaited<ReturnType<typeof startLocalServer>>;

  beforeAll(async () => {
    const script = await bundle();
    site = await startLocalServer(async ({ path: asked, response }) => {
      const isScript = asked === '/page.js';
      response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' });
      const page =
        '<!doctype html><title>My page</title><div id="root"></div><script type="module" src="/page.js"></script>';
      response.end(isScript ? script : page);
    });
    [browser, talking] = await Promise.all([
      openBrowser(),
      startTalking('sqlite', { settings: { CORS_ORIGINS: site.origin } }),
    ]);
    ada = await newTalker(talking.gateway, {
      agent: { tools: ['calculator', 'current_time'], approvals: ['current_time'] },
    });
  });
  afterAll(async () => {
    await browser?.close();
    await talking?.stop();
    await site?.stop();
  });

  async function openChat(id: string): Promise<{ page: Page; troubles: string[] }> {
    const opened = await newPage(browser, site.origin);
    const query = new URLSearchParams({
      gateway: talking.gateway.url,
      token: ada.accessToken,
      agentId: ada.agentId,
      id,
    });
    await opened.page.goto(`/?${query}`);
    return opened;
  }
  const send = async (page: Page, text: string) => {
    await page.getByLabel('Message').fill(text);
    await page.getByLabel('Message').press('Enter');
  };
  const answer = (page: Page) => page.locator('.assistant .text');

  it('resumes an answer after a reload in its middle', async () => {
    const words = Array.from({ length: 40 }, (_, n) => `word${n}`).join(' ');
    talking.model.script({ text: words, chunks: 40, chunkDelayMs: 150 });
    const { page, troubles } = await openChat('reloaded');
    await send(page, 'Speak');
    await answer(page).filter({ hasText: 'word3' }).waitFor();
    expect(await answer(page).textContent()).not.toContain('word39');
    await page.reload();
    await answer(page).filter({ hasText: 'word4' }).waitFor();
    expect(await page.locator('output').textContent()).toBe('streaming');
    await answer(page).filter({ hasText: 'word39' }).waitFor();
    expect(await answer(page).textContent()).toBe(words);
    await page.locator('output').filter({ hasText: 'ready' }).waitFor();
    expect(talking.model.requests).toHaveLength(1);
    expect(troubles).toEqual([]);
    talking.model.reset();
  });

  it('shows tools of the gateway, and runs those of the page', async () => {
    talking.model.script(
      {
        toolCalls: [
          { name: 'calculator', arguments: { expression: '6*7' } },
          { name: 'page_title', arguments: {} },
        ],
      },
      'It is 42 on My page.',
    );
    const { page, troubles } = await openChat('tools');
    await send(page, 'Count');
    await answer(page).filter({ hasText: 'It is 42 on My page.' }).waitFor();
    const tools = await page.locator('.tool').allTextContents();
    expect(tools).toEqual([
      expect.stringMatching(/^tool-calculator output-available .*42/),
      'tool-page_title output-available "My page"',
    ]);
    expect(JSON.stringify(talking.model.requests.at(-1)?.body.messages)).toContain('My page');
    expect(troubles).toEqual([]);
    talking.model.reset();
  });

  it('asks the person for an approval, also after a reload', async () => {
    talking.model.script({ toolCalls: [{ name: 'current_time', arguments: {} }] }, 'It is late.');
    const { page, troubles } = await openChat('approval');
    await send(page, 'What time is it?');
    await page.getByRole('button', { name: 'Approve' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Approve' }).click();
    await answer(page).filter({ hasText: 'It is late.' }).waitFor();
    await page.locator('.tool').filter({ hasText: 'output-available' }).waitFor();
    expect(troubles).toEqual([]);
    talking.model.reset();
  });
});
