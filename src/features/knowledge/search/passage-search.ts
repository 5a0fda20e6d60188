import type { TextSearch } from '../../../platform/search/text-search.ts';
import type { CollectionStore } from '../collections/collections.store.ts';
import type { FoundPassage, FoundPassageStore } from './found-passages.store.ts';

type Deps = { collections: Pick<CollectionStore, 'standing'>; store: FoundPassageStore; search: TextSearch };

export type PassageQuestion = {
  workspaceId: string;
  collectionIds: readonly string[];
  question: string;
  limit: number;
  metadata?: Readonly<Record<string, string>> | undefined;
  meaningTimeoutMs?: number | undefined;
};
export type ScoredPassage = FoundPassage & { score: number };

/** How often a search begins anew because documents were replaced meanwhile. */
const mostTries = 3;

/**
 * The passages of a workspace's collections that a question is about, best first. Every document is searched as it is at one
 * moment; passages that say the same are found once.
 */
export function createPassageSearch({ collections, store, search }: Deps) {
  return async function searchPassages(asked: PassageQuestion): Promise<ScoredPassage[]> {
    const { workspaceId, collectionIds, question, limit, metadata = {}, meaningTimeoutMs } = asked;
    const hasFilter = Object.keys(metadata).length > 0;
    for (let tries = 1; ; tries += 1) {
      const standing = await collections.standing(workspaceId, collectionIds);
      const searched = await Promise.all(
        standing.map(async ({ id, hidden }) => ({
          owner: { workspaceId, ownerId: id },
          parts: hasFilter || hidden === 1 ? await store.versions(workspaceId, id, metadata) : undefined,
        })),
      );
      const rows = new Map<string, FoundPassage>();
      let asIs = true;
      const found = await search(
        searched.filter(({ parts }) => parts === undefined || parts.length > 0),
        question,
        {
          // Some of them may say the same.
          limit: limit * 2,
          meaningTimeoutMs,
          async beginningsOf(ids) {
            for (const row of await store.read(workspaceId, ids)) rows.set(row.id, row);
            asIs = rows.size === ids.length;
            return new Map([...rows].map(([id, { content }]) => [id, content]));
          },
        },
      );
      if (asIs || tries >= mostTries || (await isUnchanged(standing))) return distinct(found, rows).slice(0, limit);
    }

    /** What was found and is not there any more was deleted, not replaced. */
    async function isUnchanged(before: Awaited<ReturnType<CollectionStore['standing']>>): Promise<boolean> {
      const now = await collections.standing(workspaceId, collectionIds);
      return before.every(({ id, revision }) => now.find((one) => one.id === id)?.revision === revision);
    }
  };
}

function distinct(
  found: readonly { entryId: string; score: number }[],
  rows: ReadonlyMap<string, FoundPassage>,
): ScoredPassage[] {
  const said = new Set<string>();
  return found.flatMap(({ entryId, score }) => {
    const row = rows.get(entryId);
    if (!row || said.has(row.content)) return [];
    said.add(row.content);
    return [{ ...row, score }];
  });
}

export type SearchPassages = ReturnType<typeof createPassageSearch>;
