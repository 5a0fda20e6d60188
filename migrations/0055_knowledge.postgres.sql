-- As memory_words, memory_vectors and memory_bits, for the passages of documents.
CREATE TABLE knowledge_words (
  passage_id TEXT PRIMARY KEY REFERENCES knowledge_passages (id) ON DELETE CASCADE,
  scope TEXT NOT NULL,
  words TSVECTOR NOT NULL
);
CREATE INDEX knowledge_words_index ON knowledge_words USING gin (words);
CREATE TABLE knowledge_vectors (
  passage_id TEXT PRIMARY KEY REFERENCES knowledge_passages (id) ON DELETE CASCADE,
  model TEXT NOT NULL,
  dimension BIGINT NOT NULL,
  vector REAL[] NOT NULL
);
ALTER TABLE knowledge_vectors ALTER COLUMN vector SET STORAGE MAIN;
CREATE TABLE knowledge_bits (
  passage_id TEXT PRIMARY KEY REFERENCES knowledge_vectors (passage_id) ON DELETE CASCADE,
  workspace_id TEXT NOT NULL,
  collection_id TEXT NOT NULL,
  model TEXT NOT NULL,
  version_id TEXT NOT NULL,
  bits BIT VARYING NOT NULL
);
CREATE INDEX knowledge_bits_of_collection ON knowledge_bits (workspace_id, collection_id, model)
  INCLUDE (passage_id, version_id, bits);
-- As in 0019: no samples of what people own.
ALTER TABLE knowledge_collections ALTER COLUMN name SET STATISTICS 0;
ALTER TABLE knowledge_collections ALTER COLUMN description SET STATISTICS 0;
ALTER TABLE knowledge_documents ALTER COLUMN title SET STATISTICS 0;
ALTER TABLE knowledge_documents ALTER COLUMN url SET STATISTICS 0;
ALTER TABLE knowledge_documents ALTER COLUMN metadata SET STATISTICS 0;
ALTER TABLE knowledge_documents ALTER COLUMN reason SET STATISTICS 0;
ALTER TABLE knowledge_versions ALTER COLUMN title SET STATISTICS 0;
ALTER TABLE knowledge_versions ALTER COLUMN metadata SET STATISTICS 0;
ALTER TABLE knowledge_versions ALTER COLUMN given SET STATISTICS 0;
ALTER TABLE knowledge_versions ALTER COLUMN content SET STATISTICS 0;
ALTER TABLE knowledge_passages ALTER COLUMN heading SET STATISTICS 0;
ALTER TABLE knowledge_passages ALTER COLUMN content SET STATISTICS 0;
ALTER TABLE knowledge_words ALTER COLUMN words SET STATISTICS 0;
ALTER TABLE knowledge_vectors ALTER COLUMN vector SET STATISTICS 0;
ALTER TABLE knowledge_bits ALTER COLUMN bits SET STATISTICS 0;
