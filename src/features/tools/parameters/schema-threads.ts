import { setTimeout as sleep } from 'node:timers/promises';
import type { FieldError } from '../../../http/errors/field-errors.ts';
import type { Log } from '../../../kernel/log.ts';
import { createThread } from '../../../platform/thread.ts';

/** Both as JSON: text crosses to a thread at next to no cost. Without `params` only the schema is looked at. */
export type SchemaQuestion = { schema: string; params?: string };
/** `late`: it took the time it may take, and would again. */
export type SchemaAnswer = { problems: FieldError[] } | { params: string } | { unusable: string; late: boolean };

type Waiting = { question: SchemaQuestion; settle(answer: SchemaAnswer): void };
type Place = { thread: ReturnType<typeof newThread>; ready: Promise<unknown> };

/** Two: a workspace has one of them at most, so that no single one can keep the others waiting. */
const mostThreads = 2;
const mostWaiting = 200;
/** The thread gives up earlier, by its own clock; after this time it is ended. */
const timeoutMs = 10_000;
const trivial: SchemaQuestion = { schema: '{"type":"object"}' };

const newThread = (log: Log) =>
  createThread<SchemaQuestion, SchemaAnswer>({
    name: 'schemas',
    file: new URL('./schema.worker.ts', import.meta.url),
    limits: { maxOldGenerationSizeMb: 128 },
    log,
  });

/**
 * Schemas from users and servers are programs that strangers wrote. They are compiled and run in threads of their own,
 * one question of a workspace at a time and the workspaces in turn; one that does not end is ended with its thread.
 */
export function createSchemaThreads({ log }: { log: Log }) {
  const waiting = new Map<string, Waiting[]>();
  const atWork = new Set<string>();
  const idle: Place[] = [];
  const threads = new Set<Place>();
  let stopped = false;

  function start(): Place {
    const thread = newThread(log);
    // To load what it needs is not the first schema's fault.
    const place = { thread, ready: thread.ask(trivial).catch(() => undefined) };
    threads.add(place);
    return place;
  }

  async function ask(place: Place, question: SchemaQuestion): Promise<SchemaAnswer | undefined> {
    await place.ready;
    const giveUp = new AbortController();
    const answer = place.thread
      .ask(question)
      .catch((): SchemaAnswer => ({ unusable: 'could not be checked', late: true }));
    const late = sleep(timeoutMs, undefined, { signal: giveUp.signal, ref: false }).catch(() => undefined);
    const first = await Promise.race([answer, late]);
    giveUp.abort();
    return first;
  }

  async function work(workspaceId: string, place: Place, { question, settle }: Waiting): Promise<void> {
    const answer = await ask(place, question);
    if (answer) idle.push(place);
    else {
      threads.delete(place);
      await place.thread.stop();
    }
    settle(answer ?? { unusable: 'took too long', late: true });
    atWork.delete(workspaceId);
    next();
  }

  function next(): void {
    for (const [workspaceId, queue] of waiting) {
      if (atWork.has(workspaceId)) continue;
      if (idle.length === 0 && threads.size === mostThreads) return;
      const first = queue.shift();
      waiting.delete(workspaceId);
      // To the end of the line.
      if (queue.length > 0) waiting.set(workspaceId, queue);
      if (!first) continue;
      atWork.add(workspaceId);
      void work(workspaceId, idle.pop() ?? start(), first);
    }
  }

  return {
    ask(workspaceId: string, question: SchemaQuestion): Promise<SchemaAnswer> {
      const queue = waiting.get(workspaceId) ?? [];
      if (stopped || queue.length >= mostWaiting)
        return Promise.resolve({ unusable: 'could not be checked: too many wait already', late: false });
      return new Promise((resolve) => {
        queue.push({ question, settle: resolve });
        waiting.set(workspaceId, queue);
        next();
      });
    },
    async stop(): Promise<void> {
      stopped = true;
      for (const { settle } of [...waiting.values()].flat())
        settle({ unusable: 'could not be checked: the gateway stops', late: false });
      waiting.clear();
      await Promise.all([...threads].map(({ thread }) => thread.stop()));
    },
  };
}
