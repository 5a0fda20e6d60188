import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CrashTalking, startCrashTalking } from './harness/crash-talking.ts';
import { apiKey, callTo } from './harness/gateway.ts';

const shiftedClock = new URL('./faults/shifted-clock.ts', import.meta.url).href;

describe('a node whose clock is wrong by more than the lease', () => {
  let world: CrashTalking;
  let folder: string;
  beforeAll(async () => {
    world = await startCrashTalking('postgres');
    folder = mkdtempSync(join(tmpdir(), 'gateway-clock-'));
  });
  afterAll(async () => {
    await world.stop();
    rmSync(folder, { recursive: true });
  });

  it.each([300_000, -300_000])(
    'by %i ms: turns on every node succeed, and diagnostics report the offset',
    async (offsetMs) => {
      const file = join(folder, String(offsetMs));
      writeFileSync(file, String(offsetMs));
      const [right, wrong] = await Promise.all([
        world.startNode(),
        world.startNode({ NODE_OPTIONS: `--import ${shiftedClock}`, FAULTS_CLOCK_FILE: file }),
      ]);
      world.model.reply(async () => {
        // Longer than a node takes to find runs whose lease has expired.
        await new Promise((resolve) => setTimeout(resolve, 1_500));
        return 'Done';
      });
      const turns = [right, wrong, right, wrong, right, wrong].map((node, index) =>
        node.act<{ content: string }>('POST', '/agent/chat', {
          agentId: world.agentId,
          message: 'Hello',
          surface: `clock-${offsetMs}-${index}`,
        }),
      );
      for (const { status, body, text } of await Promise.all(turns)) {
        expect(status, text).toBe(200);
        expect(body.content).toBe('Done');
      }

      const headers = { 'x-api-key': apiKey };
      type Report = { checks: { id: string; status: string; message: string; hint: string | null }[] };
      const databaseCheck = async (url: string) =>
        (await callTo(url)<Report>('GET', '/diagnostics', { headers })).body.checks.find(({ id }) => id === 'database');
      expect(await databaseCheck(right.url)).toMatchObject({ status: 'pass' });
      const told = await databaseCheck(wrong.url);
      expect(told?.status).toBe('warn');
      expect(told?.message).toContain(offsetMs > 0 ? '300.0 s ahead of' : '300.0 s behind');
      const metrics = await (await fetch(`${wrong.url}/metrics`)).text();
      const ahead = Number(/^gateway_clock_ahead_seconds (\S+)$/m.exec(metrics)?.[1]);
      expect(Math.abs(ahead - offsetMs / 1_000)).toBeLessThan(1);
      expect(wrong.output()).toContain("this machine's clock is off");
      expect(right.output()).not.toContain("this machine's clock is off");
      await world.killAll();
    },
  );
});
