import { type ResourceLimits, type Transferable, Worker } from 'node:worker_threads';
import type { Log } from '../kernel/log.ts';
import { createRegistry } from './work/registry.ts';

type Deps = {
  /** For the log. */
  name: string;
  file: URL;
  /** `workerData` of the thread. */
  data?: unknown;
  limits?: ResourceLimits;
  /** After this time without a question the thread ends, and its memory is free. The next question starts another. */
  idleMs?: number;
  log: Log;
};

type Waiting = { resolve(answer: unknown): void; reject(error: Error): void };

/** A thread's reply to one question; see `answerCalls`. */
export type ThreadReply = { number: number; answer?: unknown; error?: string };

/**
 * A thread that answers one question after the other. It starts with the first question, and again with the next question
 * after it died. While no question is open, it does not keep the process alive.
 */
export function createThread<Question, Answer>({ name, file, data, limits, idleMs, log }: Deps) {
  let worker: Worker | undefined;
  let stopped = false;
  let count = 0;
  const waiting = createRegistry<number, Waiting>();
  let idle: NodeJS.Timeout | undefined;

  function rest(): void {
    worker?.unref();
    if (idleMs === undefined) return;
    const resting = worker;
    idle = setTimeout(() => {
      worker = undefined;
      void resting?.terminate();
    }, idleMs).unref();
  }

  function settle(number: number): Waiting | undefined {
    const found = waiting.get(number);
    waiting.delete(number);
    if (waiting.size() === 0) rest();
    return found;
  }

  function end(ended: Worker, reason: string): void {
    if (worker !== ended) return;
    clearTimeout(idle);
    worker = undefined;
    if (!stopped) log.warn({ thread: name, reason }, 'a thread died; the next question starts another');
    for (const [number, { reject }] of waiting.entries()) {
      waiting.delete(number);
      reject(new Error(`The ${name} thread ended: ${reason}`));
    }
  }

  function start(): Worker {
    const started = new Worker(file, {
      name,
      workerData: data,
      execArgv: ['--disable-warning=ExperimentalWarning'],
      ...(limits && { resourceLimits: limits }),
    });
    started.on('message', ({ number, answer, error }: ThreadReply) => {
      const call = settle(number);
      if (error === undefined) call?.resolve(answer);
      else call?.reject(new Error(error));
    });
    started.on('error', (error) => end(started, (error as Error).message));
    started.on('exit', (code) => end(started, `exit code ${code}`));
    return started;
  }

  return {
    /** `transfer`: memory of the question that is given away instead of copied. */
    ask(question: Question, transfer: readonly Transferable[] = []): Promise<Answer> {
      if (stopped) return Promise.reject(new Error(`The ${name} thread is stopped.`));
      clearTimeout(idle);
      worker ??= start();
      const current = worker;
      count += 1;
      const number = count;
      return new Promise((resolve, reject) => {
        waiting.set(number, { resolve: resolve as (answer: unknown) => void, reject });
        current.ref();
        current.postMessage({ number, question }, transfer);
      });
    },
    /** The number of open questions. */
    waiting: waiting.size,
    /** Idempotent. Open questions are rejected. */
    async stop(): Promise<void> {
      stopped = true;
      clearTimeout(idle);
      const ending = worker;
      if (!ending) return;
      await ending.terminate();
      end(ending, 'stopped');
    },
  };
}

export type Thread<Question, Answer> = ReturnType<typeof createThread<Question, Answer>>;
