import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { AppError } from '../../kernel/errors.ts';
import { addressKey } from './rate-limits.ts';

/**
 * How many of a kind somebody may have open at once, on this node. Each costs memory here and nowhere else, so each node
 * counts its own; behind several nodes a person may have as many on each.
 */
export function createPlaces(limit: number, what: string) {
  const taken = new Map<string, number>();
  return {
    /** Refuses, or answers with what gives the place back; that may be called twice. */
    take(who: string): () => void {
      const count = taken.get(who) ?? 0;
      if (count >= limit)
        throw new AppError('rate_limited', `At most ${limit} ${what} at once. Close one first.`, {
          retryAfterSeconds: 5,
        });
      taken.set(who, count + 1);
      let left = false;
      return () => {
        if (left) return;
        left = true;
        const open = (taken.get(who) ?? 1) - 1;
        if (open > 0) taken.set(who, open);
        else taken.delete(who);
      };
    },
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set from what the route says it answers: always a stream of events, or when the body asks for one. */
    streams?: 'always' | 'onRequest';
  }
}

type Answers = Record<string, { content?: Record<string, unknown> }>;

function streamsOf({ schema }: RouteOptions): 'always' | 'onRequest' | undefined {
  const contents = Object.values((schema?.response ?? {}) as Answers).map(({ content = {} }) => content);
  const streaming = contents.find((content) => Object.hasOwn(content, 'text/event-stream'));
  if (!streaming) return undefined;
  return Object.keys(streaming).length === 1 ? 'always' : 'onRequest';
}

const isStream = ({ routeOptions, body }: FastifyRequest): boolean =>
  routeOptions.config.streams === 'always' ||
  (routeOptions.config.streams === 'onRequest' && (body as { stream?: unknown } | undefined)?.stream === true);

/**
 * Whatever describes an answer as a stream of events is counted, before its handler runs: a turn whose stream is refused
 * is not begun.
 */
export function limitStreams(app: FastifyInstance, limit: number): void {
  const places = createPlaces(limit, 'streams');
  app.addHook('onRoute', (route) => {
    const streams = streamsOf(route);
    if (streams) route.config = { ...route.config, streams };
  });
  app.addHook('preHandler', async (request, reply) => {
    if (!isStream(request)) return;
    const leave = places.take(request.caller?.userId ?? request.apiKeyDigest ?? addressKey(request.ip));
    reply.raw.once('close', leave);
  });
}
