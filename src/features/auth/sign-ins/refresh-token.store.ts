import type { Database, Transaction } from '../../../platform/db/database.ts';
import type { Device } from './device.ts';

/** A client that lost the answer to a refresh may send the same token again for this long; later it counts as theft. */
export const replayGraceMs = 10_000;

const longestUserAgent = 300;

/** `bound`: the device that the sign-in is bound to; null without device binding. */
type Place = Device & { bound: string | null };

type FamilyRow = {
  id: string;
  user_agent: string | null;
  address: string | null;
  how: string | null;
  used_at: number | null;
  rotated_at: number;
  created_at: number;
};

/** Only digests are stored: nobody can log in with a copy of the table. */
export function createRefreshTokenStore(database: Database) {
  const store = {
    transaction: database.transaction,

    async openFamily(tx: Transaction, familyId: string, userId: string, place: Place & { how: string }, now: number) {
      await tx.run(
        `INSERT INTO refresh_families (id, user_id, device, user_agent, address, how, used_at, rotated_at, created_at)
         VALUES ($1, $2, $4, $5, $6, $7, $3, $3, $3)`,
        [familyId, userId, now, place.bound, place.userAgent.slice(0, longestUserAgent), place.ip, place.how],
      );
    },

    /** A login from before device binding was switched on is bound to the first device that refreshes it. */
    async used(tx: Transaction, familyId: string, { bound, userAgent, ip }: Place, now: number): Promise<void> {
      await tx.run(
        `UPDATE refresh_families SET device = COALESCE(device, $2), user_agent = $3, address = $4, used_at = $5
         WHERE id = $1`,
        [familyId, bound, userAgent.slice(0, longestUserAgent), ip, now],
      );
    },

    /** Those of which a token still holds, the one that was used last first. */
    openFamilies: (userId: string, now: number, limit: number) =>
      database.all<FamilyRow>(
        `SELECT id, user_agent, address, how, used_at, rotated_at, created_at FROM refresh_families f
         WHERE user_id = $1 AND revoked_at IS NULL AND EXISTS (
           SELECT 1 FROM refresh_tokens t WHERE t.family_id = f.id AND t.revoked_at IS NULL AND t.expires_at > $2)
         ORDER BY COALESCE(used_at, rotated_at) DESC, id DESC LIMIT $3`,
        [userId, now, limit],
      ),

    isOpen: async (tx: Transaction, familyId: string, userId: string): Promise<boolean> =>
      (await tx.get('SELECT id FROM refresh_families WHERE id = $1 AND user_id = $2 AND revoked_at IS NULL', [
        familyId,
        userId,
      ])) !== undefined,

    async insert(tx: Transaction, digest: string, familyId: string, expiresAt: number, now: number): Promise<void> {
      await tx.run('INSERT INTO refresh_tokens (digest, family_id, expires_at, created_at) VALUES ($1, $2, $3, $4)', [
        digest,
        familyId,
        expiresAt,
        now,
      ]);
    },

    /**
     * Locks the family's row, so that rotation, logout and theft of one family happen one after another. Undefined when
     * the family was revoked, or is gone with all of its tokens.
     */
    async lockFamily(
      tx: Transaction,
      familyId: string,
      userId: string,
      now: number,
    ): Promise<{ device: string | null } | undefined> {
      const { rows } = await tx.run<{ revoked_at: number | null; device: string | null }>(
        'UPDATE refresh_families SET rotated_at = $3 WHERE id = $1 AND user_id = $2 RETURNING revoked_at, device',
        [familyId, userId, now],
      );
      return rows[0]?.revoked_at === null ? { device: rows[0].device } : undefined;
    },

    /** Of any number of concurrent callers exactly one gets true. */
    async revokeForRotation(tx: Transaction, digest: string, familyId: string, now: number): Promise<boolean> {
      const { rows } = await tx.run<{ digest: string }>(
        `UPDATE refresh_tokens SET revoked_at = $3, revoked_by = 'rotation'
         WHERE digest = $1 AND family_id = $2 AND revoked_at IS NULL AND expires_at > $3 RETURNING digest`,
        [digest, familyId, now],
      );
      return rows.length === 1;
    },

    /** A token that was deleted shortly after its rotation is still found in `recent_rotations`. */
    find: (tx: Transaction, digest: string, familyId: string) =>
      tx.get<{ revoked_at: number | null }>(
        `SELECT revoked_at FROM refresh_tokens WHERE digest = $1 AND family_id = $2
         UNION ALL SELECT rotated_at AS revoked_at FROM recent_rotations WHERE digest = $1 AND family_id = $2`,
        [digest, familyId],
      ),

    /** Returns the number of valid tokens that were revoked. */
    async revokeFamily(tx: Transaction, familyId: string, why: 'theft' | 'logout', now: number): Promise<number> {
      await tx.run('UPDATE refresh_families SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL', [familyId, now]);
      const { changes } = await tx.run(
        'UPDATE refresh_tokens SET revoked_at = $2, revoked_by = $3 WHERE family_id = $1 AND revoked_at IS NULL',
        [familyId, now, why],
      );
      return changes;
    },

    /** `kept`: the one that stays. */
    async revokeAllOf(tx: Transaction, userId: string, now: number, kept = ''): Promise<void> {
      await tx.run(
        'UPDATE refresh_families SET revoked_at = $2 WHERE user_id = $1 AND id <> $3 AND revoked_at IS NULL',
        [userId, now, kept],
      );
      await tx.run(
        `UPDATE refresh_tokens SET revoked_at = $2, revoked_by = 'logout'
         WHERE revoked_at IS NULL AND family_id IN (SELECT id FROM refresh_families WHERE user_id = $1 AND id <> $3)`,
        [userId, now, kept],
      );
    },

    /**
     * Deletes expired and revoked tokens. A token names its family, so a replay is recognised without the row. Only
     * recent rotations are kept elsewhere, because their replay is not a theft yet.
     */
    async deleteDead(now: number): Promise<number> {
      return database.transaction(async (tx) => {
        await tx.run('DELETE FROM recent_rotations', []);
        const graceFrom = now - replayGraceMs;
        const { rows: recent } = await tx.run<{ digest: string; family_id: string; revoked_at: number }>(
          'DELETE FROM refresh_tokens WHERE revoked_at >= $1 RETURNING digest, family_id, revoked_at',
          [graceFrom],
        );
        await tx.runEach(
          'INSERT INTO recent_rotations (digest, family_id, rotated_at) VALUES ($1, $2, $3)',
          recent.map(({ digest, family_id, revoked_at }) => [digest, family_id, revoked_at]),
        );
        const { changes } = await tx.run('DELETE FROM refresh_tokens WHERE expires_at <= $1 OR revoked_at < $2', [
          now,
          graceFrom,
        ]);
        await tx.run(
          `DELETE FROM refresh_families
           WHERE NOT EXISTS (SELECT 1 FROM refresh_tokens WHERE family_id = refresh_families.id)`,
          [],
        );
        return recent.length + changes;
      });
    },
  };
  return store;
}

export type RefreshTokenStore = ReturnType<typeof createRefreshTokenStore>;
