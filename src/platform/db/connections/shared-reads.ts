import type pg from 'pg';
import type { Answer, Statement } from './batch.ts';
import type { Connections } from './connections.ts';

type Asked = { statements: readonly Statement[]; resolve(answers: Answer[]): void; reject(error: unknown): void };
type Send = (client: pg.Client, statements: readonly Statement[]) => Promise<Answer[]>;

/** So long a read waits for those under way. A server far away, or one that holds them up, delays it by no more. */
const longestWaitMs = 2;
/** The reads of a group are made one after the other, by one of the server's processes. */
const mostTogether = 32;

/**
 * Reads that every turn makes, of all callers: what is asked for while others are under way is sent together when they are answered.
 * A read that finds none under way is sent at once. If one fails, all of its group do.
 */
export function createSharedReads(use: Connections['use'], send: Send) {
  const asked: Asked[] = [];
  let underWay = 0;
  /** One group waits for a connection: it takes everything that is asked for until it has one. */
  let isStarting = false;
  let timer: NodeJS.Timeout | undefined;

  function take(): Asked[] {
    const group = asked.splice(0, mostTogether);
    isStarting = false;
    clearTimeout(timer);
    timer = undefined;
    return group;
  }

  async function sendGroup(client: pg.Client, group: readonly Asked[]): Promise<void> {
    underWay += 1;
    try {
      const answers = await send(
        client,
        group.flatMap(({ statements }) => statements),
      );
      let from = 0;
      for (const { statements, resolve } of group) {
        resolve(answers.slice(from, from + statements.length));
        from += statements.length;
      }
    } finally {
      underWay -= 1;
    }
  }

  async function start(): Promise<void> {
    isStarting = true;
    let group: Asked[] | undefined;
    try {
      await use((client) => {
        group = take();
        if (asked.length > 0) void start();
        return sendGroup(client, group);
      });
    } catch (error) {
      for (const { reject } of group ?? take()) reject(error);
    }
    if (asked.length > 0 && !isStarting) void start();
  }

  /** The answers are in the order of the statements. */
  return function read(statements: readonly Statement[]): Promise<Answer[]> {
    return new Promise((resolve, reject) => {
      asked.push({ statements, resolve, reject });
      if (isStarting) return;
      if (underWay === 0 || asked.length >= mostTogether) void start();
      else timer ??= setTimeout(start, longestWaitMs);
    });
  };
}
