import { createContext, Script } from 'node:vm';

/** Synchronous work took longer than it may. */
export class TimeUp extends Error {}

const script = new Script('run()');
let work: () => unknown = () => undefined;
const context = createContext({ run: () => work() });

/**
 * Ends synchronous work that takes too long, regular expressions included, which nothing else can: while it runs, the
 * event loop stands still. Not a sandbox: only the clock of `node:vm` is used. Costs 0.12 ms a call.
 */
export function withinTime<Result>(timeoutMs: number, task: () => Result): Result {
  work = task;
  try {
    return script.runInContext(context, { timeout: timeoutMs }) as Result;
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw new TimeUp();
    throw error;
  } finally {
    work = () => undefined;
  }
}
