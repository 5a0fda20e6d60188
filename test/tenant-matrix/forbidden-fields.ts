import type { Operation } from './operations.ts';
import type { World } from './world.ts';

type Schema = NonNullable<Operation['body']>;
type Fields = Record<string, unknown>;

const number = 987_654_321;
const time = '2000-01-01T00:00:00.000Z';

/** Fields that no caller may set, with another tenant's values. */
export const forbiddenFields = ({ globex, people }: World): Fields => ({
  id: globex.agentId,
  workspaceId: globex.workspaceId,
  workspace_id: globex.workspaceId,
  userId: people.other.id,
  user_id: people.other.id,
  uid: people.other.id,
  ownerId: people.other.id,
  agentId: globex.agentId,
  createdBy: people.other.id,
  defaultWorkspaceId: globex.workspaceId,
  defaultAgentId: globex.agentId,
  role: 'owner',
  scopes: ['admin'],
  version: number,
  personal: true,
  enabled: true,
  status: 'closed',
  createdAt: time,
  created_at: Date.parse(time),
  updatedAt: time,
  expiresAt: '2100-01-01T00:00:00.000Z',
  lastUsedAt: time,
  messageCount: number,
  recallCount: number,
  consecutiveFailures: number,
  costUsd: number,
  settings: { defaultAgentId: globex.agentId, monthlyBudgetUsd: number },
  restrictions: { allowedModels: ['everything'] },
  members: [{ userId: people.other.id, role: 'owner' }],
  passwordHash: 'x',
  digest: 'x',
});

/** How often each forbidden value occurs in the texts. */
export function traces({ globex, people }: World, texts: readonly string[]): Record<string, number> {
  const marks = [globex.workspaceId, globex.agentId, people.other.id, String(number), time, String(Date.parse(time))];
  const text = texts.join('\n');
  return Object.fromEntries(marks.map((mark) => [mark, text.split(mark).length - 1]));
}

/** Headers that might be used to claim authority. */
export const forbiddenHeaders = ({ globex, people }: World): Record<string, string> => ({
  'x-user-id': people.other.id,
  'x-user-role': 'owner',
  'x-role': 'owner',
  'x-scopes': 'admin',
  'x-workspace': globex.workspaceId,
});

const objectOf = (schema: Schema | undefined): Schema | undefined =>
  schema?.properties ? schema : schema?.anyOf?.map(objectOf).find((member) => member !== undefined);

/**
 * Adds the fields to every object in the body that the description knows, unless the object has a field of that name.
 */
export function withForbidden(body: unknown, given: Schema | undefined, fields: Fields): unknown {
  if (Array.isArray(body)) return body.map((item) => withForbidden(item, given?.items, fields));
  if (typeof body !== 'object' || body === null) return body;
  const schema = objectOf(given);
  // Free-form objects such as metadata: the caller may use any name.
  if (!schema) return body;
  const own = Object.entries(body).map(([name, value]) => [
    name,
    withForbidden(value, schema.properties?.[name], fields),
  ]);
  const added = Object.entries(fields).filter(([name]) => !(name in (schema.properties ?? {})));
  return { ...Object.fromEntries(added), ...Object.fromEntries(own) };
}

/**
 * Two runs of one request differ in new ids, times, digests and unique texts. These are replaced; the rest must be
 * equal.
 */
export function withoutChance({ people, acme, globex, initech }: World) {
  const fixed = new Set([
    ...Object.values(people).flatMap(({ id, workspaceId }) => [id, workspaceId]),
    ...[acme, globex, initech].flatMap((tenant) => [tenant.workspaceId, tenant.agentId, tenant.secretAgentId]),
  ]);
  const now = Date.now();
  const near = (timeMs: number) => Math.abs(timeMs - now) < 120 * 86_400_000;
  return (text: string): string =>
    text
      .replace(/\b[a-z]{2,4}_[0-9a-z]{26}(?:_\d+)?\b/g, (id) => (fixed.has(id) ? id : `<${id.split('_')[0]}>`))
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) => (near(Date.parse(time)) ? '<time>' : time))
      .replace(/\b\d{13}\b/g, (time) => (near(Number(time)) ? '<time>' : time))
      .replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<token>')
      .replace(/(\\?"(?:created|created_at|completed_at)\\?":)\d{10}\b/g, '$1<time>')
      .replace(/\$2b\$\d\d\$[./\w]{53}/g, '<hash>')
      .replace(/\bwhsec_[\w+/=]+/g, '<secret>')
      .replace(/\ba?gw_[\w-]+/g, '<key>')
      .replace(/\bv1\.[0-9a-f]{16}\.[\w-]+/g, '<sealed>')
      .replace(/\b[0-9a-f]{64}\b/g, '<digest>')
      .replace(/\bcanary[0-9a-f]{16}\b/g, '<canary>')
      .replace(/\bsomeone-\d+-\w+(@|%40)/g, '<someone>@')
      // Of a second factor: its secret, its recovery codes and the last code that was taken.
      .replace(/\b[A-Z2-7]{32}\b/g, '<secret>')
      .replace(/\b([a-z2-9]{4}-){5}[a-z2-9]{4}\b/g, '<recovery code>')
      .replace(/("last_step":)\d+/g, '$1<number>')
      .replace(/\bu\d+x\b/g, '<unique>')
      .replace(/(?<![0-9a-z])[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '<uuid>')
      // Recall depends on earlier messages, and on how quickly they are found.
      .replace(/(\\?"(?:promptTokens|prompt_tokens|input_tokens|total_tokens)\\?":)\d+/g, '$1<tokens>')
      // Counters.
      .replace(/("(?:index|position|next|search_id|connections_version)":)\d+/g, '$1<number>')
      .replace(/(\\?"(?:duration|totalDuration|latency)Ms\\?":)[\d.]+/g, '$1<duration>');
}
