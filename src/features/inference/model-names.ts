import type { Caller } from '../../http/authentication.ts';
import { AppError, notFound } from '../../kernel/errors.ts';
import { catalogueVersion } from '../../platform/models/catalogue.ts';
import type { OfferedModel, Scope } from '../../platform/models/connections/scope.ts';
import { providerNames } from '../../platform/models/model.ts';
import type { Models } from '../../platform/models/models.ts';
import {
  allowedFallbacks,
  allowedOf,
  type ModelRules,
  type Purses,
  pursesOf,
  type ScopeOf,
  splitTarget,
  type Targets,
} from '../agents/index.ts';
import type { Budgets } from '../costs/index.ts';
import type { Restrictions } from '../workspaces/index.ts';
import type { Model } from './inference.schema.ts';
import type { ModelNameStore } from './model-names.store.ts';

type Name = { provider: string; model: string };
type AgentBody = { provider: string | null; model: string | null; description: string };
/** A model, who may be asked for it and for the workspace's fallbacks, and the budgets that pay. */
export type Choice = Name & Purses & { targets: Targets };

type Rules = Restrictions & {
  ownNano: number | null;
  fallbacks: readonly string[];
  usesOperator: boolean;
  scope: Scope;
};

type Deps = {
  store: ModelNameStore;
  models: Pick<Models, 'operator'>;
  scopeOf: ScopeOf;
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

const notAllowed = (message: string) =>
  new AppError('model_not_allowed', message, { errors: [{ path: 'model', message: 'is not allowed' }] });

/** The models of a workspace, by name. */
export function createModelNames({ store, models, scopeOf, rules, budgets, embeddingModel }: Deps) {
  const { refusal, restricts } = rules;
  const embedder = splitTarget(embeddingModel);

  function read(scope: Scope, name: string): Name {
    const choice = splitTarget(name);
    // Providers may have models that the catalogue does not list; the offline assistant has one.
    const named = scope.knows(choice.provider) || providerNames.some((known) => known === choice.provider);
    if (named && choice.provider !== 'local' && choice.model !== '') return choice;
    const meant = [...scope.list(), embedder].find(
      ({ provider, model }) => model === name || `${provider}/${model}` === name,
    );
    if (!meant) throw noSuchModel(name);
    return { provider: meant.provider, model: meant.model };
  }

  /** Read at every request and never cached: a new restriction holds at once. */
  async function rulesOf({ workspaceId }: Caller): Promise<Rules> {
    const row = await store.rulesOf(workspaceId);
    if (!row) throw notFound(`Workspace ${workspaceId}`);
    const usesOperator = row.use_operator_models !== 0;
    const list = (json: string | null) => (json === null ? null : (JSON.parse(json) as string[]));
    return {
      allowedProviders: list(row.providers),
      allowedModels: list(row.models),
      ownNano: row.budget,
      fallbacks: list(row.fallbacks) ?? [],
      usesOperator,
      scope: await scopeOf({ workspaceId, version: row.connections_version, useOperator: usesOperator }),
    };
  }

  /** Embeddings are the operator's; the built-in ones are everybody's. */
  const mayEmbed = ({ usesOperator }: Rules) => usesOperator || embedder.provider === 'local';
  const isEmbedder = ({ provider, model }: Name) => provider === embedder.provider && model === embedder.model;

  function targetsOf(caller: Caller, rules: Rules, name: string, { provider, model }: Name): Targets {
    const { scope, fallbacks } = rules;
    const refused = (one: Name) => refusal(rules, one.provider, one.model) !== undefined || !mayUse(caller, one);
    const target = scope.resolve(provider, model);
    const first = allowedOf(target, refused);
    const others = allowedFallbacks(scope, fallbacks, refused);
    if (first.length > 0) return [first, ...others];
    const [candidate = target] = target.candidates;
    const tried = `${candidate.provider}/${candidate.model}`;
    const reason = refusal(rules, candidate.provider, candidate.model);
    if (reason) throw notAllowed(`${tried} is not allowed: ${reason}.`);
    if (!mayUse(caller, candidate)) throw notAllowed(`The key may not use ${tried}.`);
    if (others.length === 0) throw noSuchModel(name, target.reason);
    return others;
  }

  const allowedBy = (caller: Caller, rules: Rules) => (name: Name) =>
    !refusal(rules, name.provider, name.model) && mayUse(caller, name);

  /** The agents that the caller may use: those of the workspace, and those granted to it, without their names. */
  async function agents(caller: Caller, given?: Rules) {
    const [restrictions, rows] = await Promise.all([given ?? rulesOf(caller), store.usableAgents(caller.workspaceId)]);
    const allowed = allowedBy(caller, restrictions);
    const restricted = restricts(restrictions) || (caller.key?.models ?? null) !== null;
    const ofKey = caller.key?.agents ?? null;
    return rows.flatMap(({ id, created_at, body, name }) => {
      if (ofKey && !ofKey.includes(id)) return [];
      const { provider, model, description } = JSON.parse(body) as AgentBody;
      const target = restricted ? restrictions.scope.resolve(provider, model) : undefined;
      if (target && !allowed(target) && !target.candidates.some(allowed)) return [];
      return [{ id, createdAt: created_at, name, description: name === null ? '' : description }];
    });
  }

  async function list(caller: Caller): Promise<Model[]> {
    const restrictions = await rulesOf(caller);
    const [usable, offered] = await Promise.all([agents(caller, restrictions), restrictions.scope.offered()]);
    const embedders = mayEmbed(restrictions) ? [embedder] : [];
    const all: OfferedModel[] = [...offered.filter((one) => !isEmbedder(one)), ...embedders];
    return [
      ...all.filter(allowedBy(caller, restrictions)).map(({ provider, model, name }): Model => {
        const id = `${provider}/${model}`;
        return modelOf(id, catalogueTime, provider, name ?? ownNames[id] ?? model);
      }),
      ...usable.map(({ id, createdAt, name }) =>
        modelOf(`${agentPrefix}${id}`, Math.floor(createdAt / 1_000), 'agent-gateway', name ?? id),
      ),
    ];
  }

  return {
    list,
    agents,

    async get(caller: Caller, id: string): Promise<Model> {
      const found = (await list(caller)).find((model) => model.id === id);
      if (!found) throw noSuchModel(id);
      return found;
    },

    /** The model that a caller may use under this name now. */
    async choose(caller: Caller, name: string): Promise<Choice> {
      const rules = await rulesOf(caller);
      const named = read(rules.scope, name);
      if (isEmbedder(named) && !mayEmbed(rules))
        throw notAllowed(`${embeddingModel} is the operator’s, whose models the workspace does not use.`);
      const ofOperator = { ...rules, scope: models.operator, fallbacks: [] };
      const targets = targetsOf(caller, isEmbedder(named) ? ofOperator : rules, name, named);
      const { workspaceId, userId: payerId, key } = caller;
      const payer = { workspaceId, ownNano: rules.ownNano, payerId, keyId: key?.hasBudget ? key.id : null };
      return { ...named, targets, ...pursesOf(budgets.purseFor, payer, targets, named.provider) };
    },
  };
}

const modelOf = (id: string, created: number, owned_by: string, name: string): Model => ({
  id,
  object: 'model',
  created,
  owned_by,
  name,
});

export type ModelNames = ReturnType<typeof createModelNames>;
