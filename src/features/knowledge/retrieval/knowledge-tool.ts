import type { SharedTool } from '../../tools/index.ts';
import type { SearchPassages } from '../search/passage-search.ts';
import type { AgentCollections } from './agent-collections.store.ts';
import { citationOf } from './retrieval.ts';

type Deps = { collections: AgentCollections; searchPassages: SearchPassages };

const mostFound = 20;

/** Passages are text from outside: they are quoted as data, and never become memory by themselves. */
export const createKnowledgeTool = ({ collections, searchPassages }: Deps): SharedTool => ({
  name: 'knowledge_search',
  description:
    'Searches the documents that this agent answers from, by words and meaning. Returns passages with their document, place and score.',
  source: 'builtin',
  parameters: {
    type: 'object',
    properties: {
      query: { type: 'string', minLength: 1, maxLength: 1_000, description: 'A question, or words.' },
      limit: { type: 'integer', minimum: 1, maximum: mostFound, description: 'How many passages; 5 if left out.' },
    },
    required: ['query'],
    additionalProperties: false,
  },
  timeoutMs: 10_000,
  external: true,
  async execute({ query, limit }, { agentId, caller: { workspaceId } }) {
    // By hand and over MCP there is no agent: then it is every collection of the workspace.
    const scope = agentId
      ? await collections.ofAgent(agentId, workspaceId)
      : await collections.ofWorkspace(workspaceId);
    if (!scope || scope.collectionIds.length === 0) return { passages: [] };
    const found = await searchPassages({ ...scope, question: String(query), limit: Number(limit ?? 5) });
    return {
      passages: found.map((passage) => ({ ...citationOf(passage), heading: passage.heading, score: passage.score })),
    };
  },
});
