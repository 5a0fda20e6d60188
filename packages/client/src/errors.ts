import type { Problem } from './api.ts';

type Details = Partial<Problem> & { status: number };

/** The gateway refused the request. `code` is stable; `requestId` is the id of the request in the gateway's log. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly status: number;
  readonly code: string;
  /** The whole answer, with members that only some errors have, such as a blocking `runId`. */
  readonly problem: Details;
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(problem: Details, more: { requestId?: string | undefined; retryAfterMs?: number | undefined } = {}) {
    super(problem.detail ?? problem.title ?? `The gateway answered ${problem.status}.`);
    this.status = problem.status;
    this.code = problem.code ?? 'unknown';
    this.problem = problem;
    this.requestId = problem.requestId ?? more.requestId;
    this.retryAfterMs = more.retryAfterMs;
  }
}

/** The gateway could not be reached, or a broken connection did not come back in time. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

/** Errors that may be gone a moment later. */
export const isPassing = (error: unknown): error is GatewayError | ConnectionLost =>
  error instanceof ConnectionLost || (error instanceof GatewayError && (error.status >= 500 || error.status === 429));

type OpenAiError = { error?: { message?: string; code?: string | null } };

/** The error of an answer that is not 2xx. Under /inference it has OpenAI's form; from a proxy it may have any. */
export async function errorOf(response: Response): Promise<GatewayError> {
  const { status, headers } = response;
  const text = await response.text().catch(() => '');
  let body: (Partial<Problem> & OpenAiError) | null = null;
  try {
    body = JSON.parse(text);
  } catch {
    // Not an answer of the gateway: the status is enough.
  }
  const { error, ...problem } = typeof body === 'object' && body !== null ? body : {};
  const retryAfter = Number(headers.get('retry-after') ?? Number.NaN);
  return new GatewayError(
    {
      ...problem,
      ...(error?.message ? { detail: error.message } : {}),
      ...(error?.code ? { code: error.code } : {}),
      status,
    },
    {
      requestId: headers.get('x-request-id') ?? undefined,
      retryAfterMs: Number.isFinite(retryAfter) ? retryAfter * 1_000 : undefined,
    },
  );
}
