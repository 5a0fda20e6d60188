import { nanoFromUsd } from './kernel/money.ts';
import { parseQuotas, type QuotaLimits, quotaDefaults } from './kernel/quotas.ts';

type Reading = {
  text(name: string): string | undefined;
  wrong(name: string, why: string): void;
  choice<Value extends string>(name: string, values: readonly Value[], fallback: Value): Value;
};

/** What the operator lets strangers, people and workspaces have. Left out is no limit. */
export function readOperator({ text, wrong, choice }: Reading) {
  function dollars(name: string): number | null {
    const value = text(name);
    if (value === undefined) return null;
    if (!/^\d{1,7}(\.\d{1,9})?$/.test(value)) {
      wrong(name, `must be an amount of US dollars such as 5 or 0.50, not "${value}"`);
      return null;
    }
    return nanoFromUsd(Number(value));
  }

  function names(name: string): string[] | null {
    const value = text(name);
    if (value === undefined) return null;
    return value
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);
  }

  function quotas(name: string): QuotaLimits {
    const value = text(name);
    const parsed = value === undefined ? quotaDefaults : parseQuotas(value);
    if (!('problem' in parsed)) return parsed;
    wrong(name, parsed.problem);
    return quotaDefaults;
  }

  return {
    quotas: quotas('QUOTAS'),
    registration: choice('REGISTRATION', ['open', 'invite', 'closed'], 'open'),
    budgets: {
      workspaceNano: dollars('WORKSPACE_BUDGET_USD'),
      workspaceMaximumNano: dollars('WORKSPACE_MAX_BUDGET_USD'),
      personNano: dollars('PERSON_BUDGET_USD'),
    },
    models: {
      upperBound: { allowedProviders: names('ALLOWED_PROVIDERS'), allowedModels: names('ALLOWED_MODELS') },
      unlessRestricted: {
        allowedProviders: names('WORKSPACE_ALLOWED_PROVIDERS'),
        allowedModels: names('WORKSPACE_ALLOWED_MODELS'),
      },
    },
  };
}
