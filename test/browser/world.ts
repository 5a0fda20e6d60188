import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';
import { buildConsole } from '../harness/built-console.ts';
import { type FakeModel, startFakeModel } from '../harness/fake-model.ts';
import { startGateway, type TestGateway } from '../harness/gateway.ts';
import { chromiumPath, openBrowser } from './chromium.ts';

export type World = { browser: Browser; gateway: TestGateway; model: FakeModel };

/** The model of agents with scripted answers; all others use the offline model. Prices in dollars per million tokens. */
export const scripted = { provider: 'openai-compatible', model: 'scripted' };
const prices = { 'openai-compatible/scripted': { input: 2, cachedInput: 0.5, output: 10 } };

/** Tests in a real browser against the real gateway. Without a browser they are skipped, with a warning. */
export function describeInBrowser(name: string, tests: (world: World) => void): void {
  if (!chromiumPath)
    process.stderr.write(`\nNO CHROMIUM: "${name}" is not tested. apt-get install chromium, or set CHROMIUM_PATH.\n`);
  describe.skipIf(!chromiumPath)(name, () => {
    const world = {} as World;
    beforeAll(async () => {
      await buildConsole();
      world.model = await startFakeModel();
      const settings = {
        WEBHOOK_RETRY_DELAYS: '1s,1s,1s,1s,1s',
        DEFAULT_MODEL: 'local/offline',
        OPENAI_COMPATIBLE_BASE_URL: world.model.url,
        MODEL_PRICES: JSON.stringify(prices),
      };
      [world.browser, world.gateway] = await Promise.all([openBrowser(), startGateway('sqlite', { settings })]);
    }, 300_000);
    afterAll(async () => {
      await world.browser?.close();
      await world.gateway?.stop();
      await world.model?.stop();
    });
    tests(world);
  });
}
