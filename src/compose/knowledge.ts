import type { createCosts } from '../features/costs/index.ts';
import { createKnowledge } from '../features/knowledge/index.ts';
import type { Files } from './files.ts';
import type { Foundation } from './foundation.ts';
import type { Memory } from './memory.ts';
import type { Webhooks } from './webhooks.ts';

export type Knowledge = ReturnType<typeof composeKnowledge>;

/** Documents that agents answer from. The search is memory's. */
export const composeKnowledge = (
  foundation: Foundation,
  files: Files,
  { meaning }: Memory,
  { publish }: Webhooks,
  { budgets }: ReturnType<typeof createCosts>,
) => {
  const { documentEmbeddings } = foundation;
  // It sends nothing, so no workspace forbids it.
  const own = documentEmbeddings && { embeddings: documentEmbeddings, mayEmbed: async () => true };
  return createKnowledge({ ...foundation, ...meaning, ...own, files: files.service, publish, budgets });
};
