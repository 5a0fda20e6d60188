import type { Restrictions } from '../workspaces/index.ts';

/** Why a workspace does not allow a model; undefined when it does. A model may be listed with or without its provider. */
export function refusal(
  { allowedProviders, allowedModels }: Restrictions,
  provider: string,
  model: string,
): string | undefined {
  if (allowedProviders && !allowedProviders.includes(provider))
    return `the workspace allows only the providers ${allowedProviders.join(', ') || '(none)'}`;
  if (allowedModels && !allowedModels.includes(model) && !allowedModels.includes(`${provider}/${model}`))
    return `the workspace allows only the models ${allowedModels.join(', ') || '(none)'}`;
  return undefined;
}
