CREATE TABLE memory_words (
  entry_id TEXT PRIMARY KEY REFERENCES memory_entries (id) ON DELETE CASCADE,
  scope TEXT NOT NULL,
  words TSVECTOR NOT NULL
);
CREATE INDEX memory_words_index ON memory_words USING gin (words);
CREATE INDEX memory_words_by_scope ON memory_words (scope);
