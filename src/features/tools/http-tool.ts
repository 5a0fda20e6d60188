import { ToolError } from '../../kernel/tool-error.ts';
import type { Egress } from '../../platform/egress/egress.ts';
import { type HeaderMap, lowerCased } from '../../platform/egress/headers.ts';
import { mediaType, responseText } from './response-text.ts';
import type { JsonSchema, SharedTool, Tool } from './tool.ts';
import { withDigest } from './tool-digest.ts';

const placeholder = /\{([^{}]*)\}/g;
const bodiless = new Set(['GET', 'HEAD', 'DELETE']);

export type HttpToolDefinition = {
  name: string;
  description: string;
  parameters: JsonSchema;
  url: string;
  method: string;
  timeoutMs: number;
  /** Encrypted; decrypted only to be sent. */
  headers: () => HeaderMap;
  sealedHeaders: string | null;
};

export const placeholdersOf = (url: string): string[] => [...url.matchAll(placeholder)].map(([, name]) => name ?? '');

/** The address with harmless values for its placeholders, so that it can be checked. */
export const sampleUrl = (url: string): string => url.replace(placeholder, 'x');

/** Whether a placeholder could decide where the request goes. */
export const placeholderOutsidePath = (url: string): boolean =>
  /[{}]/.test(/^[^:]*:[\\/]*[^\\/?#]*/.exec(url)?.[0] ?? '');

const plain = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** As many layers of encoding as a careless server might decode. */
function decodings(text: string): string[] {
  const found = [text];
  for (let layer = 0; layer < 4; layer += 1) {
    const before = found.at(-1) ?? '';
    // By hand: one character that cannot be decoded must not hide those that can.
    const after = before.replace(/%([0-9a-f]{2})/gi, (_all, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (after === before) break;
    found.push(after);
  }
  return found;
}

/** A value fills one segment of the path: no separators, no `..`, no line breaks or NUL. */
const leavesSegment = (text: string): boolean => decodings(text).some((one) => /[/\\\p{Cc}]|\.\./u.test(one));

function fillPath(url: string, params: Record<string, unknown>): string {
  const filled = url.replace(placeholder, (_all, name: string) => {
    const value = params[name];
    if (value === undefined || value === null || value === '')
      throw new ToolError(`The parameter ${name} is part of the address and must not be empty.`);
    const text = plain(value);
    if (leavesSegment(text))
      throw new ToolError(
        `The parameter ${name} is part of the address and must not hold "/", "\\\\", ".." or control characters.`,
      );
    return encodeURIComponent(text.toWellFormed());
  });
  const path = filled.replace(/[?#].*$/s, '');
  // Encoding leaves dots alone, and `..` would lead to another address than the tool's.
  if (path.split('/').some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment)))
    throw new ToolError('A parameter must not turn a part of the address into "." or "..".');
  return filled;
}

function withQuery(url: string, params: Record<string, unknown>): string {
  const address = new URL(url);
  for (const [name, value] of Object.entries(params))
    for (const member of Array.isArray(value) ? value : [value])
      if (member !== undefined && member !== null) address.searchParams.append(name, plain(member));
  return address.href;
}

/** The parameter names in a schema, including those in its alternatives and parts. */
function declaredNames(schema: unknown, root: JsonSchema, seen = new Set<unknown>()): string[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  const {
    properties,
    $ref,
    allOf,
    anyOf,
    oneOf,
    dependentSchemas,
    if: when,
    then: yes,
    else: no,
  } = schema as JsonSchema;
  const local = typeof $ref === 'string' && $ref.startsWith('#/') ? $ref.slice(2).split('/') : undefined;
  const referred = local?.reduce<unknown>(
    (at, key) => (at as JsonSchema | undefined)?.[key.replaceAll('~1', '/').replaceAll('~0', '~')],
    root,
  );
  const parts = [allOf, anyOf, oneOf, dependentSchemas].flatMap((part) => Object.values(part ?? {}));
  return [
    ...Object.keys(properties ?? {}),
    ...[referred, when, yes, no, ...parts].flatMap((part) => declaredNames(part, root, seen)),
  ];
}

/** Only declared parameters are sent; others only where the schema allows additional properties. */
function sentNames(parameters: JsonSchema): (name: string) => boolean {
  const { additionalProperties } = parameters;
  if (additionalProperties === true || typeof additionalProperties === 'object') return () => true;
  const declared = new Set(declaredNames(parameters, parameters));
  return (name) => declared.has(name);
}

/** A workspace's own tool: an HTTP address with a description. */
export function createHttpTool(definition: HttpToolDefinition, egress: Egress): Tool {
  const { name, description, parameters, url, method, timeoutMs, headers, sealedHeaders } = definition;
  const inPath = new Set(placeholdersOf(url));
  const isSent = sentNames(parameters);

  const tool: SharedTool = {
    name,
    description,
    source: 'http',
    parameters,
    // A little more than the request has, so that its own timeout error is the one reported.
    timeoutMs: timeoutMs + 500,
    external: true,
    async execute(params, { signal }) {
      const address = fillPath(url, params);
      const rest = Object.fromEntries(Object.entries(params).filter(([key]) => !inPath.has(key) && isSent(key)));
      const asQuery = bodiless.has(method);
      const response = await egress.request(asQuery ? withQuery(address, rest) : address, {
        method,
        headers: {
          accept: 'application/json, text/*;q=0.9, */*;q=0.1',
          ...(asQuery ? {} : { 'content-type': 'application/json' }),
          ...lowerCased(headers()),
        },
        ...(asQuery ? {} : { body: JSON.stringify(rest) }),
        signal,
        timeoutMs,
        maxBytes: 262_144,
        maxRedirects: method === 'GET' || method === 'HEAD' ? 3 : 0,
      });
      const answer = {
        status: response.status,
        body: bodyOf(responseText(response), response.headers['content-type'], response.truncated),
        ...(response.truncated ? { truncated: true } : {}),
      };
      if (response.status < 200 || response.status > 299)
        throw new ToolError(`The server answered ${response.status}.`, answer);
      return answer;
    },
  };
  return withDigest(tool, [description, url, method, timeoutMs, sealedHeaders]);
}

function bodyOf(text: string, contentType = '', truncated: boolean): unknown {
  if (truncated || !/json$/.test(mediaType(contentType))) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
