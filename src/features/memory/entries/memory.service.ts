import { type Page, type PageRequest, pageOf, pageSize, readCursor } from '../../../http/pagination.ts';
import { type Clock, dayMs, utcDay } from '../../../kernel/clock.ts';
import type { TakeOne } from '../../../kernel/counted-quota.ts';
import { AppError, invalidField, notFound } from '../../../kernel/errors.ts';
import type { Person } from '../../../kernel/person.ts';
import type { WordScrub } from '../../../platform/db/words/word-scrub.ts';
import type { AuditLog } from '../../audit/index.ts';
import type { MemoryErasure } from './erasure.store.ts';
import {
  type Day,
  type DayPage,
  type Entry,
  type Findings,
  largestSearch,
  longestContent,
  type MemorySearchQuery,
  type OneDay,
  type TierQuery,
} from './memory.schema.ts';
import type { MemoryStore } from './memory.store.ts';
import { keyOf, type SearchMemory, type Tier, tiers } from './memory.ts';
import { lockPerson } from './person-lock.store.ts';
import { shownEntry } from './shown.ts';

type Deps = {
  store: MemoryStore;
  roomForEntry: TakeOne;
  erasure: MemoryErasure;
  search: SearchMemory;
  wordScrub: WordScrub;
  audit: AuditLog;
  clock: Clock;
};

/** The most entries in one page of days. */
const mostOfDays = 1_000;

const asUser = { kind: 'user' } as const;

function textOf(content: string): string {
  const text = content.trim().toWellFormed();
  if (text.length > longestContent) throw invalidField('content', `has more than ${longestContent} characters`);
  return text;
}

function tiersOf(named: readonly string[] | undefined): Tier[] | undefined {
  const names = named?.flatMap((name) => name.split(',')).map((name) => name.trim());
  const unknown = names?.find((name) => !tiers.includes(name as Tier));
  if (unknown !== undefined) throw invalidField('tier', `"${unknown.slice(0, 50)}" is none of ${tiers.join(', ')}`);
  return names && names.length > 0 ? ([...new Set(names)] as Tier[]) : undefined;
}

/** Where a page of days ended: the day, and the number of its last entry shown. */
function readPlace(cursor: string | undefined): { day: string; index: number } | undefined {
  if (cursor === undefined) return undefined;
  const match = /^(\d{4}-\d\d-\d\d)\.(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8'));
  if (!match?.[1] || !match[2]) throw invalidField('cursor', 'is not one of ours');
  return { day: match[1], index: Number(match[2]) };
}

export function createMemoryService({ store, roomForEntry, erasure, search, wordScrub, audit, clock }: Deps) {
  async function days(person: Person, from: string, to: string, cursor: string | undefined): Promise<DayPage> {
    const place = readPlace(cursor);
    const start = place && place.day < to ? place : { day: to, index: place?.day === to ? place.index : -1 };
    const rows = await store.listDaily(person, {
      from,
      to: start.day,
      after: start.index,
      limit: mostOfDays + 1,
    });
    const shown = rows.slice(0, mostOfDays);
    const last = rows.length > mostOfDays ? shown.at(-1) : undefined;
    const data: Day[] = [...Map.groupBy(shown, ({ day }) => day ?? '')].map(([date, entries]) => ({
      date,
      entries: entries.map(shownEntry),
    }));
    return {
      data,
      nextCursor: last ? Buffer.from(`${last.day}.${last.position}`).toString('base64url') : null,
    };
  }

  async function add(person: Person, tier: 'daily' | 'strategic', content: string): Promise<Entry> {
    await roomForEntry(keyOf(person));
    return store.transaction(async (tx) =>
      shownEntry(await store.insertEntry(tx, person, { tier, content: textOf(content), source: asUser }, clock.now())),
    );
  }

  async function removeNumbered(person: Person, day: string | null, index: number): Promise<void> {
    await store.transaction(async (tx) => {
      await lockPerson(tx, person);
      const row = await store.findNumbered(person, day, index, tx);
      if (!row) throw notFound(day === null ? `Note ${index}` : `Entry ${index} of ${day}`);
      await store.remove(tx, person, row.id);
    });
  }

  async function page(person: Person, tier: Tier, { limit, cursor }: PageRequest): Promise<Page<Entry>> {
    const size = pageSize(limit);
    const rows = await store.list(person, { tier, limit: size + 1, before: readCursor(cursor) });
    return pageOf(rows, size, ({ created_at, id }) => ({ at: created_at, id }), shownEntry);
  }

  return {
    async search(person: Person, { q, query, tier, limit = 10 }: MemorySearchQuery): Promise<Findings> {
      const question = (q ?? query ?? '').trim();
      if (question === '') throw invalidField('q', 'is required');
      const found = await search(person, question, { limit: Math.min(limit, largestSearch), tiers: tiersOf(tier) });
      const rows = await store.findMany(
        person,
        found.map(({ entryId }) => entryId),
      );
      const byId = new Map(rows.map((row) => [row.id, row]));
      return {
        data: found.flatMap(({ entryId, score }) => {
          const row = byId.get(entryId);
          return row ? [{ entry: shownEntry(row), score }] : [];
        }),
      };
    },

    /** The last `count` days, today included. */
    lastDays(person: Person, count: number, cursor: string | undefined): Promise<DayPage> {
      const now = clock.now();
      return days(person, utcDay(now - (count - 1) * dayMs), utcDay(now), cursor);
    },
    async day(person: Person, date: string, cursor: string | undefined): Promise<OneDay> {
      const { data, nextCursor } = await days(person, date, date, cursor);
      return { date, entries: data[0]?.entries ?? [], nextCursor };
    },
    addToday: (person: Person, content: string) => add(person, 'daily', content),
    removeOfDay: (person: Person, date: string, index: number) => removeNumbered(person, date, index),

    addNote: (person: Person, content: string) => add(person, 'strategic', content),
    notes: (person: Person, request: PageRequest) => page(person, 'strategic', request),
    removeNote: (person: Person, index: number) => removeNumbered(person, null, index),

    entries: (person: Person, { tier, ...request }: TierQuery) => page(person, tier, request),
    async entry(person: Person, id: string): Promise<Entry> {
      const row = await store.find(person, id);
      if (!row) throw notFound(`Entry ${id}`);
      return shownEntry(row);
    },
    /** The person becomes the source of the entry. */
    async rewrite(person: Person, id: string, content: string): Promise<Entry> {
      const text = textOf(content);
      return store.transaction(async (tx) => {
        await lockPerson(tx, person);
        const before = await store.find(person, id, tx);
        if (!before || before.superseded_by !== null) throw notFound(`Entry ${id}`);
        if (before.tier === 'profile')
          throw new AppError('conflict', 'Use PUT /memory/profile to change a field of the profile.');
        if (before.content === text) return shownEntry(before);
        return shownEntry(
          await store.updateEntry(
            tx,
            person,
            before,
            {
              content: text,
              source: {
                kind: 'user',
                sessionId: before.source_session_id ?? undefined,
                agentId: before.source_agent_id ?? undefined,
              },
            },
            clock.now(),
          ),
        );
      });
    },
    async remove(person: Person, id: string): Promise<void> {
      await store.transaction(async (tx) => {
        await lockPerson(tx, person);
        const row = await store.find(person, id, tx);
        if (!row) throw notFound(`Entry ${id}`);
        if (row.field !== null && row.superseded_by === null)
          await store.removeProfileField(tx, person, row.field, clock.now());
        else await store.remove(tx, person, id);
      });
    },

    async erase(person: Person): Promise<void> {
      await erasure.eraseMost(person);
      await store.transaction(async (tx) => {
        await erasure.eraseRest(tx, person);
        await wordScrub.promise(tx);
        const { userId, workspaceId: target } = person;
        await audit.append(tx, { userId, actor: userId, action: 'memory.erase', target, outcome: 'success' });
      });
      await wordScrub.soon();
    },
  };
}

export type MemoryService = ReturnType<typeof createMemoryService>;
