import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));
const source = globSync('console/src/**/*.{ts,tsx}', { cwd: root })
  .map((path) => readFileSync(`${root}${path}`, 'utf8'))
  .join('\n');
type Description = { paths: Record<string, Record<string, { tags?: string[] }>> };
const { paths } = JSON.parse(readFileSync(`${root}openapi.json`, 'utf8')) as Description;
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
);

/** Calls that do not name their route in the usual way: how they are written, and what they are. */
const otherwise: Record<string, string[]> = {
  'chat.stream(': ['POST /agent/chat/stream'],
  'sessions.regenerate(': ['POST /sessions/{id}/regenerate'],
  'all.stream(': ['GET /jobs/{id}/stream'],
  "request.open('POST', `/files?": ['POST /files'],
  '/{id}/runs`': ['GET /cron/{id}/runs', 'GET /heartbeat/{id}/runs'],
  '/console/session${path}': ['POST /console/session', 'POST /console/session/refresh'],
  "enter('/mfa'": ['POST /console/session/mfa'],
  "enter('/register'": ['POST /console/session/register'],
  "fetch('/console/session', { method: 'DELETE' })": ['DELETE /console/session'],
  "fetch('/auth/logout'": ['POST /auth/logout'],
  "fetch('/auth/oidc/logout'": ['POST /auth/oidc/logout'],
  "fetch('/health'": ['GET /health'],
};

/** What has no place in the console, and why. */
const leftOut: Record<string, string[]> = {
  'doors of other protocols and programs': [
    'GET /ws',
    'POST /agent/chat',
    'POST /agent/chat/ui',
    'GET /agent/chat/ui/{chatId}/stream',
    'POST /agent/ag-ui',
    'POST /agent/ag-ui/{agentId}',
    'POST /mcp',
    'POST /a2a/{agentId}',
    'GET /a2a/{agentId}/.well-known/agent-card.json',
    'POST /channels/{id}/inbound',
    'GET /inference/models/{id}',
    'POST /inference/chat/completions',
    'POST /inference/embeddings',
    'POST /inference/responses',
    'GET /inference/responses/{id}',
    'DELETE /inference/responses/{id}',
    'POST /inference/messages',
    'POST /inference/messages/count_tokens',
    'GET /agent/presence',
    'POST /agent/reset',
    'GET /changelog',
    'GET /changelog/stream',
  ],
  'run by operators’ programs, for other people': [
    'POST /autonomous/run',
    'POST /onboarding/setup',
    'POST /auth/token',
  ],
  'the console has its own, which keep the refresh token from scripts': [
    'PUT /auth/password',
    'POST /auth/register',
    'POST /auth/login',
    'POST /auth/login/mfa',
    'POST /auth/refresh',
    'POST /auth/sessions/end',
  ],
  'opened by the browser itself': [
    'GET /',
    'GET /docs',
    'GET /auth/oidc/{id}/start',
    'GET /auth/oidc/{id}/callback',
    'POST /auth/oidc/{id}/exchange',
  ],
  'for machines': [
    'GET /openapi.yaml',
    'GET /readiness',
    'GET /metrics',
    'GET /.well-known/oauth-protected-resource',
    'GET /.well-known/oauth-protected-resource/mcp',
  ],
  'one of a list that shows all of it': [
    'GET /approvals/{id}',
    'GET /auth/keys/{id}',
    'GET /channels/{id}',
    'GET /cron/{id}',
    'GET /heartbeat/{id}',
    'GET /files/{id}',
    'GET /memory/entries/{id}',
    'GET /memory-profiles/{id}',
    'GET /tools/mcp-servers/{id}',
    'GET /webhook-inspector/{id}',
    'GET /workspaces/{id}/providers/{providerId}',
    'GET /traces',
  ],
  'another way to what the console does': [
    'PUT /cron/{id}',
    'GET /memory/profile',
    'GET /memory/daily',
    'POST /memory/daily',
    'GET /memory/daily/{date}',
    'DELETE /memory/daily/{date}/{entryIndex}',
    'GET /memory/notes',
    'DELETE /memory/notes/{index}',
    'GET /files',
  ],
};

function calls(): Set<string> {
  const found = new Set<string>();
  for (const [, method, path] of source.matchAll(/\.(GET|POST|PUT|PATCH|DELETE)\(\s*'([^']+)'/g))
    found.add(`${method} ${path}`);
  for (const [, method, path] of source.matchAll(/(?:useQuery|queryOptions)\(\s*'(get)',\s*'([^']+)'/g))
    found.add(`${method?.toUpperCase()} ${path}`);
  for (const [, path] of source.matchAll(/\bpages\(\s*'([^']+)'/g)) found.add(`GET ${path}`);
  for (const [text, made] of Object.entries(otherwise))
    if (source.includes(text)) for (const operation of made) found.add(operation);
  return found;
}

it('the console makes use of at least 95 % of the operations that are meant for people', () => {
  const made = calls();
  const away = new Set(Object.values(leftOut).flat());
  expect(
    [...made].filter((operation) => !operations.includes(operation)),
    'no such operation',
  ).toEqual([]);
  expect(
    [...away].filter((operation) => !operations.includes(operation)),
    'left out, but gone',
  ).toEqual([]);
  expect(
    [...away].filter((operation) => made.has(operation)),
    'left out, but called',
  ).toEqual([]);
  const meant = operations.filter((operation) => !away.has(operation));
  const missing = meant.filter((operation) => !made.has(operation));
  expect(missing.length / meant.length, missing.join('\n')).toBeLessThanOrEqual(0.05);
});

it('every call that is written in another way is still in the console', () => {
  expect(Object.keys(otherwise).filter((text) => !source.includes(text))).toEqual([]);
});
