import { readFileSync } from 'node:fs';
import type { ValidateFunction } from 'ajv';
import { inject } from 'vitest';
import { type ApiDescription, schemaChecker } from './api-description.ts';

type Seen = { method: string; path: string; status: number; contentType: string; body: unknown };

/** Checks answers by the API description; compiled when the first answer comes. */
export function createResponseCheck(description: ApiDescription) {
  const compile = schemaChecker(description);
  const templates = Object.entries(description.paths)
    .map(([template, operations]) => ({
      template,
      operations,
      pattern: new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      parameters: template.split('{').length,
    }))
    // `/sessions/search/messages` is not a session.
    .sort((one, other) => one.parameters - other.parameters);
  const compiled = new Map<string, ValidateFunction>();

  /** Returns the fault, if there is one. */
  return ({ method, path, status, contentType, body }: Seen): string | undefined => {
    const [address = ''] = path.split('?', 1);
    const name = method.toLowerCase();
    const route = templates.find(({ pattern, operations }) => pattern.test(address) && operations[name]);
    const operation = route?.operations[name];
    if (!operation) return undefined;
    const given = operation.responses[status];
    // An answer of an operator's own signature rule is not described at the route.
    if (!given) return (body as { code?: string }).code === 'invalid_signature' ? undefined : 'has no such status';
    const shared = given.$ref?.split('/').at(-1) ?? '';
    const { content } = shared ? (description.components.responses[shared] ?? {}) : given;
    if (!content) return contentType === '' ? undefined : `has no content, not ${contentType}`;
    const { schema } = content[contentType] ?? content['*/*'] ?? {};
    if (!schema) return `has ${Object.keys(content)}, not ${contentType}`;
    // Somebody's file may be JSON of any kind.
    if (!contentType.endsWith('json') || !content[contentType]) return undefined;
    const key = shared || `${operation.operationId} ${status}`;
    const fits = compiled.get(key) ?? compile(schema);
    compiled.set(key, fits);
    return fits(body) ? undefined : `says otherwise: ${JSON.stringify(fits.errors)}`;
  };
}

/** Throws for an answer that the description in this file does not allow; the file is read when the first answer comes. */
export function checkedBy(file: () => string | URL): (seen: Seen) => void {
  let check: ReturnType<typeof createResponseCheck> | undefined;
  return (seen) => {
    check ??= createResponseCheck(JSON.parse(readFileSync(file(), 'utf8')) as ApiDescription);
    const complaint = check(seen);
    if (complaint === undefined) return;
    const { method, path, status, body } = seen;
    const shown = JSON.stringify(body).slice(0, 500);
    throw new Error(`${method} ${path} answered ${status} ${shown}, and the API description ${complaint}`);
  };
}

/**
 * Every answer that a test gets through the harness is checked by the description; one that does not match fails the
 * test. Without the global setup the committed description is used.
 */
export const checkResponse = checkedBy(
  () => inject('apiDescription') ?? new URL('../../openapi.json', import.meta.url),
);
