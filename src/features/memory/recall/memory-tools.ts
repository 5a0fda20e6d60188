import type { Clock } from '../../../kernel/clock.ts';
import type { TakeOne } from '../../../kernel/counted-quota.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Person } from '../../../kernel/person.ts';
import { ToolError } from '../../../kernel/tool-error.ts';
import type { Database } from '../../../platform/db/database.ts';
import { sawOutside } from '../../runs/index.ts';
import type { SharedTool, ToolContext } from '../../tools/index.ts';
import { sayingTheSame } from '../capture/duplicates.store.ts';
import { normalised } from '../capture/facts.ts';
import { longestContent } from '../entries/memory.schema.ts';
import type { MemoryStore } from '../entries/memory.store.ts';
import { keyOf, type MemoryPolicy, type MemorySource, type SearchMemory, type Tier, tiers } from '../entries/memory.ts';
import { lockPerson } from '../entries/person-lock.store.ts';
import type { ProfileService } from '../entries/profile.service.ts';
import { shownEntry } from '../entries/shown.ts';
import type { PolicyOfAgent } from '../policies/agent-policies.ts';

type Memory = {
  store: MemoryStore;
  search: SearchMemory;
  roomForEntry: TakeOne;
  routes: { profile: ProfileService };
  policyOfAgent: PolicyOfAgent;
};
type Deps = {
  database: Database;
  clock: Clock;
  memory: Memory;
};

const mostFound = 20;
const longestShown = 1_000;

const outsideNote =
  'This conversation has read text from outside, so this is kept as a note that came from outside: it is not taken for the person’s own word.';

export function createMemoryTools({ database, clock, memory }: Deps): SharedTool[] {
  /**
   * `agent`, or `external` once the conversation has read text from outside. If a person calls the tool by hand, the
   * source is the person.
   */
  async function sourceOf({ agentId, sessionId, runId }: ToolContext): Promise<MemorySource> {
    if (runId === null || sessionId === null) return { kind: 'user' };
    const kind = (await sawOutside(database, { runId, sessionId })) ? 'external' : 'agent';
    return { kind, sessionId, agentId: agentId ?? undefined };
  }

  const policyIn = ({ agentId, memoryPolicy }: ToolContext): MemoryPolicy | Promise<MemoryPolicy> =>
    memoryPolicy ? (memoryPolicy as MemoryPolicy) : memory.policyOfAgent(agentId);

  async function allow(tier: Tier, context: ToolContext): Promise<void> {
    const policy = await policyIn(context);
    if (!policy.tiers.includes(tier)) throw new ToolError(`This agent’s memory profile has no tier ${tier}.`);
  }

  /** Writes no duplicates. Text from outside is always written, because it is never compared with existing entries. */
  async function keep(person: Person, tier: 'daily' | 'strategic', content: string, source: MemorySource) {
    const { store, roomForEntry } = memory;
    await roomForEntry(keyOf(person)).catch((error: unknown) => {
      throw error instanceof AppError ? new ToolError(error.message) : error;
    });
    return store.transaction(async (tx) => {
      if (!(await lockPerson(tx, person))) throw new ToolError('Nothing can be remembered here any more.');
      const known =
        source.kind === 'external' ? undefined : (await sayingTheSame(tx, person, [content])).get(normalised(content));
      return known ?? store.insertEntry(tx, person, { tier, content, source }, clock.now());
    });
  }

  const personOf = ({ caller: { workspaceId, userId } }: ToolContext): Person => ({ workspaceId, userId });

  return [
    {
      name: 'memory_search',
      description:
        'Searches what is remembered of the person you talk with, by meaning and by words: what they said, their profile, notes, earlier conversations.',
      source: 'builtin',
      parameters: {
        type: 'object',
        properties: {
          query: { type: 'string', minLength: 1, maxLength: 1_000, examples: ['How do they take their coffee?'] },
          limit: { type: 'integer', minimum: 1, maximum: mostFound, default: 5 },
          tier: { type: 'string', enum: [...tiers], description: 'Only of this tier.' },
        },
        required: ['query'],
        additionalProperties: false,
      },
      timeoutMs: 10_000,
      // An entry may contain text from outside, so the result is quoted as data.
      external: true,
      async execute({ query, limit = 5, tier }, context) {
        const { store, search } = memory;
        const person = personOf(context);
        const allowed = (await policyIn(context)).tiers;
        const wanted = tier === undefined ? allowed : allowed.filter((name) => name === tier);
        const found = await search(person, String(query), { limit: Number(limit), tiers: wanted });
        const rows = await store.findMany(
          person,
          found.map(({ entryId }) => entryId),
        );
        const byId = new Map(rows.map((row) => [row.id, row]));
        return {
          data: found.flatMap(({ entryId, score }) => {
            const row = byId.get(entryId);
            if (!row) return [];
            const { id, tier, date, content, source, createdAt } = shownEntry(row);
            const shown = content.length > longestShown ? `${content.slice(0, longestShown).toWellFormed()}…` : content;
            return [{ entry: { id, tier, ...(date && { date }), content: shown, source, createdAt }, score }];
          }),
        };
      },
    },
    {
      name: 'memory_write',
      description:
        'Remembers something about the person you talk with beyond this conversation. One fact in one sentence; `strategic` for what should last, `daily` for what happened or was said today.',
      source: 'builtin',
      parameters: {
        type: 'object',
        properties: {
          content: {
            type: 'string',
            minLength: 1,
            maxLength: longestContent,
            pattern: '\\S',
            examples: ['Takes coffee black.'],
          },
          tier: { type: 'string', enum: ['daily', 'strategic'], default: 'daily' },
        },
        required: ['content'],
        additionalProperties: false,
      },
      timeoutMs: 10_000,
      external: false,
      async execute({ content, tier = 'daily' }, context) {
        const wanted = tier === 'strategic' ? 'strategic' : 'daily';
        await allow(wanted, context);
        const source = await sourceOf(context);
        // Notes have no retention time, so text from outside is stored as a daily entry, which is never promoted.
        const kept = source.kind === 'external' ? 'daily' : wanted;
        const text = String(content).trim().toWellFormed();
        const { id, tier: found } = await keep(personOf(context), kept, text, source);
        return { id, tier: found, ...(source.kind === 'external' ? { note: outsideNote } : {}) };
      },
    },
    {
      name: 'profile_update',
      description:
        'Changes the profile of the person you talk with: name, home, job, birthday, favourites and the like. A field set to null is removed; fields that are not named stay.',
      source: 'builtin',
      parameters: {
        type: 'object',
        properties: {
          fields: {
            type: 'object',
            minProperties: 1,
            maxProperties: 50,
            additionalProperties: true,
            examples: [{ name: 'Ada', home: 'Graz' }],
          },
        },
        required: ['fields'],
        additionalProperties: false,
      },
      timeoutMs: 10_000,
      external: false,
      async execute({ fields }, context) {
        await allow('profile', context);
        const source = await sourceOf(context);
        const person = personOf(context);
        // A web page must not be able to change or remove a person's profile.
        if (source.kind === 'external') {
          const { id } = await keep(person, 'daily', JSON.stringify(fields).slice(0, longestContent), source);
          return { id, tier: 'daily', note: outsideNote };
        }
        try {
          const profile = await memory.routes.profile.merge(person, fields as Record<string, unknown>, source);
          return { fields: profile.fields };
        } catch (error) {
          throw error instanceof AppError ? new ToolError(error.message) : error;
        }
      },
    },
  ];
}
