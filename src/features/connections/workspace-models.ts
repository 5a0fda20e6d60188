import type { Caller } from '../../http/authentication.ts';
import type { ModelInfo, Price } from '../../platform/models/model.ts';
import type { WorkspaceModel, WorkspaceModelList } from './connections.schema.ts';
import type { Scopes } from './scopes.ts';

type Restrictions = { allowedProviders: string[] | null; allowedModels: string[] | null };

type Deps = {
  scopeFor: Scopes['scopeFor'];
  restrictionsOf(caller: Caller): Promise<Restrictions>;
  /** Why a workspace may not use a model. */
  refusal(restrictions: Restrictions, provider: string, model: string): string | undefined;
};

/** Dollars per million tokens, from nano-dollars per token. */
const shownPrice = ({ prompt, cached, completion }: Price) => ({
  input: prompt / 1_000,
  cachedInput: cached / 1_000,
  output: completion / 1_000,
});

/** Stands for the first model that a server lists. */
const unnamed = 'auto';

/** What a workspace may use now, from lists that are cached. */
export const createWorkspaceModels =
  ({ scopeFor, restrictionsOf, refusal }: Deps) =>
  async (caller: Caller): Promise<WorkspaceModelList> => {
    const [scope, restrictions] = await Promise.all([scopeFor(caller.workspaceId), restrictionsOf(caller)]);
    const connections = new Map(scope.connections.map((connection) => [connection.name, connection]));
    const ofKey = caller.key?.models ?? null;
    const models = (await scope.offered()).flatMap(({ provider, model, name }): WorkspaceModel[] => {
      const connection = connections.get(provider);
      const id = `${provider}/${model}`;
      if (!connection || model === unnamed || refusal(restrictions, provider, model)) return [];
      if (ofKey && !ofKey.includes(id)) return [];
      const info: ModelInfo | undefined = scope.resolve(provider, model).candidates[0]?.info;
      return [
        {
          id,
          connection: provider,
          pool: connection.pool,
          model,
          name: name ?? model,
          contextWindow: info?.contextWindow ?? null,
          images: info?.takes?.images ?? null,
          pdfs: info?.takes?.pdfs ?? null,
          price: info?.price ? shownPrice(info.price) : null,
          own: connection.own,
        },
      ];
    });
    return { models };
  };

export type WorkspaceModels = ReturnType<typeof createWorkspaceModels>;
