import type pg from 'pg';
import type { Database } from './database.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

export type DatabaseSettings = { databaseUrl?: string | undefined; dataDirectory: string; poolSize: number };

/** The pool is there on PostgreSQL only, for what has no counterpart: NOTIFY. */
export type OpenDatabase = Database & { pool?: pg.Pool };

export const openDatabase = (settings: DatabaseSettings, onIdleError: (error: Error) => void): OpenDatabase =>
  settings.databaseUrl
    ? openPostgres({ url: settings.databaseUrl, poolSize: settings.poolSize, onIdleError })
    : openSqlite(settings.dataDirectory);
