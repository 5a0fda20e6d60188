import { AppError } from '../../kernel/errors.ts';
import type { Egress } from '../../platform/egress/egress.ts';
import { EgressError } from '../../platform/egress/egress-error.ts';

type Deps = { egress: Pick<Egress, 'fetch'>; maxBytes: number; timeoutMs: number };
export type Fetched = { name: string | undefined; size: number | undefined; bytes: AsyncIterable<Uint8Array> };

const redirects = new Set([301, 302, 303, 307, 308]);
const mostRedirects = 3;

const failed = (why: string, retryable = false, cause?: unknown) =>
  new AppError('validation_failed', `url: ${why}`, { errors: [{ path: 'url', message: why }], retryable, cause });

function understood(error: unknown): unknown {
  if (error instanceof EgressError) return failed(error.message, error.failure !== 'refused', error);
  if ((error as Error | undefined)?.name === 'TimeoutError') return failed('The server took too long.', true, error);
  return error;
}

async function* explained(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    throw understood(error);
  }
}

/** Only announced by servers that do not compress. */
function announcedSize({ headers }: Response): number | undefined {
  const length = headers.get('content-encoding') === null ? headers.get('content-length') : null;
  return length !== null && /^\d{1,15}$/.test(length) ? Number(length) : undefined;
}

function nameIn(address: string): string | undefined {
  const last = new URL(address).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last) || undefined;
  } catch {
    return last;
  }
}

/** Gets what a user's URL points to, through the egress guard, every redirect included. */
export function createFetching({ egress, maxBytes, timeoutMs }: Deps) {
  return async function open(url: string, given?: AbortSignal): Promise<Fetched> {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = given ? AbortSignal.any([given, timeout]) : timeout;
    const headers = { accept: '*/*', 'user-agent': 'agent-gateway' };
    let address = url;
    for (let hops = 0; hops <= mostRedirects; hops += 1) {
      // One byte more than is allowed, so that the caller notices a file that is too large and refuses it.
      const response = await egress.fetch(address, { headers, signal }, maxBytes + 1).catch((error) => {
        throw understood(error);
      });
      const location = response.headers.get('location');
      if (redirects.has(response.status) && location !== null && URL.canParse(location, address)) {
        await response.body?.cancel();
        address = new URL(location, address).href;
        continue;
      }
      if (response.status !== 200 || !response.body) {
        await response.body?.cancel();
        throw failed(`The server answered ${response.status}.`, response.status >= 500 || response.status === 429);
      }
      const bytes = explained(response.body as unknown as AsyncIterable<Uint8Array>);
      return { name: nameIn(address), size: announcedSize(response), bytes };
    }
    throw failed(`The server redirects more than ${mostRedirects} times.`);
  };
}
