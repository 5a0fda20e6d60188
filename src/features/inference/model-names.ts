import type { Caller } from '../../http/authentication.ts';
import { AppError, notFound } from '../../kernel/errors.ts';
import { catalogueVersion } from '../../platform/models/catalogue.ts';
import { type ProviderName, providerNames } from '../../platform/models/model.ts';
import type { Models, OfferedModel } from '../../platform/models/models.ts';
import type { ModelRules } from '../agents/index.ts';
import type { Budgets, Purse } from '../costs/index.ts';
import type { Restrictions } from '../workspaces/index.ts';
import type { Model } from './inference.schema.ts';
import type { ModelNameStore } from './model-names.store.ts';

type Name = { provider: ProviderName; model: string };
/** A model, and the budget it is charged to. */
export type Choice = Name & { purse: Purse | null };

type Deps = {
  store: ModelNameStore;
  models: Pick<Models, 'list' | 'offered' | 'resolve'>;
  rules: ModelRules;
  budgets: Pick<Budgets, 'purseFor'>;
  /** `provider/model`. */
  embeddingModel: string;
};

const agentPrefix = 'agent:';
const ownNames: Record<string, string> = {
  'local/offline': 'Offline assistant',
  'local/universal-sentence-encoder-lite': 'Universal Sentence Encoder Lite (embeddings)',
};
const catalogueTime = Math.floor(Date.parse(catalogueVersion) / 1_000);

/** The agent in a model name; undefined for a provider's model. */
export const agentIn = (name: string): string | undefined =>
  name.startsWith(agentPrefix) ? name.slice(agentPrefix.length) : undefined;

const noSuchModel = (name: string, why = 'Name it provider/model, or agent:<agentId>.') =>
  new AppError('not_found', `There is no model ${name} here. ${why}`, {
    errors: [{ path: 'model', message: 'was not found' }],
  });

/** What a personal key leaves of them. Compared as one name: a model that is spelt otherwise is another. */
const mayUse = ({ key }: Caller, { provider, model }: Name): boolean =>
  key?.models?.includes(`${provider}/${model}`) ?? true;

/** The models of a workspace, by name. */
export function createModelNames({ store, models, rules: { refusal, restricts }, budgets, embeddingModel }: Deps) {
  const known = (): Name[] => [...models.list(), split(embeddingModel)];

  function read(name: string): Name {
    const choice = split(name);
    // Providers may have models that the catalogue does not list; the offline assistant has one.
    const named = providerNames.includes(choice.provider) && choice.provider !== 'local' && choice.model !== '';
    if (named) return choice;
    const meant = known().find(({ provider, model }) => model === name || `${provider}/${model}` === name);
    if (!meant) throw noSuchModel(name);
    return { provider: meant.provider, model: meant.model };
  }

  /** Read at every request and never cached: a new restriction holds at once. */
  async function rulesOf({ workspaceId }: Caller): Promise<Restrictions & { ownNano: number | null }> {
    const row = await store.rulesOf(workspaceId);
    if (!row) throw notFound(`Workspace ${workspaceId}`);
    const list = (json: string | null) => (json === null ? null : (JSON.parse(json) as string[]));
    return {
      allowedProviders: list(row.providers),
      allowedModels: list(row.models),
      ownNano: row.budget,
    };
  }

  async function list(caller: Caller): Promise<Model[]> {
    const [restrictions, agents, offered] = await Promise.all([
      rulesOf(caller),
      store.usableAgents(caller.workspaceId),
      models.offered(),
    ]);
    const embedder = split(embeddingModel);
    const isEmbedder = ({ provider, model }: Name) => provider === embedder.provider && model === embedder.model;
    const all: OfferedModel[] = [...offered.filter((one) => !isEmbedder(one)), embedder];
    const allowed = (name: Name) => !refusal(restrictions, name.provider, name.model) && mayUse(caller, name);
    const restricted = restricts(restrictions) || (caller.key?.models ?? null) !== null;
    const ofKey = caller.key?.agents ?? null;
    const usable = agents.filter(({ id, body }) => {
      if (ofKey && !ofKey.includes(id)) return false;
      if (!restricted) return true;
      const { provider, model } = JSON.parse(body) as { provider: string | null; model: string | null };
      return allowed(models.resolve(provider, model));
    });
    return [
      ...all.filter(allowed).map(({ provider, model, name }): Model => {
        const id = `${provider}/${model}`;
        return modelOf(id, catalogueTime, provider, name ?? ownNames[id] ?? model);
      }),
      ...usable.map(({ id, created_at, name }) =>
        modelOf(`${agentPrefix}${id}`, Math.floor(created_at / 1_000), 'agent-gateway', name ?? id),
      ),
    ];
  }

  return {
    list,

    async get(caller: Caller, id: string): Promise<Model> {
      const found = (await list(caller)).find((model) => model.id === id);
      if (!found) throw noSuchModel(id);
      return found;
    },

    /** The model that a caller may use under this name now. */
    async choose(caller: Caller, name: string): Promise<Choice> {
      const { provider, model } = read(name);
      const rules = await rulesOf(caller);
      const refused = refusal(rules, provider, model);
      if (refused)
        throw new AppError('model_not_allowed', `${provider}/${model} is not allowed: ${refused}.`, {
          errors: [{ path: 'model', message: 'is not allowed' }],
        });
      if (!mayUse(caller, { provider, model }))
        throw new AppError('model_not_allowed', `The key may not use ${provider}/${model}.`, {
          errors: [{ path: 'model', message: 'is not allowed' }],
        });
      const { configured, reason } = models.resolve(provider, model);
      if (!configured) throw noSuchModel(name, reason);
      const { workspaceId, userId: payerId, key } = caller;
      const keyId = key?.hasBudget ? key.id : null;
      const purse = budgets.purseFor({ workspaceId, ownNano: rules.ownNano, payerId, provider, keyId });
      return { provider, model, purse };
    },
  };
}

function split(name: string): Name {
  const slash = name.indexOf('/');
  return { provider: name.slice(0, Math.max(0, slash)) as ProviderName, model: name.slice(slash + 1) };
}

const modelOf = (id: string, created: number, owned_by: string, name: string): Model => ({
  id,
  object: 'model',
  created,
  owned_by,
  name,
});

export type ModelNames = ReturnType<typeof createModelNames>;
