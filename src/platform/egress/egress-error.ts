export type EgressFailure = 'refused' | 'timeout' | 'cancelled' | 'unreachable';

/** Why a request to a user's URL got no answer, in words that the user may read. */
export class EgressError extends Error {
  readonly failure: EgressFailure;

  constructor(failure: EgressFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.failure = failure;
  }
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  UND_ERR_SOCKET: 'the connection was closed',
  ENOTFOUND: 'the host name is not known',
  EAI_AGAIN: 'the host name could not be looked up',
  EHOSTUNREACH: 'there is no way to the host',
  ENETUNREACH: 'there is no way to the host',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  HPE_HEADER_OVERFLOW: 'the answer has too large headers',
  UND_ERR_HEADERS_OVERFLOW: 'the answer has too large headers',
};

/** Socket errors hold addresses and ports; only the kind of failure is passed on. */
export function unreachable(cause: unknown): EgressError {
  if (cause instanceof EgressError) return cause;
  const nested = (cause as { cause?: unknown } | undefined)?.cause;
  if (nested instanceof EgressError) return nested;
  const code = [cause, nested, ...((cause as AggregateError | undefined)?.errors ?? [])]
    .map((error) => (error as { code?: unknown } | undefined)?.code)
    .find((found): found is string => typeof found === 'string');
  const reason = reasons[code ?? ''] ?? `no valid answer${code ? ` (${code})` : ''}`;
  return new EgressError('unreachable', `The server could not be reached: ${reason}.`, cause);
}
