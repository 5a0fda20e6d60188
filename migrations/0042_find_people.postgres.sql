-- Operators list people, and find them and workspaces by how an address or a name begins. The order of bytes: in a language's own
-- order, texts with one beginning do not stand together.
CREATE INDEX users_people ON users (id) WHERE kind = 'person';
CREATE INDEX users_by_address ON users (email COLLATE "C") WHERE kind = 'person';
CREATE INDEX workspaces_by_name ON workspaces (lower(name) COLLATE "C", id COLLATE "C");
-- No samples of an expression either.
ALTER INDEX workspaces_by_name ALTER COLUMN 1 SET STATISTICS 0;

-- As in 0019, for the columns that came later.
DO $$
DECLARE place record;
BEGIN
  FOR place IN
    SELECT c.table_name, c.column_name FROM information_schema.columns c
    JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE' AND c.column_name IN (
      'actor', 'address', 'bits', 'body', 'content', 'data', 'definitions', 'description', 'detail', 'email', 'error', 'events', 'field', 'headers', 'input',
      'ip', 'last_error', 'last_used_ip', 'message', 'meta', 'metadata', 'name', 'params', 'password_hash', 'payload', 'previous', 'reason',
      'reply_url', 'report', 'response_body', 'result', 'salt', 'secret', 'seen', 'sender', 'summary', 'surface', 'target', 'title',
      'tool_calls', 'trace', 'undo', 'url', 'user_agent', 'value', 'vector', 'words'
    )
  LOOP
    EXECUTE format('ALTER TABLE %I ALTER COLUMN %I SET STATISTICS 0', place.table_name, place.column_name);
  END LOOP;
END $$;
