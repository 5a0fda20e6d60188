import { connectionKinds, presets } from './connection.ts';

export const kindNames: readonly string[] = [...connectionKinds, ...Object.keys(presets)];
export const namePattern = '^[a-z0-9][a-z0-9._-]{0,62}$';

/** The offline assistant, and what the inference API calls agents by. */
const reserved = ['local', 'agent'];

export const mostModels = 500;
export const mostWeight = 1_000;
export const shortestTimeoutMs = 100;
export const longestTimeoutMs = 3_600_000;

type Named = { name: string; pool?: string | null | undefined };
type WrongName = { index: number; field: 'name' | 'pool'; problem: string };

/** What is wrong with the names of one owner's connections; undefined if nothing is. */
export function wrongName(connections: readonly Named[]): WrongName | undefined {
  const byName = new Map<string, Named>();
  for (const [index, connection] of connections.entries()) {
    const { name, pool } = connection;
    if (reserved.includes(name)) return { index, field: 'name', problem: `must not be ${name}, which has a meaning` };
    if (pool && reserved.includes(pool))
      return { index, field: 'pool', problem: `must not be ${pool}, which has a meaning` };
    if (byName.has(name)) return { index, field: 'name', problem: `must not be ${name} again` };
    byName.set(name, connection);
  }
  for (const [index, { pool }] of connections.entries()) {
    const namesake = pool ? byName.get(pool) : undefined;
    if (namesake && namesake.pool !== pool)
      return { index, field: 'pool', problem: `must not have the name of the connection ${pool}, which is not in it` };
  }
  return undefined;
}

/** What is wrong with a fallback; undefined if nothing is. `names` are those of connections and pools. */
export function wrongTarget(target: string, names: readonly string[]): string | undefined {
  const slash = target.indexOf('/');
  if (slash < 1 || slash === target.length - 1) return 'must be connection/model';
  const name = target.slice(0, slash);
  return names.includes(name) ? undefined : `there is no connection "${name}"; there are ${names.join(', ')}`;
}
