import { type FailureReason, failureOf } from '../../platform/models/asking/reasons.ts';
import type { Connection } from '../../platform/models/connections/connection.ts';
import type { ProviderTest } from './connections.schema.ts';

const testTimeoutMs = 10_000;

type Failed = { reason: FailureReason; status: number | undefined; message: string };

/** Plain words, and what to do. */
function inWords({ reason, status, message }: Failed, hasKey: boolean): string {
  const answered = status === undefined ? '' : ` (${status})`;
  switch (reason) {
    case 'key_refused':
      return hasKey
        ? `The server refused the key${answered}: set the right apiKey.`
        : `The server wants a key${answered}, and none is set: set apiKey.`;
    case 'no_credit':
      return `The server says that the account has no credit${answered}.`;
    case 'rate_limited':
      return `The server answers, and refuses for now because of too many requests${answered}.`;
    case 'not_found':
      return `The server answers, but there is no list of models${answered}: check baseUrl, which often ends in /v1, and kind.`;
    case 'timeout':
      return 'The server did not answer in time.';
    case 'unreachable':
      return `The server ${message}: check baseUrl.`;
    case 'bad_answer':
      return 'The server answers, but not as a provider of models does: check baseUrl and kind.';
    case 'unavailable':
      return `The server answers with an error of its own${answered}.`;
    default:
      return `The server refuses the request${answered}: check baseUrl and kind.`;
  }
}

/** Asks for the list of models: that is free, and shows whether the server answers and takes the key. */
export async function testConnection({ provider, models: wanted }: Connection, hasKey: boolean): Promise<ProviderTest> {
  const began = performance.now();
  const took = () => Math.round((performance.now() - began) * 10) / 10;
  try {
    const models = await provider.check(AbortSignal.timeout(testTimeoutMs));
    const latencyMs = took();
    const absent = models.length > 0 ? (wanted ?? []).filter((model) => !models.includes(model)) : [];
    const reason = absent.length > 0 ? { reason: `The server does not list ${absent.slice(0, 5).join(', ')}.` } : {};
    return { ok: true, latencyMs, models: models.length > 0 ? models.length : null, ...reason };
  } catch (error) {
    const known = failureOf(error);
    const reason = known
      ? inWords({ reason: known.reason, status: known.failure.status, message: known.failure.message }, hasKey)
      : 'The server did not answer in time.';
    if (!known && !(error instanceof DOMException)) throw error;
    return { ok: false, latencyMs: took(), models: null, reason };
  }
}
