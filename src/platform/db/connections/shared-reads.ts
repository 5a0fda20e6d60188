import type pg from 'pg';
import { type Answer, isUnanswered, type Statement } from './batch.ts';
import { type Connections, isStatementsOwn, waitMs } from './connections.ts';

type Options = {
  use: Connections['use'];
  send(client: pg.Client, statements: readonly Statement[]): Promise<Answer[]>;
  /** Makes one by itself. */
  alone(statement: Statement): Promise<Answer>;
};
type Asked = { statement: Statement; at: number; resolve(answer: Answer): void; reject(error: unknown): void };

/** So long a read waits for those under way. A server far away, or one that holds them up, delays it by no more. */
const longestWaitMs = 2;
/** The reads of a group are made one after the other, by one of the server's processes. */
const mostTogether = 32;
/** A read relies on a group that waits for a connection for no longer than this: it has nearly the whole limit of that wait before it. */
const reliesMs = 100;

/**
 * Reads that every turn makes, of all callers: what is asked for while others are under way is sent together when they are answered.
 * A read that finds none under way is sent at the end of its tick.
 */
export function createSharedReads({ use, send, alone }: Options) {
  /** In the order of `at`. */
  const asked: Asked[] = [];
  let underWay = 0;
  /** Since when groups wait for a connection. Each takes what has been asked for when it has one. */
  const waiting: number[] = [];
  let timer: NodeJS.Timeout | undefined;

  /** One that fails takes its group with it. The others are then made by themselves, so that nobody has the outcome of another one's. */
  async function sendGroup(client: pg.Client, group: readonly Asked[]): Promise<void> {
    underWay += 1;
    try {
      const answers = await send(
        client,
        group.map(({ statement }) => statement),
      );
      for (const [index, { resolve }] of group.entries()) resolve(answers[index] as Answer);
    } catch (error) {
      const { failedAt } = error as { failedAt?: number };
      // Its own is planned anew where another node has added a column.
      for (const [index, { statement, resolve, reject }] of group.entries())
        if (isStatementsOwn(error) || (index !== failedAt && !isUnanswered(error)))
          alone(statement).then(resolve, reject);
        else reject(error);
      throw error;
    } finally {
      underWay -= 1;
    }
  }

  async function start(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const since = performance.now();
    waiting.push(since);
    const stopWaiting = () => waiting.splice(waiting.indexOf(since), 1);
    let isWaiting = true;
    // A tick comes after all that promises have to do: the reads of one caller go together.
    await new Promise<void>(process.nextTick);
    try {
      await use(async (client) => {
        isWaiting = false;
        stopWaiting();
        const group = asked.splice(0, mostTogether);
        if (group.length > 0) await sendGroup(client, group);
      });
    } catch (error) {
      if (isWaiting) {
        stopWaiting();
        refuse(error, since);
      }
    }
    while (asked.length > waiting.length * mostTogether) void start();
  }

  /** Those that have waited for the whole limit, or one group where it ended sooner: others may have better luck. */
  function refuse(error: unknown, since: number): void {
    const isOver = performance.now() - since > waitMs - reliesMs;
    const later = asked.findIndex(({ at }) => at > since + reliesMs);
    const relied = later === -1 ? asked.length : later;
    for (const { reject } of asked.splice(0, isOver ? relied : Math.min(relied, mostTogether))) reject(error);
  }

  return function read(statement: Statement): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const at = performance.now();
      asked.push({ statement, at, resolve, reject });
      const young = waiting.filter((since) => at < since + reliesMs).length;
      if (asked.length <= young * mostTogether) return;
      if (waiting.length > 0 || underWay === 0 || asked.length >= mostTogether) void start();
      else timer ??= setTimeout(start, longestWaitMs);
    });
  };
}
