import { newest, type Position } from '../../http/pagination.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';

export type ApiKeyRow = {
  id: string;
  name: string;
  prefix: string;
  digest: string;
  scopes: string;
  expires_at: number | null;
  last_used_at: number | null;
  created_at: number;
};
export type ServiceAccountRow = { id: string; name: string; expires_at: number; created_at: number };

export function createApiKeyStore(database: Database) {
  return {
    transaction: database.transaction,

    async insert(tx: Transaction, key: Omit<ApiKeyRow, 'last_used_at'>): Promise<void> {
      await tx.run(
        'INSERT INTO api_keys (id, name, prefix, digest, scopes, expires_at, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)',
        [key.id, key.name, key.prefix, key.digest, key.scopes, key.expires_at, key.created_at],
      );
    },
    findByDigest: (digest: string) => database.get<ApiKeyRow>('SELECT * FROM api_keys WHERE digest = $1', [digest]),
    list: (limit: number, { at, id }: Position = newest) =>
      database.all<ApiKeyRow>(
        'SELECT * FROM api_keys WHERE (created_at, id) < ($1, $2) ORDER BY created_at DESC, id DESC LIMIT $3',
        [at, id, limit],
      ),
    async delete(tx: Transaction, id: string): Promise<boolean> {
      return (await tx.run('DELETE FROM api_keys WHERE id = $1', [id])).changes === 1;
    },
    touch: (id: string, now: number) => database.run('UPDATE api_keys SET last_used_at = $2 WHERE id = $1', [id, now]),

    async insertAccount(tx: Transaction, { id, name, expires_at, created_at }: ServiceAccountRow): Promise<void> {
      await tx.run('INSERT INTO service_accounts (id, name, expires_at, created_at) VALUES ($1, $2, $3, $4)', [
        id,
        name,
        expires_at,
        created_at,
      ]);
    },
    findAccount: (id: string) => database.get<ServiceAccountRow>('SELECT * FROM service_accounts WHERE id = $1', [id]),
    listAccounts: (limit: number, { at, id }: Position = newest) =>
      database.all<ServiceAccountRow>(
        'SELECT * FROM service_accounts WHERE (created_at, id) < ($1, $2) ORDER BY created_at DESC, id DESC LIMIT $3',
        [at, id, limit],
      ),
    async deleteAccount(tx: Transaction, id: string): Promise<boolean> {
      return (await tx.run('DELETE FROM service_accounts WHERE id = $1', [id])).changes === 1;
    },
  };
}

export type ApiKeyStore = ReturnType<typeof createApiKeyStore>;
