import type { Database } from '../../../platform/db/database.ts';

const list = (json: string | null) => (json === null ? null : (JSON.parse(json) as string[]));

/** The providers and models that a workspace may use; undefined when the workspace no longer exists. */
export async function restrictionsOf(database: Pick<Database, 'get'>, workspaceId: string) {
  const row = await database.get<{ providers: string | null; models: string | null }>(
    'SELECT allowed_providers AS providers, allowed_models AS models FROM workspaces WHERE id = $1',
    [workspaceId],
  );
  return row && { allowedProviders: list(row.providers), allowedModels: list(row.models) };
}
