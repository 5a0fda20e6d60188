-- Words are cut apart before they come here (search-words.ts), so that languages without spaces are found too. The
-- scope is a word of its own column: one person's search never walks through another's messages. Whatever is not ASCII is
-- part of a word to this tokenizer: the words come in one spelling, and letters newer than SQLite's tables count too.
CREATE VIRTUAL TABLE message_words USING fts5 (scope, words, content = '', contentless_delete = 1, tokenize = 'ascii');
CREATE TRIGGER messages_forget_words AFTER DELETE ON messages WHEN old.search_id IS NOT NULL BEGIN
  DELETE FROM message_words WHERE rowid = old.search_id;
END;
CREATE INDEX messages_by_search_id ON messages (search_id) WHERE search_id IS NOT NULL;
