import type { Database, Reader, Transaction } from './db/database.ts';

/** Every column that the secret box writes. */
const sealedColumns = [
  ['webhooks', 'secret'],
  ['webhooks', 'previous_secret'],
  ['channels', 'secret'],
  ['tools', 'headers'],
  ['mcp_servers', 'headers'],
  ['model_connections', 'api_key'],
  ['model_connections', 'headers'],
  ['second_factors', 'secret'],
] as const;

/** `v1.<16 hexadecimal digits>`: names the key that a secret is encrypted under. */
const sealLength = 19;

const countBySeal = sealedColumns
  .map(
    ([table, column]) =>
      `SELECT substr(${column}, 1, ${sealLength}) AS seal, CAST(COUNT(*) AS INTEGER) AS secrets FROM ${table} WHERE ${column} IS NOT NULL GROUP BY 1`,
  )
  .join(' UNION ALL ');

export const keyCheckRows = {
  /** Locks the row until the transaction ends: of nodes that start together, one writes it and the others read it. */
  read: async (tx: Transaction): Promise<string | undefined> =>
    (await tx.get<{ sealed: string }>('SELECT sealed FROM key_check WHERE id = 1 FOR UPDATE'))?.sealed,

  insert: (tx: Transaction, sealed: string) =>
    tx.run('INSERT INTO key_check (id, sealed) VALUES (1, $1) ON CONFLICT (id) DO NOTHING', [sealed]),

  replace: (tx: Transaction, sealed: string) => tx.run('UPDATE key_check SET sealed = $1 WHERE id = 1', [sealed]),

  /** The number of secrets under each key. */
  secrets: (reader: Reader | Database): Promise<{ seal: string; secrets: number }[]> => reader.all(countBySeal),
};
