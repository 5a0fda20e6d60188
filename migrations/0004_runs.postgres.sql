-- Words are cut apart before they come here (search-words.ts), so that languages without spaces are found too.
CREATE TABLE message_words (
  message_id TEXT PRIMARY KEY REFERENCES messages (id) ON DELETE CASCADE,
  scope TEXT NOT NULL,
  words TSVECTOR NOT NULL
);
CREATE INDEX message_words_index ON message_words USING gin (words);
CREATE INDEX message_words_by_scope ON message_words (scope);
