import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../../../kernel/log.ts';
import { ping } from '../notifications.ts';
import { destroyConnection, hasNoneToGive } from './connections.ts';

type Deps = { url: string; log: Log };

const askEveryMs = 500;
const askAgainMs = 250;
/** With the time between two questions less than 2 s: so soon it is known that the database is away. */
const answerWithinMs = 1_200;
const heldUpMs = 200;

/**
 * Asks the database whether it is there, on a connection of its own: whether the node's other connections are all in use
 * says nothing about that. A server that has no connection to give is there.
 */
export function createDatabaseWatch({ url, log }: Deps) {
  const listeners: ((isAway: boolean) => void)[] = [];
  let running = false;
  let isAway = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  function drop(): void {
    if (client) destroyConnection(client);
    client = undefined;
  }

  async function question(): Promise<void> {
    if (!client) {
      const opened = new pg.Client({ connectionString: url, keepAlive: true, application_name: 'agent-gateway-watch' });
      client = opened;
      opened.on('error', () => undefined);
      await opened.connect();
    }
    await ping(client);
  }

  async function isAnswered(): Promise<boolean> {
    let late: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_resolve, reject) => {
      const wait = (isFirst: boolean) => {
        const dueAt = performance.now() + answerWithinMs;
        late = setTimeout(() => {
          // A late timer says that this process stood still, and perhaps its whole machine: the database has as long again.
          if (isFirst && performance.now() - dueAt > heldUpMs) return wait(false);
          // The answer may be there and unread: it is read first.
          setImmediate(() => setImmediate(() => reject(new Error('The database did not answer in time.'))));
        }, answerWithinMs);
        late.unref();
      };
      wait(true);
    });
    const asked = question();
    // Answered too late.
    asked.catch(() => undefined);
    try {
      await Promise.race([asked, tooLate]);
      return true;
    } catch (error) {
      drop();
      return hasNoneToGive(error);
    } finally {
      clearTimeout(late);
    }
  }

  async function look(): Promise<void> {
    const before = performance.now();
    const hadConnection = client !== undefined;
    let answered = await isAnswered();
    // One that was ended may have been ended alone.
    if (!answered && hadConnection && performance.now() - before < askEveryMs) answered = await isAnswered();
    if (!running) return drop();
    if (answered === isAway) {
      isAway = !answered;
      if (isAway) log.warn({}, 'the database is away: not ready');
      else log.info({}, 'the database is back');
    }
    for (const listener of listeners) listener(isAway);
  }

  function lookLater(): void {
    if (!running) return;
    // A look that fails must not be the last one: a node that is away would stay away.
    const failed = (error: unknown) => log.error({ err: error }, 'a look at the database failed');
    timer = setTimeout(() => look().catch(failed).then(lookLater), isAway ? askAgainMs : askEveryMs);
    timer.unref();
  }

  return {
    isAway: () => isAway,
    /** Told after every look. */
    subscribe: (listener: (isAway: boolean) => void) => void listeners.push(listener),
    /** Ends when the database has answered: the first request of a node that starts must not find it away. */
    async start(): Promise<void> {
      if (running) return;
      running = true;
      await look();
      while (running && isAway) {
        await sleep(askAgainMs);
        await look();
      }
      lookLater();
    },
    async stop(): Promise<void> {
      running = false;
      clearTimeout(timer);
      drop();
    },
  };
}
