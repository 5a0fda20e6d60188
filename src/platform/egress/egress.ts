import { Agent, type RequestInit as UndiciRequestInit, fetch as undiciFetch } from 'undici';
import { invalidField } from '../../kernel/errors.ts';
import type { EgressPolicy } from './addresses.ts';
import { createConnector, type Resolve, resolveBySystem } from './connector.ts';
import { EgressError, unreachable } from './egress-error.ts';
import { type Ending, exchange, type Place } from './exchange.ts';
import { type HeaderMap, refusedHeaders } from './headers.ts';
import { inspectUrl } from './urls.ts';

export type EgressRequest = {
  method?: string;
  headers?: HeaderMap;
  body?: string | Uint8Array;
  signal?: AbortSignal;
  /** For everything: name resolution, connecting, redirects, the whole answer. */
  timeoutMs?: number;
  /** How much of the body is read, after decompression. */
  maxBytes?: number;
  maxRedirects?: number;
};

export type EgressResponse = {
  status: number;
  headers: HeaderMap;
  body: Buffer;
  /** The body had more than `maxBytes`. */
  truncated: boolean;
  /** The URL of the answer, after redirects. */
  url: string;
};

type Deps = {
  policy: EgressPolicy;
  resolve?: Resolve;
  /** Connections to one origin at once. Further requests wait, and their time limit runs. */
  connections?: number;
};

const defaultTimeoutMs = 10_000;
const defaultMaxBytes = 16_384;
const mostRemembered = 1_000;
const largestStream = 8_388_608;
const redirects = new Set([301, 302, 303, 307, 308]);
/** Headers that are kept on a redirect to another origin; any other may be a secret for the first. */
const travelling = new Set(['accept', 'accept-encoding', 'accept-language', 'content-type', 'user-agent']);

/**
 * The only way to request a URL that a user supplied. URLs in the operator's own settings do not use it. A proxy of the
 * environment is ignored: it would connect to addresses that are refused here.
 */
export function createEgress({ policy, resolve = resolveBySystem, connections = 64 }: Deps) {
  const connect = createConnector(policy, resolve);
  const agent = new Agent({ connect, connections });

  /** URLs whose text was checked before; the addresses of their names are checked at every connect. */
  const inspectedBefore = new Map<string, Place>();

  function inspected(address: string): Place {
    const known = inspectedBefore.get(address);
    if (known) return known;
    const found = inspectUrl(address, policy);
    if ('problem' in found) throw new EgressError('refused', `The address ${found.problem}.`);
    if (inspectedBefore.size >= mostRemembered) inspectedBefore.clear();
    const { href, origin, pathname, search } = found.url;
    const place = { href, origin, path: `${pathname}${search}` };
    inspectedBefore.set(address, place);
    return place;
  }

  function redirected(url: Place, status: number, location: string, options: EgressRequest) {
    const next = inspected(URL.canParse(location, url.href) ? new URL(location, url.href).href : location);
    const headers = Object.entries(options.headers ?? {}).filter(
      ([name]) => next.origin === url.origin || travelling.has(name.toLowerCase()),
    );
    const method = options.method ?? 'GET';
    const becomesGet = (status === 303 && method !== 'HEAD') || (status < 303 && method === 'POST');
    const { body: _body, method: _method, ...rest } = options;
    return { url: next, options: { ...(becomesGet ? rest : options), headers: Object.fromEntries(headers) } };
  }

  /** Ends a stream that grows too large. */
  const limited = (maxBytes: number) => {
    let size = 0;
    return new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.byteLength;
        if (size > maxBytes) controller.error(new EgressError('unreachable', 'The answer is too large.'));
        else controller.enqueue(chunk);
      },
    });
  };

  return {
    /** For clients with a dispatcher of their own: connects only to addresses that are allowed. */
    connect,

    /** Checks a URL before it is stored. The addresses of its name are checked at connect. */
    assertAllowed(url: string, path = 'url'): void {
      const found = inspectUrl(url, policy);
      if ('problem' in found) throw invalidField(path, found.problem);
    },

    assertHeaders(headers: HeaderMap, path = 'headers'): void {
      const problem = refusedHeaders(headers);
      if (problem) throw invalidField(path, problem);
    },

    /** Throws an EgressError when there is no answer. Any status is an answer. */
    async request(address: string, given: EgressRequest = {}): Promise<EgressResponse> {
      let url = inspected(address);
      let options = given;
      const problem = refusedHeaders(given.headers ?? {});
      if (problem) throw new EgressError('refused', `The headers ${problem}.`);
      const { signal, timeoutMs = defaultTimeoutMs, maxBytes = defaultMaxBytes, maxRedirects = 0 } = given;
      const ending: Ending = { reason: undefined, cut: undefined };
      const end = (error: EgressError) => {
        ending.reason ??= error;
        ending.cut?.(ending.reason);
      };
      const cancelled = () => end(new EgressError('cancelled', 'The request was cancelled.'));
      if (signal?.aborted) cancelled();
      signal?.addEventListener('abort', cancelled);
      // A plain timer: `AbortSignal.timeout` costs as much as all the rest of this function.
      const late = () => end(new EgressError('timeout', `No answer within ${timeoutMs} ms.`));
      const timer = setTimeout(late, timeoutMs);
      try {
        for (let hops = 0; ; hops += 1) {
          const answer = await exchange(agent, url, options, maxBytes, ending);
          const { location } = answer.headers;
          if (!redirects.has(answer.status) || location === undefined || hops >= maxRedirects)
            return { ...answer, url: url.href };
          ({ url, options } = redirected(url, answer.status, location, options));
        }
      } catch (error) {
        throw unreachable(ending.reason ?? error);
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener('abort', cancelled);
      }
    },

    /** For clients that need `fetch` and streams. They follow redirects themselves, each through this function. */
    async fetch(input: string | URL, init: RequestInit = {}, maxBytes = largestStream): Promise<Response> {
      const url = inspected(String(input));
      try {
        const response = (await undiciFetch(url.href, {
          ...(init as unknown as UndiciRequestInit),
          redirect: 'manual',
          dispatcher: agent,
        })) as unknown as Response;
        if (!response.body) return response;
        const { status, statusText, headers } = response;
        return new Response(response.body.pipeThrough(limited(maxBytes)), { status, statusText, headers });
      } catch (error) {
        if (init.signal?.aborted) throw error;
        throw unreachable(error);
      }
    },

    close: (): Promise<void> => agent.destroy(),
  };
}

export type Egress = ReturnType<typeof createEgress>;
