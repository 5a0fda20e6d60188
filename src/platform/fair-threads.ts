import { setTimeout as sleep } from 'node:timers/promises';
import type { ResourceLimits, Transferable } from 'node:worker_threads';
import type { Log } from '../kernel/log.ts';
import { createThread, type Thread } from './thread.ts';

type Deps<Question> = {
  /** For the log. */
  name: string;
  file: URL;
  limits?: ResourceLimits;
  /** A question that takes longer is aborted, and its thread with it. */
  timeoutMs: number;
  /**
   * The first question to each new thread, so that loading its modules does not count against the timeout of a real
   * one.
   */
  warmUp: Question;
  /** The most questions of one workspace that may wait. */
  mostWaiting?: number;
  log: Log;
};

/**
 * `late`: the question reached the timeout, and would again. `broken`: it failed in the thread, or ended the thread.
 */
export type ThreadOutcome<Answer> = { answer: Answer } | { failed: 'late' | 'busy' | 'broken' | 'stopped' };

/** How long a workspace whose question took too long counts as slow. */
const slowForMs = 600_000;

/**
 * Two threads for work on input from people and servers: schemas, feeds, pages, long texts. Workspaces take turns, each
 * with one question at a time. Questions of a slow workspace use only the first thread, so the second is soon free for
 * the others.
 */
export function createFairThreads<Question, Answer>(deps: Deps<Question>) {
  const { name, file, limits, timeoutMs, warmUp, mostWaiting = 200, log } = deps;
  type Outcome = ThreadOutcome<Answer>;
  type Waiting = { question: Question; transfer: readonly Transferable[] | undefined; settle(outcome: Outcome): void };
  /** One thread, and the workspace whose question it answers. */
  type Lane = { thread: Thread<Question, Answer>; warm: boolean; workspaceId: string | undefined };

  const newThread = () => createThread<Question, Answer>({ name, file, ...(limits && { limits }), log });
  const lanes: Lane[] = Array.from({ length: 2 }, () => ({ thread: newThread(), warm: false, workspaceId: undefined }));
  /** In the order in which workspaces take turns. */
  const queues = new Map<string, Waiting[]>();
  /** Until when a workspace counts as slow. */
  const slowUntil = new Map<string, number>();
  let stopped = false;

  function isSlow(workspaceId: string): boolean {
    const until = slowUntil.get(workspaceId);
    if (until !== undefined && until <= performance.now()) slowUntil.delete(workspaceId);
    return slowUntil.has(workspaceId);
  }

  async function ask(lane: Lane, { question, transfer }: Waiting): Promise<Outcome> {
    const { thread } = lane;
    if (!lane.warm) await thread.ask(warmUp).catch(() => undefined);
    lane.warm = true;
    const giveUp = new AbortController();
    const answer = thread.ask(question, transfer).then(
      (found): Outcome => ({ answer: found }),
      (): Outcome => ({ failed: stopped ? 'stopped' : 'broken' }),
    );
    const late = sleep(timeoutMs, undefined, { signal: giveUp.signal, ref: false }).catch(() => undefined);
    const first = await Promise.race([answer, late]);
    giveUp.abort();
    if (first) return first;
    lane.warm = false;
    if (!stopped) lane.thread = newThread();
    await thread.stop();
    return { failed: 'late' };
  }

  async function work(lane: Lane, workspaceId: string, one: Waiting): Promise<void> {
    lane.workspaceId = workspaceId;
    const outcome = await ask(lane, one);
    if ('failed' in outcome && outcome.failed === 'late') slowUntil.set(workspaceId, performance.now() + slowForMs);
    lane.workspaceId = undefined;
    one.settle(outcome);
    fill();
  }

  /** The next workspace whose turn it is in this lane; it then goes to the end of the queue. */
  function next(lane: Lane): [string, Waiting] | undefined {
    for (const [workspaceId, queue] of queues) {
      if (lanes.some((one) => one.workspaceId === workspaceId)) continue;
      if (lane !== lanes[0] && isSlow(workspaceId)) continue;
      queues.delete(workspaceId);
      const one = queue.shift();
      if (queue.length > 0) queues.set(workspaceId, queue);
      if (one) return [workspaceId, one];
    }
    return undefined;
  }

  function fill(): void {
    // The second lane is filled first: slow workspaces can use only the first.
    for (const lane of lanes.toReversed()) {
      const found = lane.workspaceId === undefined && !stopped ? next(lane) : undefined;
      if (found) void work(lane, ...found);
    }
  }

  return {
    /** `transfer`: memory of the question that is given away instead of copied. */
    ask(workspaceId: string, question: Question, transfer?: readonly Transferable[]): Promise<Outcome> {
      return new Promise((resolve) => {
        const queue = queues.get(workspaceId) ?? [];
        if (stopped) return resolve({ failed: 'stopped' });
        if (queue.length >= mostWaiting) return resolve({ failed: 'busy' });
        queue.push({ question, transfer, settle: resolve });
        queues.set(workspaceId, queue);
        fill();
      });
    },
    async stop(): Promise<void> {
      stopped = true;
      for (const queue of queues.values()) for (const { settle } of queue) settle({ failed: 'stopped' });
      queues.clear();
      await Promise.all(lanes.map(({ thread }) => thread.stop()));
    },
  };
}
