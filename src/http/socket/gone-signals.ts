import type { FastifyReply } from 'fastify';
import { createPlaces } from '../../platform/work/registry.ts';
import type { Caller } from '../authentication.ts';
import { hasDeparted, type OnDeparted } from './departed.ts';

/**
 * Aborts when the connection closes; after the end of the response that has no effect. The connections of a person who is
 * removed from the workspace are closed.
 */
export function createGoneSignals(onDeparted: OnDeparted) {
  const open = createPlaces<{ raw: FastifyReply['raw']; caller: Caller }>();
  onDeparted((departed) => {
    for (const { raw, caller } of open.all()) if (hasDeparted(departed, caller)) raw.destroy();
  });
  return ({ raw }: FastifyReply, caller: Caller): AbortSignal => {
    const gone = new AbortController();
    const place = open.take({ raw, caller });
    raw.once('close', () => {
      open.leave(place);
      gone.abort();
    });
    return gone.signal;
  };
}
