import type { Database } from '../../../platform/db/database.ts';
import type { MayEmbed } from '../../../platform/search/text-search.ts';
import { refusal } from '../../agents/index.ts';
import { restrictionsOf } from './workspace-restrictions.store.ts';

type Deps = { database: Database; model: string };

/**
 * Which workspaces allow their texts to be sent to the embedding provider. The built-in model sends nothing and is always
 * allowed; a restriction holds from the next text on.
 */
export function createEmbeddingRules({ database, model: name }: Deps): MayEmbed {
  const slash = name.indexOf('/');
  const [provider, model] = [name.slice(0, slash), name.slice(slash + 1)];

  return async function mayEmbed(workspaceId: string): Promise<boolean> {
    if (provider === 'local') return true;
    const restrictions = await restrictionsOf(database, workspaceId);
    return restrictions !== undefined && !refusal(restrictions, provider, model);
  };
}
