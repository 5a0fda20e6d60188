import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { AppError } from '../../kernel/errors.ts';
import { addressKey } from './rate-limits.ts';

/**
 * How many connections of a kind one person may have open on this node. They use memory only here, so each node counts
 * its own; with several nodes a person may have as many on each.
 */
export function createPlaces(limit: number, what: string) {
  const taken = new Map<string, number>();
  return {
    /** Throws if there is no place; returns a function that releases the place and may be called twice. */
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
    /** Derived from the route's responses: always an event stream, or if the body asks for one. */
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
 * Counts every route whose response is an event stream, before its handler runs: a turn whose stream is refused is not
 * started.
 */
export function limitStreams(app: FastifyInstance, limit: number): void {
  const places = createPlaces(limit, 'streams');
  app.addHook('onRoute', (route) => {
    const streams = streamsOf(route);
    if (streams) route.config = { ...route.config, streams };
  });
  app.addHook('preHandler', (request, reply, done) => {
    if (!isStream(request)) return done();
    const leave = places.take(request.caller?.userId ?? request.apiKeyDigest ?? addressKey(request.ip));
    reply.raw.once('close', leave);
    return done();
  });
}
