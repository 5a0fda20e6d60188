import { GatewayError } from '@client/index.ts';

/** The gateway's validation errors by field. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof GatewayError)) return {};
  const named = (error.problem.errors ?? []).map(({ path, message }) => [
    path.replace(/^(body)?[./]/, '').replaceAll('/', '.'),
    message,
  ]);
  return Object.fromEntries(named) as Record<string, string>;
}
