import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { entries, rssFeed } from '../../../test/harness/feeds.ts';
import { newHeartbeat, runNow } from '../../../test/harness/schedules.ts';
import { newTalker, startTalking, type Talker, type Talking } from '../../../test/harness/talking.ts';
import { type Receiver, startReceiver } from '../../../test/harness/webhook-receiver.ts';

/** Takes a parser minutes: for each tag it searches the whole rest of the text for the end. */
const hostile = `<rss version="2.0"><channel><title>${'<'.repeat(1_900_000)}`;

describe.each(engines)('a feed that takes too long to parse, on %s', (engine) => {
  let talking: Talking;
  let server: Receiver;
  let spiteful: Talker;
  let ada: Talker;
  beforeAll(async () => {
    [talking, server] = await Promise.all([startTalking(engine), startReceiver()]);
    [spiteful, ada] = await Promise.all([newTalker(talking.gateway), newTalker(talking.gateway)]);
    server.replyAt('/hostile', () => ({ body: hostile }));
    server.replyAt('/good', () => ({ body: rssFeed(entries('a', 'b')) }));
  });
  afterAll(async () => {
    await talking?.stop();
    await server?.stop();
  });

  it('times out, and does not delay the feeds of others', { timeout: 120_000 }, async () => {
    const watch = ({ act, agentId }: Talker, path: string) =>
      newHeartbeat(act, { url: `${server.url}${path}`, agentId });
    const bad = await Promise.all(Array.from({ length: 3 }, () => watch(spiteful, '/hostile')));
    const good = [await watch(ada, '/good')];
    let givenUp = 0;
    const lost = bad.map(async ({ id }) => {
      const run = await runNow(spiteful.act, id);
      givenUp += 1;
      return run;
    });
    await server.waitFor(({ path }) => path === '/hostile');
    const began = performance.now();
    for (const { id } of good) expect(await runNow(ada.act, id)).toMatchObject({ status: 'ok', itemCount: 2 });
    const tookMs = Math.round(performance.now() - began);
    process.stdout.write(`a feed beside three hostile ones on ${engine}: ${tookMs} ms, ${givenUp} given up\n`);
    // Parsed one after the other they would take 4 s each.
    expect(givenUp).toBeLessThan(3);
    for (const run of await Promise.all(lost))
      expect(run).toMatchObject({ status: 'failed', error: 'The feed takes too long to read.' });
    const after = (await spiteful.act<{ consecutiveFailures: number }>('GET', `/heartbeat/${bad[0]?.id}`)).body;
    expect(after.consecutiveFailures).toBe(1);
  });
});
