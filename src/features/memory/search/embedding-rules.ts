import type { Database } from '../../../platform/db/database.ts';
import { refusal } from '../../agents/index.ts';

type Deps = { database: Database; model: string };

const list = (json: string | null) => (json === null ? null : (JSON.parse(json) as string[]));

/**
 * Whose texts may be sent to whoever computes what they mean. The model that comes with the gateway sends nothing
 * anywhere, and is not asked about; a restriction holds from the next text on.
 */
export function createEmbeddingRules({ database, model: name }: Deps) {
  const slash = name.indexOf('/');
  const [provider, model] = [name.slice(0, slash), name.slice(slash + 1)];

  return async function mayEmbed(workspaceId: string): Promise<boolean> {
    if (provider === 'local') return true;
    const row = await database.get<{ providers: string | null; models: string | null }>(
      'SELECT allowed_providers AS providers, allowed_models AS models FROM workspaces WHERE id = $1',
      [workspaceId],
    );
    if (!row) return false;
    return !refusal({ allowedProviders: list(row.providers), allowedModels: list(row.models) }, provider, model);
  };
}

export type MayEmbed = ReturnType<typeof createEmbeddingRules>;
