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

/** The first error of a list: of the whole, or of one of its members. */
export const errorWithin = (errors: Record<string, string>, field: string): string | undefined =>
  Object.entries(errors).find(([path]) => path === field || path.startsWith(`${field}.`))?.[1];
