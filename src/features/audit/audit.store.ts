import type { Database, Reader, Transaction } from '../../platform/db/database.ts';
import type { OpenFields, PersonalFields } from './entry.ts';

/** The action of the entry that says that a person was erased. */
export const erasure = 'auth.erase';

export type AuditRow = OpenFields & {
  user_id: string | null;
  actor: string | null;
  target: string | null;
  detail: string | null;
  ip: string | null;
  request_id: string | null;
  salt: string | null;
  content_digest: string;
  previous: string;
  digest: string;
  seal: string | null;
};
export type NewAuditRow = OpenFields & {
  personal: PersonalFields;
  salt: string;
  content: string;
  previous: string;
  digest: string;
  seal: string;
};
type Head = { seq: number; digest: string };
/** Where the log ended at some time, under the gateway's seal. */
export type Anchor = Head & { at: number; seal: string };

/** The last of the entries that were deleted for their age; see migration 0044. */
export type Beginning = Head & {
  at: number;
  sealedSince: number | null;
  emptied: number;
  accounted: number;
  uncounted: number;
};

/** The log itself, its beginning and head, and its anchors. */
export const auditRows = {
  /** Locks the accounts of these people until the transaction ends; returns how many still exist. */
  async holdPeople(tx: Transaction, [one = '', two = '', three = '']: readonly string[]): Promise<number> {
    const sql = 'SELECT id FROM users WHERE id IN ($1, $2, $3) ORDER BY id FOR NO KEY UPDATE';
    return (await tx.all(sql, [one, two, three])).length;
  },

  /** Locks the head's row and takes the next number, so that entries of all nodes have one order. */
  async takeHead(tx: Transaction): Promise<Head> {
    const { rows } = await tx.run<Head>('UPDATE audit_head SET seq = seq + 1 WHERE id = 1 RETURNING seq, digest');
    if (!rows[0]) throw new Error('The head of the audit log is missing.');
    return rows[0];
  },
  async append(tx: Transaction, row: NewAuditRow): Promise<void> {
    const { seq, id, at, action, outcome, personal, salt, content, previous, digest, seal } = row;
    await tx.run(
      `INSERT INTO audit_log (seq, id, at, action, outcome, user_id, actor, target, detail, ip, request_id,
         salt, content_digest, previous, digest, seal)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
      [seq, id, at, action, outcome, ...personal, salt, content, previous, digest, seal],
    );
    await tx.run('UPDATE audit_head SET digest = $1 WHERE id = 1', [digest]);
  },

  /** Returns how many rows named the person. */
  async emptyRowsOf(tx: Transaction, userId: string): Promise<number> {
    const { changes } = await tx.run(
      `UPDATE audit_log SET user_id = NULL, actor = NULL, target = NULL, detail = NULL, ip = NULL, request_id = NULL, salt = NULL
       WHERE user_id = $1 OR actor = $1 OR target = $1`,
      [userId],
    );
    return changes;
  },

  lockHead: (tx: Transaction) => tx.get<Head>('SELECT seq, digest FROM audit_head WHERE id = 1 FOR UPDATE'),
  beginning: (reader: Reader) =>
    reader.get<Beginning & { seal: string }>(
      `SELECT seq, digest, at, sealed_since AS "sealedSince", emptied, accounted, uncounted, seal FROM audit_beginning WHERE id = 1`,
    ),
  async putBeginning(tx: Transaction, begins: Beginning & { seal: string }): Promise<void> {
    await tx.run('DELETE FROM audit_beginning WHERE id = 1');
    await tx.run(
      `INSERT INTO audit_beginning (id, seq, digest, at, sealed_since, emptied, accounted, uncounted, seal)
       VALUES (1, $1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        begins.seq,
        begins.digest,
        begins.at,
        begins.sealedSince,
        begins.emptied,
        begins.accounted,
        begins.uncounted,
        begins.seal,
      ],
    );
  },
  deleteThrough: (tx: Transaction, seq: number) => tx.run('DELETE FROM audit_log WHERE seq <= $1', [seq]),

  head: (reader: Reader) => reader.get<Head>('SELECT seq, digest FROM audit_head WHERE id = 1'),
  after: (reader: Reader, seq: number, last: number, limit: number) =>
    reader.all<AuditRow>('SELECT * FROM audit_log WHERE seq > $1 AND seq <= $2 ORDER BY seq LIMIT $3', [
      seq,
      last,
      limit,
    ]),
  digestAt: async (reader: Reader, seq: number): Promise<string | undefined> =>
    (await reader.get<{ digest: string }>('SELECT digest FROM audit_log WHERE seq = $1', [seq]))?.digest,
  /** One row, with the number of the first sealed row up to it. */
  rowAt: (reader: Reader, seq: number) =>
    reader.get<Pick<AuditRow, 'digest' | 'at' | 'seal'> & { since: number | null }>(
      `SELECT digest, at, seal, (SELECT min(seq) FROM audit_log WHERE seal IS NOT NULL AND seq <= $1) AS since
       FROM audit_log WHERE seq = $1`,
      [seq],
    ),
  timeAt: async (reader: Reader, seq: number): Promise<number | undefined> =>
    (await reader.get<{ at: number }>('SELECT at FROM audit_log WHERE seq = $1', [seq]))?.at,
  beyondHead: (reader: Reader) =>
    reader.get<{ seq: number }>(
      'SELECT seq FROM audit_log WHERE seq > (SELECT seq FROM audit_head WHERE id = 1) ORDER BY seq LIMIT 1',
    ),
  /**
   * For each erasure the count it recorded, the number of empty rows in all, and the last of them. At least one row.
   */
  erasures: (reader: Reader) =>
    reader.all<{ detail: string | null; erased: number; last: number | null }>(
      `SELECT detail, (SELECT count(*) FROM audit_log WHERE salt IS NULL) AS erased,
         (SELECT max(seq) FROM audit_log WHERE salt IS NULL) AS last FROM audit_log WHERE action = '${erasure}'
       UNION ALL SELECT '{"rows":0}', (SELECT count(*) FROM audit_log WHERE salt IS NULL),
         (SELECT max(seq) FROM audit_log WHERE salt IS NULL)`,
    ),

  lastAnchor: (reader: Reader) =>
    reader.get<Anchor>('SELECT seq, digest, at, seal FROM audit_anchors ORDER BY seq DESC LIMIT 1'),
  insertAnchor: (database: Database, { seq, digest, at, seal }: Anchor) =>
    database.run(
      'INSERT INTO audit_anchors (seq, digest, at, seal) VALUES ($1, $2, $3, $4) ON CONFLICT (seq) DO NOTHING',
      [seq, digest, at, seal],
    ),
  forgetAnchorsBefore: (database: Database, timeMs: number) =>
    database.run('DELETE FROM audit_anchors WHERE at < $1', [timeMs]),
};
