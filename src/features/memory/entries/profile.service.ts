import { type Clock, iso } from '../../../kernel/clock.ts';
import { invalidField } from '../../../kernel/errors.ts';
import type { Person } from '../../../kernel/person.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Profile } from './memory.schema.ts';
import type { MemoryStore } from './memory.store.ts';
import type { MemorySource } from './memory.ts';
import { lockPerson } from './person-lock.store.ts';
import { forgetOldRemovals } from './profile-changes.store.ts';

const mostFields = 200;
const longestName = 100;
const largestValue = 8_000;
const deepestValue = 8;

type Deps = { store: MemoryStore; clock: Clock };

const isDeeperThan = (value: unknown, limit: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (limit === 0 || Object.values(value).some((member) => isDeeperThan(member, limit - 1)));

/** The reason why a field is refused; undefined if it is accepted. */
function refusedField(name: string, value: unknown): string | undefined {
  if (name.trim() === '' || name.length > longestName) return `a name has 1 to ${longestName} characters`;
  if (/\p{Cc}/u.test(name) || !name.isWellFormed()) return 'a name has no control characters';
  if (isDeeperThan(value, deepestValue)) return `is nested deeper than ${deepestValue} levels`;
  if (JSON.stringify(value).length > largestValue) return `is larger than ${largestValue} characters of JSON`;
  return undefined;
}

export function createProfileService({ store, clock }: Deps) {
  async function read(person: Person): Promise<Profile> {
    const [rows, changedAt] = await Promise.all([
      store.list(person, { tier: 'profile', limit: 2 * mostFields }),
      store.profileChangedAt(person),
    ]);
    const fields = rows
      .flatMap(({ field, value }) => (field === null || value === null ? [] : [[field, JSON.parse(value)] as const]))
      .reverse();
    return {
      userId: person.userId,
      fields: Object.fromEntries(fields),
      updatedAt: changedAt === null ? null : iso(changedAt),
    };
  }

  return {
    read,

    /** Fields that are not named stay; `null` removes one. All changes are made or none. */
    async merge(person: Person, fields: Readonly<Record<string, unknown>>, source: MemorySource): Promise<Profile> {
      const changes = Object.entries(fields);
      for (const [name, value] of changes) {
        const problem = refusedField(name, value);
        if (problem) throw invalidField(`fields.${name.slice(0, longestName).toWellFormed()}`, problem);
      }
      if (changes.length > 0)
        await store.transaction(async (tx: Transaction) => {
          await lockPerson(tx, person);
          const now = clock.now();
          for (const [name, value] of changes)
            if (value === null) await store.removeProfileField(tx, person, name, now);
            else await store.setProfileField(tx, person, { field: name, value, source }, now);
          if (changes.some(([, value]) => value === null)) await forgetOldRemovals(tx, person, now);
          const grows = changes.some(([, value]) => value !== null);
          if (grows && (await store.countProfile(tx, person)) > mostFields)
            throw invalidField('fields', `a profile has at most ${mostFields} fields`);
        });
      return read(person);
    },
  };
}

export type ProfileService = ReturnType<typeof createProfileService>;
