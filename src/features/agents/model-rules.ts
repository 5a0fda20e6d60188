import type { Restrictions } from '../workspaces/index.ts';

/** The operator's restrictions for all workspaces; null restricts nothing. */
export type OperatorModels = {
  /** No workspace can allow more than this, personal ones included. */
  upperBound: Restrictions;
  /** For a workspace that restricts nothing itself. */
  unlessRestricted: Restrictions;
};

/** The offline assistant is free, so the operator's lists do not apply to it. */
const free = 'local';

/** A model may be listed with or without its provider. */
function outside({ allowedProviders, allowedModels }: Restrictions, provider: string, model: string, who: string) {
  if (allowedProviders && !allowedProviders.includes(provider))
    return `${who} allows only the providers ${allowedProviders.join(', ') || '(none)'}`;
  if (allowedModels && !allowedModels.includes(model) && !allowedModels.includes(`${provider}/${model}`))
    return `${who} allows only the models ${allowedModels.join(', ') || '(none)'}`;
  return undefined;
}

/** Why a workspace may not use a model; undefined when it may. */
export type Refusal = (restrictions: Restrictions, provider: string, model: string) => string | undefined;

/** By the restrictions of the workspace alone. */
export const refusal: Refusal = (own, provider, model) => outside(own, provider, model, 'the workspace');

export type ModelRules = {
  refusal: Refusal;
  /** Whether anything is restricted at all. */
  restricts(own: Restrictions): boolean;
};

const saysSomething = ({ allowedProviders, allowedModels }: Restrictions) =>
  allowedProviders !== null || allowedModels !== null;

export function createModelRules({ upperBound, unlessRestricted }: OperatorModels): ModelRules {
  const operator = 'the operator of this gateway';
  const operatorSays = saysSomething(upperBound) || saysSomething(unlessRestricted);
  return {
    restricts: (own) => operatorSays || saysSomething(own),
    refusal(own, provider, model) {
      const refused = refusal(own, provider, model);
      if (refused || !operatorSays || provider === free) return refused;
      const unset = {
        allowedProviders: own.allowedProviders ? null : unlessRestricted.allowedProviders,
        allowedModels: own.allowedModels ? null : unlessRestricted.allowedModels,
      };
      return outside(upperBound, provider, model, operator) ?? outside(unset, provider, model, operator);
    },
  };
}
