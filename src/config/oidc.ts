import { type OidcProvider, parseProviders } from '../platform/oidc/provider-settings.ts';
import type { Readers } from './readers.ts';

/** Identity providers that people sign in by. The setting is never shown: it holds secrets. */
export function readOidc({ text, wrong }: Readers): OidcProvider[] {
  const { providers, problems } = parseProviders(text('OIDC_PROVIDERS') ?? '[]');
  for (const problem of problems) wrong('OIDC_PROVIDERS', problem);
  return providers;
}
