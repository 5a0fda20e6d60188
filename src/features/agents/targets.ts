import type { Candidate } from '../../platform/models/connections/connection.ts';
import type { Choice, Scope, Target } from '../../platform/models/connections/scope.ts';
import type { Budgets, Purse } from '../costs/index.ts';

/** What a workspace can reach: its connections as of a version (0: it never had any), and whether the operator's too. */
type Reach = { workspaceId: string; version: number; useOperator: boolean };
export type ScopeOf = (reach: Reach) => Scope | Promise<Scope>;

/** Who may be asked: those for the model that is meant, then those for each fallback. */
export type Targets = readonly (readonly Candidate[])[];

/** The budgets that pay; null where there is none. */
export type Purses = {
  purse: Purse | null;
  /** For calls of the offline assistant, which is free: the operator's limits do not apply to it. */
  freePurse: Purse | null;
};
type Payer = Omit<Parameters<Budgets['purseFor']>[0], 'provider'>;

const free = 'local';

export const purseOf = ({ purse, freePurse }: Purses, { provider }: Choice): Purse | null =>
  provider === free ? freePurse : purse;

/** `meant`: the provider of the model that is meant. */
export function pursesOf(purseFor: Budgets['purseFor'], payer: Payer, targets: Targets, meant: string): Purses {
  if (targets.length < 2) {
    const purse = purseFor({ ...payer, provider: meant });
    return { purse, freePurse: purse };
  }
  const all = targets.flat();
  const paid = all.find(({ provider }) => provider !== free);
  const purse = purseFor({ ...payer, provider: paid?.provider ?? free });
  const mixed = paid && all.some(({ provider }) => provider === free);
  return { purse, freePurse: mixed ? purseFor({ ...payer, provider: free }) : purse };
}

/** Whether restrictions forbid a candidate. They are compared with the candidate's own connection and model, not with the target. */
export type IsRefused = (candidate: Choice) => boolean;

/** `connection/model`; the names of models contain slashes too. */
export function splitTarget(name: string): Choice {
  const slash = name.indexOf('/');
  return { provider: name.slice(0, Math.max(0, slash)), model: name.slice(slash + 1) };
}

export const allowedOf = ({ candidates }: Target, isRefused: IsRefused): readonly Candidate[] =>
  candidates.some(isRefused) ? candidates.filter((candidate) => !isRefused(candidate)) : candidates;

/** A fallback that is not set up or not allowed is left out. */
export function allowedFallbacks(scope: Scope, fallbacks: readonly string[], isRefused: IsRefused): Targets {
  return fallbacks.flatMap((name) => {
    const { provider, model } = splitTarget(name);
    const allowed = allowedOf(scope.resolve(provider, model), isRefused);
    return allowed.length > 0 ? [allowed] : [];
  });
}
