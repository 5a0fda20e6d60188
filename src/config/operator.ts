import { parseQuotas, quotaDefaults } from '../kernel/quotas.ts';
import type { Readers } from './readers.ts';

/** What the operator lets strangers, people and workspaces have. A setting that is left out is no limit. */
export function readOperator(read: Readers) {
  const names = (name: string): string[] | null => read.list(name) ?? null;
  return {
    quotas: read.parsed('QUOTAS', parseQuotas, quotaDefaults),
    registration: read.choice('REGISTRATION', ['open', 'invite', 'closed'], 'open'),
    requireVerifiedEmail: read.flag('REQUIRE_VERIFIED_EMAIL'),
    budgets: {
      workspaceNano: read.dollars('WORKSPACE_BUDGET_USD'),
      workspaceMaximumNano: read.dollars('WORKSPACE_MAX_BUDGET_USD'),
      personNano: read.dollars('PERSON_BUDGET_USD'),
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
