import type { SearchedTables } from '../../../platform/search/search-index.ts';

export const knowledgeTables: SearchedTables = {
  entries: 'knowledge_passages',
  words: 'knowledge_words',
  vectors: 'knowledge_vectors',
  bits: 'knowledge_bits',
  key: 'passage_id',
  owner: 'collection_id',
  part: 'version_id',
  current: 'TRUE',
  // The passages of a version are searched when all of them have their vectors, and stay as they are. Only another model changes
  // the vectors, and that is work.
  lasting: { parts: 'knowledge_versions', size: 'passages', searched: "state = 'current'", work: 'knowledge_work' },
};
