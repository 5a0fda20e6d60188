import { createHash } from 'node:crypto';
import type { Reader } from '../../src/platform/db/database.ts';

type Row = {
  seq: number;
  id: string;
  at: number;
  action: string;
  outcome: string;
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
};

const sha256 = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** Checks the audit log from its rows alone; returns the first fault, or undefined. */
export async function faultInAuditChain(database: Reader): Promise<string | undefined> {
  const rows = await database.all<Row>('SELECT * FROM audit_log ORDER BY seq');
  const head = await database.get<{ seq: number; digest: string }>('SELECT seq, digest FROM audit_head WHERE id = 1');
  let previous = '';
  for (const [index, row] of rows.entries()) {
    if (row.seq !== index + 1) return `row ${index + 1} is missing`;
    if (row.previous !== previous) return `row ${row.seq} does not follow the one before`;
    const personal = [row.user_id, row.actor, row.target, row.detail, row.ip, row.request_id];
    if (row.salt === null) {
      if (personal.some((field) => field !== null)) return `row ${row.seq} is half erased`;
    } else if (row.content_digest !== sha256([row.salt, ...personal])) return `row ${row.seq} has other content`;
    const link = [previous, row.seq, row.id, row.at, row.action, row.outcome, row.content_digest];
    if (row.digest !== sha256(link)) return `row ${row.seq} breaks the chain`;
    previous = row.digest;
  }
  if (head?.seq !== rows.length || head.digest !== previous) return 'the end is missing';
  return undefined;
}
