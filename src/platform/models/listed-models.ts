import type { ListedModel } from './configured-provider.ts';

const longestId = 250;
const longestName = 200;
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

type Listed = {
  id?: unknown;
  /** OpenRouter's display name; at Google, the id. */
  name?: unknown;
  display_name?: unknown;
  displayName?: unknown;
  supportedGenerationMethods?: unknown;
};

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.replace(unprintable, '').trim() : undefined;

/** Reads the list of OpenAI, Anthropic or Google; undefined when it is none of them. */
export function readListed(json: unknown): ListedModel[] | undefined {
  const { data, models } = (json ?? {}) as { data?: Listed[]; models?: Listed[] };
  const listed = data ?? models;
  if (!Array.isArray(listed)) return undefined;
  return listed.flatMap((one): ListedModel[] => {
    const { id, name, display_name, displayName, supportedGenerationMethods: can } = one ?? {};
    const own = text(id) ?? text(name)?.replace(/^models\//, '');
    if (!own || own.length > longestId) return [];
    if (Array.isArray(can) && !can.includes('generateContent')) return [];
    const readable = text(display_name) ?? text(displayName) ?? (id === undefined ? undefined : text(name));
    return [{ id: own, ...(readable ? { name: readable.slice(0, longestName) } : {}) }];
  });
}
