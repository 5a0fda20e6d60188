import type { Connections } from './connections/connections.ts';
import type { Database } from './database.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

export type DatabaseSettings = { databaseUrl?: string | undefined; dataDirectory: string; poolSize: number };

/** The connections are there on PostgreSQL only, for what has no counterpart: NOTIFY. */
export type OpenDatabase = Database & { connections?: Connections };

export const openDatabase = (settings: DatabaseSettings, onIdleError: (error: Error) => void): OpenDatabase =>
  settings.databaseUrl
    ? openPostgres({ url: settings.databaseUrl, poolSize: settings.poolSize, onIdleError })
    : openSqlite(settings.dataDirectory);
