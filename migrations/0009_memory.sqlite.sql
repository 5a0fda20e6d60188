-- As message_words: one person's search never walks through another's entries.
CREATE VIRTUAL TABLE memory_words USING fts5 (scope, words, content = '', contentless_delete = 1, tokenize = 'ascii');
CREATE TRIGGER memory_entries_forget_words AFTER DELETE ON memory_entries WHEN old.search_id IS NOT NULL BEGIN
  DELETE FROM memory_words WHERE rowid = old.search_id;
END;
CREATE INDEX memory_entries_by_search_id ON memory_entries (search_id) WHERE search_id IS NOT NULL;
