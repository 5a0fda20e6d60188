import type { Database, Transaction } from '../../platform/db/database.ts';

export type IdentityName = { issuer: string; subject: string };
export type Identity = { userId: string; givenWorkspaceId: string | null };

export function createIdentityStore(database: Database) {
  return {
    transaction: database.transaction,

    find: (tx: Transaction, { issuer, subject }: IdentityName) =>
      tx.get<Identity>(
        `SELECT user_id AS "userId", given_workspace_id AS "givenWorkspaceId" FROM identities
         WHERE issuer = $1 AND subject = $2`,
        [issuer, subject],
      ),

    /** False when another sign-in of the same person was first. */
    async insert(tx: Transaction, { issuer, subject }: IdentityName, userId: string, now: number): Promise<boolean> {
      const { changes } = await tx.run(
        `INSERT INTO identities (issuer, subject, user_id, used_at, created_at) VALUES ($1, $2, $3, $4, $4)
         ON CONFLICT (issuer, subject) DO NOTHING`,
        [issuer, subject, userId, now],
      );
      return changes === 1;
    },

    used: (tx: Transaction, { issuer, subject }: IdentityName, givenWorkspaceId: string | null, now: number) =>
      tx.run('UPDATE identities SET used_at = $4, given_workspace_id = $3 WHERE issuer = $1 AND subject = $2', [
        issuer,
        subject,
        givenWorkspaceId,
        now,
      ]),

    /** Whether the account has an identity of this issuer already. */
    async isKnownTo(tx: Transaction, issuer: string, userId: string): Promise<boolean> {
      const sql = 'SELECT 1 AS found FROM identities WHERE user_id = $1 AND issuer = $2 LIMIT 1';
      return (await tx.get(sql, [userId, issuer])) !== undefined;
    },

    /** The account belongs to somebody else than who signed in so far. */
    forgetPerson: (tx: Transaction, userId: string) => tx.run('DELETE FROM identities WHERE user_id = $1', [userId]),

    /** Somebody took the membership away: should they give it again, it is not the provider's. */
    forgetMembership: (tx: Transaction, { workspaceId, userId }: { workspaceId: string; userId: string }) =>
      tx.run('UPDATE identities SET given_workspace_id = NULL WHERE user_id = $1 AND given_workspace_id = $2', [
        userId,
        workspaceId,
      ]),

    /** A workspace that is erased: nobody is in it because of a provider. */
    forgetWorkspace: (tx: Transaction, workspaceId: string) =>
      tx.run('UPDATE identities SET given_workspace_id = NULL WHERE given_workspace_id = $1', [workspaceId]),

    /** Of any number of callers, on any node, one gets true. */
    async spend(digest: string, expiresAt: number): Promise<boolean> {
      const { changes } = await database.run(
        'INSERT INTO spent_sign_ins (digest, expires_at) VALUES ($1, $2) ON CONFLICT (digest) DO NOTHING',
        [digest, expiresAt],
      );
      return changes === 1;
    },

    isSpent: async (digest: string): Promise<boolean> =>
      (await database.get('SELECT 1 AS found FROM spent_sign_ins WHERE digest = $1', [digest])) !== undefined,

    forgetSpent: (now: number) => database.run('DELETE FROM spent_sign_ins WHERE expires_at < $1', [now]),
  };
}

export type IdentityStore = ReturnType<typeof createIdentityStore>;
