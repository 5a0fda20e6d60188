import type { FastifyReply } from 'fastify';
import type { Caller } from '../authentication.ts';
import { hasDeparted, type OnDeparted } from './departed.ts';

/**
 * Aborts when the connection closes; after the end of the response that has no effect. The connections of a person who is
 * removed from the workspace are closed.
 */
export function createGoneSignals(onDeparted: OnDeparted) {
  const open = new Map<FastifyReply['raw'], Caller>();
  onDeparted((departed) => {
    for (const [response, caller] of open) if (hasDeparted(departed, caller)) response.destroy();
  });
  return ({ raw }: FastifyReply, caller: Caller): AbortSignal => {
    const gone = new AbortController();
    open.set(raw, caller);
    raw.once('close', () => {
      open.delete(raw);
      gone.abort();
    });
    return gone.signal;
  };
}
