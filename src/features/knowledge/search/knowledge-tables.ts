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
};
