import { setTimeout as sleep } from 'node:timers/promises';
import { call } from '../client.ts';
import { anyNode, type Loader } from './loader.ts';

/** Turns of a workspace with a budget, as many in parallel as there are clients of this kind. */
export async function spend(loader: Loader): Promise<void> {
  const { world, random, isOver } = loader;
  const { spender, journal } = world;
  while (!isOver()) {
    const body = { agentId: spender.agentId, message: `${spender.canary} spends`, surface: `b${journal.newNumber()}` };
    const reply = await call(anyNode(loader), 'POST', '/agent/chat', { token: spender.token, body }, journal);
    if (reply?.status === 429) journal.count('turns over the budget');
    await sleep(reply?.status === 429 ? 1_500 : random.integer(20, 200));
  }
}
