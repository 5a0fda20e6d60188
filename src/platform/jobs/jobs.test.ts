import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { newTestNodes, type TestNode, type TestNodes } from '../../../test/harness/job-nodes.ts';
import { onThisMachine } from '../../../test/harness/this-machine.ts';
import type { NewJob } from './job.ts';

const until = (condition: () => unknown) =>
  vi.waitFor(async () => expect(await condition()).toBeTruthy(), { timeout: 40_000, interval: 10 });

describe.each(engines)('the job queue on %s', (engine) => {
  let nodes: TestNodes;
  beforeAll(async () => {
    nodes = await newTestNodes(engine);
  });
  afterEach(() => nodes.clear());
  afterAll(() => nodes.remove());

  const enqueue = ({ database, jobs }: TestNode, job: NewJob) => database.transaction((tx) => jobs.enqueue(tx, job));

  it('runs each of 500 jobs exactly once over three nodes', async () => {
    const ran: number[] = [];
    const byNode = [0, 0, 0];
    const three = await Promise.all([nodes.add(), nodes.add(), nodes.add()]);
    three.forEach(({ jobs }, index) => {
      jobs.handle<number>('many', async ({ payload }) => {
        ran.push(payload);
        byNode[index] = (byNode[index] ?? 0) + 1;
        await sleep(10);
      });
      jobs.start();
    });
    await Promise.all(Array.from({ length: 500 }, (_, n) => enqueue(three[0], { queue: 'many', payload: n })));
    await until(async () => (await nodes.count()) === 0);
    expect(ran.length).toBe(500);
    expect(new Set(ran).size).toBe(500);
    expect(Math.min(...byNode)).toBeGreaterThan(0);
  });

  it('runs a job outside the request that enqueued it', async () => {
    const request = new AsyncLocalStorage<string>();
    const node = await nodes.add();
    const seen: (string | undefined)[] = [];
    node.jobs.handle('context', async () => void seen.push(request.getStore()));
    node.jobs.start();
    await request.run('a request', () => enqueue(node, { queue: 'context', payload: null }));
    await until(() => seen.length === 1);
    expect(seen).toEqual([undefined]);
  });

  it('wakes at once on another node, and at its time for a job that is to run later', async () => {
    const [first, second] = [await nodes.add({ pollMs: 60_000 }), await nodes.add({ pollMs: 60_000 })];
    const ran: number[] = [];
    second.jobs.handle('elsewhere', async () => void ran.push(Date.now()));
    first.jobs.handle('later', async () => void ran.push(Date.now()));
    first.jobs.start();
    second.jobs.start();
    await sleep(50);
    const began = Date.now();
    await enqueue(first, { queue: 'elsewhere', payload: null });
    await until(() => ran.length === 1);
    expect((ran[0] ?? 0) - began).toBeLessThan(onThisMachine(1_000));
    const runAt = Date.now() + 300;
    await enqueue(first, { queue: 'later', payload: null, runAt });
    await until(() => ran.length === 2);
    expect(ran[1]).toBeGreaterThanOrEqual(runAt);
    expect((ran[1] ?? 0) - runAt).toBeLessThan(onThisMachine(1_000));
  });

  it('finds by polling what it was never woken for', async () => {
    const node = await nodes.add({ pollMs: 50 });
    const ran: unknown[] = [];
    node.jobs.handle('quiet', async ({ payload }) => void ran.push(payload));
    node.jobs.start();
    await sleep(20);
    await nodes.database.run(
      "INSERT INTO jobs (id, queue, payload, run_at, max_attempts, created_at) VALUES ('job_x', 'quiet', '7', 0, 1, 0)",
    );
    await until(() => ran.length === 1);
    expect(ran).toEqual([7]);
  });

  it('leaves nothing of a transaction that was rolled back', async () => {
    const node = await nodes.add();
    const failing = node.database.transaction(async (tx) => {
      await node.jobs.enqueue(tx, { queue: 'undone', payload: 1 });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await nodes.count()).toBe(0);
  });

  it('keeps one job per dedupe key until that job has ended', async () => {
    const node = await nodes.add();
    const job = { queue: 'once', payload: 1, dedupeKey: 'k' };
    expect(await enqueue(node, job)).toMatch(/^job_/);
    expect(await enqueue(node, job)).toBeUndefined();
    node.jobs.handle('once', async () => undefined);
    node.jobs.start();
    await until(async () => (await nodes.count()) === 0);
    expect(await enqueue(node, job)).toMatch(/^job_/);
  });

  it('tries a failing job again, later each time, and keeps it as dead after the last attempt', async () => {
    const node = await nodes.add({ pollMs: 60_000 });
    const attempts: number[] = [];
    const handler = async ({ attempt }: { attempt: number }) => {
      attempts.push(attempt);
      throw new Error(`POST https://user:hunter2@example.com failed with Bearer abcdef123456 \0 ${'x'.repeat(5_000)}`);
    };
    node.jobs.handle('bad', handler, { maxAttempts: 3, retryDelayMs: (attempt) => attempt * 40 });
    node.jobs.start();
    const began = Date.now();
    await enqueue(node, { queue: 'bad', payload: 1, dedupeKey: 'again' });
    await until(async () => (await nodes.count("state = 'dead'")) === 1);
    expect(attempts).toEqual([1, 2, 3]);
    expect(Date.now() - began).toBeGreaterThanOrEqual(40 + 80);
    const dead = await nodes.database.get<{ error: string; claim: null }>(
      'SELECT last_error AS error, claim FROM jobs',
    );
    expect(dead?.claim).toBeNull();
    expect(dead?.error).toContain('failed');
    expect(dead?.error).not.toMatch(/hunter2|abcdef/);
    expect(dead?.error.length).toBeLessThanOrEqual(500);
    // The key of a dead job is free again.
    expect(await enqueue(node, { queue: 'idle', payload: 1, dedupeKey: 'again' })).toMatch(/^job_/);
  });

  it('gives a job whose node died to another when the lease ends, and counts the attempt', async () => {
    const survivor = await nodes.add({ pollMs: 50 });
    await enqueue(survivor, { queue: 'orphan', payload: 1 });
    // A node that claimed and was killed: nothing renews, nothing finishes.
    await nodes.database.run('UPDATE jobs SET claim = $1, lease_until = $2, attempts = 1', ['dead', Date.now() + 400]);
    const ran: { attempt: number; at: number }[] = [];
    const leaseEnd = Date.now() + 380;
    survivor.jobs.handle('orphan', async ({ attempt }) => void ran.push({ attempt, at: Date.now() }));
    survivor.jobs.start();
    await until(() => ran.length === 1);
    expect(ran[0]?.attempt).toBe(2);
    expect(ran[0]?.at).toBeGreaterThanOrEqual(leaseEnd);
  });

  it('does not run a job again whose last attempt ended with its node', async () => {
    const node = await nodes.add();
    await enqueue(node, { queue: 'killer', payload: 1, maxAttempts: 2 });
    await nodes.database.run("UPDATE jobs SET claim = 'dead', lease_until = 1, attempts = 2");
    const ran: string[] = [];
    node.jobs.handle('killer', async ({ id }) => void ran.push(id));
    node.jobs.start();
    await until(async () => (await nodes.count("state = 'dead'")) === 1);
    expect(ran).toEqual([]);
  });

  it('keeps a long job by renewing its lease', async () => {
    const [first, second] = [await nodes.add({ leaseMs: 3_000 }), await nodes.add({ leaseMs: 3_000, pollMs: 20 })];
    let ran = 0;
    for (const { jobs } of [first, second]) {
      jobs.handle('long', async ({ signal }) => {
        ran += 1;
        await sleep(7_500);
        expect(signal.aborted).toBe(false);
      });
      jobs.start();
    }
    await enqueue(first, { queue: 'long', payload: 1 });
    await until(async () => (await nodes.count()) === 0);
    expect(ran).toBe(1);
  });

  describe('a paused worker whose job was taken over', () => {
    /** The first node hangs in its handler; the second, by whose clock the lease is over, has claimed the job. */
    async function takenOver(
      leaseMs: number,
      wakingUp: (job: Parameters<Parameters<TestNode['jobs']['handle']>[1]>[0]) => Promise<void>,
    ) {
      const [paused, other] = [await nodes.add({ leaseMs }), await nodes.add({ pollMs: 20 })];
      const resume = Promise.withResolvers<void>();
      const finish = Promise.withResolvers<void>();
      const heard: string[] = [];
      paused.jobs.handle('fenced', async (job) => {
        heard.push('paused began');
        job.signal.addEventListener('abort', () => heard.push('paused aborted'));
        await resume.promise;
        await wakingUp(job).finally(() => heard.push('paused ended'));
      });
      other.jobs.handle('fenced', async () => {
        heard.push('other began');
        await finish.promise;
      });
      paused.jobs.start();
      await enqueue(paused, { queue: 'fenced', payload: 1 });
      await until(() => heard.includes('paused began'));
      other.clock.offsetMs = leaseMs + 1_000;
      other.jobs.start();
      await until(() => heard.includes('other began'));
      const row = () => nodes.database.get('SELECT claim, state, attempts, run_at, last_error FROM jobs');
      return { paused, other, resume, finish, heard, row };
    }

    it('cannot finish it', async () => {
      const { paused, other, resume, finish, row } = await takenOver(30_000, async () => undefined);
      const before = await row();
      resume.resolve();
      await paused.jobs.stop();
      expect(await row()).toEqual(before);
      finish.resolve();
      await other.jobs.stop();
      expect(await nodes.count()).toBe(0);
    });

    it('cannot fail it', async () => {
      const { paused, resume, finish, row } = await takenOver(30_000, () => Promise.reject(new Error('late')));
      const before = await row();
      resume.resolve();
      await paused.jobs.stop();
      expect(await row()).toEqual(before);
      finish.resolve();
    });

    it('cannot commit an effect together with its end', async () => {
      const { paused, other, resume, finish, row } = await takenOver(30_000, (job) =>
        nodes.database.transaction(async (tx) => {
          await tx.run("INSERT INTO recurring_jobs (name, schedule, next_run_at) VALUES ('effect', 'x', 1)");
          await job.complete(tx);
        }),
      );
      const before = await row();
      resume.resolve();
      await paused.jobs.stop();
      expect(await row()).toEqual(before);
      expect(await nodes.database.get("SELECT name FROM recurring_jobs WHERE name = 'effect'")).toBeUndefined();
      finish.resolve();
      await other.jobs.stop();
    });

    it('is told by its signal', async () => {
      const { resume, finish, heard } = await takenOver(6_000, async () => undefined);
      const takenAt = Date.now();
      await until(() => heard.includes('paused aborted'));
      // Noticed by a renewal that found another claim, not by the end of its own lease.
      expect(Date.now() - takenAt).toBeLessThan(5_000);
      resume.resolve();
      finish.resolve();
    });
  });

  it('commits an effect and the end of the job together', async () => {
    const node = await nodes.add();
    const outcomes: string[] = [];
    node.jobs.handle<string>(
      'effect',
      async (job) => {
        await node.database.transaction(async (tx) => {
          await tx.run("INSERT INTO recurring_jobs (name, schedule, next_run_at) VALUES ($1, 'x', 1)", [job.payload]);
          await job.complete(tx);
          if (job.payload === 'undone' && job.attempt === 1) throw new Error('rolled back');
        });
        outcomes.push(`${job.payload} ${job.attempt}`);
      },
      { retryDelayMs: () => 10 },
    );
    node.jobs.start();
    await enqueue(node, { queue: 'effect', payload: 'done' });
    await enqueue(node, { queue: 'effect', payload: 'undone' });
    await until(async () => (await nodes.count()) === 0);
    await node.jobs.stop();
    expect(outcomes.sort()).toEqual(['done 1', 'undone 2']);
  });

  it('runs no more jobs at once than configured, and stop waits for running jobs', async () => {
    const node = await nodes.add();
    let running = 0;
    let most = 0;
    let ended = 0;
    const handler = async () => {
      running += 1;
      most = Math.max(most, running);
      await sleep(100);
      running -= 1;
      ended += 1;
    };
    node.jobs.handle('slow', handler, { concurrency: 3 });
    node.jobs.start();
    node.jobs.start();
    for (let n = 0; n < 10; n += 1) await enqueue(node, { queue: 'slow', payload: n });
    await until(() => running === 3);
    await Promise.all([node.jobs.stop(), node.jobs.stop()]);
    expect(running).toBe(0);
    expect(most).toBe(3);
    const left = await nodes.count();
    expect(left + ended).toBe(10);
    expect(left).toBeGreaterThan(0);
    await sleep(50);
    expect(await nodes.count('claim IS NULL')).toBe(left);
    await node.jobs.stop();
    node.jobs.start();
    await until(async () => (await nodes.count()) === 0);
    expect(ended).toBe(10);
  });
});
