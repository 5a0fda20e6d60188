/** Where a server of chat completions is asked. */
export type Addressing = {
  origin: string;
  pathFor(model: string): string;
  /** The list of models. */
  listing: string;
  /** The list names what can be asked for. Azure lists models, and is asked for deployments. */
  listsModels: boolean;
};

export function plainAddress(baseUrl: string): Addressing {
  const { origin, pathname, search } = new URL(baseUrl);
  const root = pathname.replace(/\/+$/, '');
  const path = `${root}/chat/completions${search}`;
  return { origin, pathFor: () => path, listing: `${origin}${root}/models${search}`, listsModels: true };
}

const azureVersion = '2024-10-21';

/**
 * `https://<resource>.openai.azure.com`, with `?api-version=…` if another than the stable one is wanted, addresses
 * deployments; the newer `…/openai/v1` is addressed as OpenAI is.
 */
export function azureAddress(baseUrl: string): Addressing {
  const { origin, pathname, searchParams } = new URL(baseUrl);
  const root = pathname.replace(/\/+$/, '');
  if (root.endsWith('/v1')) return { ...plainAddress(baseUrl), listsModels: false };
  const parent = root.endsWith('/openai') ? root : `${root}/openai`;
  const query = `?api-version=${encodeURIComponent(searchParams.get('api-version') ?? azureVersion)}`;
  return {
    origin,
    pathFor: (model) => `${parent}/deployments/${encodeURIComponent(model)}/chat/completions${query}`,
    listing: `${origin}${parent}/models${query}`,
    listsModels: false,
  };
}
