-- As memory_words, memory_vectors and memory_bits, for the passages of documents.
CREATE VIRTUAL TABLE knowledge_words USING fts5 (scope, words, content = '', contentless_delete = 1, tokenize = 'ascii');
CREATE TRIGGER knowledge_passages_forget_words AFTER DELETE ON knowledge_passages WHEN old.search_id IS NOT NULL BEGIN
  DELETE FROM knowledge_words WHERE rowid = old.search_id;
END;
CREATE INDEX knowledge_passages_by_search_id ON knowledge_passages (search_id) WHERE search_id IS NOT NULL;
CREATE TABLE knowledge_vectors (
  passage_id TEXT PRIMARY KEY REFERENCES knowledge_passages (id) ON DELETE CASCADE,
  workspace_id TEXT NOT NULL,
  collection_id TEXT NOT NULL,
  model TEXT NOT NULL,
  dimension BIGINT NOT NULL,
  vector BLOB NOT NULL
);
CREATE TABLE knowledge_bits (
  workspace_id TEXT NOT NULL,
  collection_id TEXT NOT NULL,
  model TEXT NOT NULL,
  passage_id TEXT NOT NULL,
  version_id TEXT NOT NULL,
  bits BLOB NOT NULL,
  PRIMARY KEY (workspace_id, collection_id, model, passage_id)
) WITHOUT ROWID;
CREATE TRIGGER knowledge_vectors_forget_bits AFTER DELETE ON knowledge_vectors BEGIN
  DELETE FROM knowledge_bits WHERE workspace_id = old.workspace_id AND collection_id = old.collection_id
    AND model = old.model AND passage_id = old.passage_id;
END;
