import type { Database } from './database.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

export type DatabaseSettings = { databaseUrl?: string | undefined; dataDirectory: string; poolSize: number };

export const openDatabase = (settings: DatabaseSettings, onIdleError: (error: Error) => void): Database =>
  settings.databaseUrl
    ? openPostgres({ url: settings.databaseUrl, poolSize: settings.poolSize, onIdleError })
    : openSqlite(settings.dataDirectory);
