import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problems } from '../../../http/errors/problem.ts';
import { invalidField } from '../../../kernel/errors.ts';
import { CollectionParams } from '../collections/collections.schema.ts';
import { missingCollection } from '../collections/collections.service.ts';
import type { CollectionStore } from '../collections/collections.store.ts';
import type { ScoredPassage, SearchPassages } from './passage-search.ts';
import { FoundPassages, mostFound, type Passage, SearchQuery } from './search.schema.ts';

type Deps = { searchPassages: SearchPassages; collections: Pick<CollectionStore, 'exists'> };

const config = { auth: 'member', permission: 'knowledge.read' } as const;
const mostNames = 8;

const wrongFilter = () => invalidField('filter', `must be a JSON object of at most ${mostNames} names and texts`);

function readFilter(text: string | undefined): Record<string, string> {
  if (text === undefined) return {};
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw wrongFilter();
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw wrongFilter();
  const entries = Object.entries(given);
  if (entries.length > mostNames || entries.some(([, value]) => typeof value !== 'string')) throw wrongFilter();
  return given as Record<string, string>;
}

const shownPassage = ({ documentId, title, heading, page, score, content, start, end }: ScoredPassage): Passage => ({
  documentId,
  title,
  heading,
  page,
  score,
  quote: content,
  start,
  end,
});

export const knowledgeSearchRoutes =
  ({ searchPassages, collections }: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/knowledge/:id/search',
      {
        config,
        schema: {
          operationId: 'searchCollection',
          summary: 'Search the documents of a collection by words and meaning',
          tags: ['agents'],
          params: CollectionParams,
          querystring: SearchQuery,
          response: { 200: FoundPassages, ...problems(404) },
        },
      },
      async ({ caller: { workspaceId }, params: { id }, query: { q, limit = 10, filter } }) => {
        const metadata = readFilter(filter);
        if (!(await collections.exists(workspaceId, id))) throw missingCollection(id);
        const most = Math.min(limit, mostFound);
        const found = await searchPassages({ workspaceId, collectionIds: [id], question: q, limit: most, metadata });
        return { data: found.map(shownPassage) };
      },
    );
  };
