import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import { AppError, invalidField } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { createFairThreads } from '../../platform/fair-threads.ts';
import { readDataUrl, type SentData } from './data-url.ts';
import type { LargeBody, ReadBody } from './large-body.worker.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes messages with data: a body may have MAX_MESSAGE_BYTES. */
    largeBody?: true;
  }
  interface FastifyRequest {
    /** The data of a large body; see `dataOf`. */
    held: HeldData | undefined;
  }
}

/** The data of a large body, in memory until it is released. */
export type HeldData = { data: readonly SentData[]; release(): void };

/** Bodies in memory at a time, over all and of one workspace; the others are read when one of them is done. */
const mostAtOnce = 4;
const mostOfOne = 2;
const parseTimeoutMs = 15_000;

const reference = /^held:(\d{1,4}):[0-9a-f]{64}$/;

/** The bytes that a member of a body stands for: a data URL, or what is held of it. Throws if it is neither. */
export function dataOf(text: string, held: HeldData | undefined, path: string): SentData {
  const place = reference.exec(text)?.[1];
  const data = place === undefined ? readDataUrl(text) : held?.data[Number(place)];
  if (!data) throw invalidField(path, 'must be a data URL in base64, such as data:image/png;base64,…');
  return data;
}

type Waiting = { key: string; resolve(release: () => void): void };

/** Places for large bodies, first come first served among those that may have one. */
function createPlaces() {
  const taken: string[] = [];
  const waiting: Waiting[] = [];
  const mayEnter = (key: string) =>
    taken.length < mostAtOnce && taken.filter((other) => other === key).length < mostOfOne;

  function enter(key: string): () => void {
    taken.push(key);
    let open = true;
    return () => {
      if (!open) return;
      open = false;
      taken.splice(taken.indexOf(key), 1);
      const next = waiting.findIndex((one) => mayEnter(one.key));
      const [found] = next < 0 ? [] : waiting.splice(next, 1);
      found?.resolve(enter(found.key));
    };
  }

  return (key: string): Promise<() => void> =>
    mayEnter(key)
      ? Promise.resolve(enter(key))
      : new Promise((resolve) => {
          waiting.push({ key, resolve });
        });
}

/** Whose body it is. Channels, whose senders are not known before their bodies are read, share one. */
const keyOf = ({ caller, apiKeyActor }: FastifyRequest): string => caller?.workspaceId ?? (apiKeyActor || 'signature');

/**
 * Bodies of more than `usual` bytes, on routes with `largeBody`: few at a time are in memory, and they are parsed in a
 * thread.
 */
export function takeLargeBodies(app: FastifyInstance, { usual, most, log }: { usual: number; most: number; log: Log }) {
  const takePlace = createPlaces();
  const releases = new WeakMap<FastifyRequest, () => void>();
  const threads = createFairThreads<LargeBody, ReadBody>({
    name: 'large bodies',
    file: new URL('./large-body.worker.ts', import.meta.url),
    limits: { maxOldGenerationSizeMb: 64 + Math.ceil((4 * most) / 1_048_576) },
    timeoutMs: parseTimeoutMs,
    warmUp: { bytes: Buffer.from('null') },
    log,
  });
  app.addHook('onClose', threads.stop);
  app.decorateRequest('held', undefined);

  async function* counted(request: FastifyRequest, reply: FastifyReply, payload: Readable): AsyncGenerator<Buffer> {
    let size = 0;
    for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
      size += (chunk as Buffer).length;
      if (size > usual && !releases.has(request)) {
        const release = await takePlace(keyOf(request));
        releases.set(request, release);
        if (reply.raw.destroyed) release();
        else reply.raw.once('close', release);
      }
      yield chunk as Buffer;
    }
  }

  app.addHook('onRoute', (route) => {
    if (!route.config?.largeBody) return;
    route.bodyLimit = most;
    const own = [route.preParsing ?? []].flat();
    route.preParsing = [
      (request: FastifyRequest, reply: FastifyReply, payload: RequestPayload, done) => {
        const length = Number(request.headers['content-length'] ?? Number.NaN);
        if (length <= usual || length > most) return done(null, payload);
        const body = Readable.from(counted(request, reply, payload as Readable), { objectMode: false });
        done(null, body as RequestPayload);
      },
      ...own,
    ] as typeof own;
  });

  /** The body as a value. Its data, if it has long ones, is `request.held`. */
  return async function parse(request: FastifyRequest, bytes: Buffer): Promise<unknown> {
    // Its own memory, which can be given to the thread.
    const body = bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
    const outcome = await threads.ask(keyOf(request), { bytes: body }, [body.buffer as ArrayBuffer]);
    if ('failed' in outcome) {
      if (outcome.failed === 'late' || outcome.failed === 'broken')
        throw new AppError('body_too_large', 'The body takes too long to be read.');
      throw new AppError('unavailable', 'Too many large bodies are being read.', { retryAfterSeconds: 1 });
    }
    const { answer } = outcome;
    if ('refusal' in answer) throw new AppError(answer.refusal.code, answer.refusal.message);
    request.held = { data: answer.held, release: releases.get(request) ?? (() => undefined) };
    return answer.value;
  };
}

export type ParseLarge = ReturnType<typeof takeLargeBodies>;
