-- The server keeps samples of what is in its columns for the planner, and what is erased stays among them until others are
-- taken. Nothing is planned by what people wrote: of that it takes none.
DO $$
DECLARE place record;
BEGIN
  FOR place IN
    SELECT c.table_name, c.column_name FROM information_schema.columns c
    JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE' AND c.column_name IN (
      'actor', 'bits', 'body', 'content', 'data', 'description', 'detail', 'email', 'error', 'events', 'field', 'headers', 'input',
      'ip', 'last_error', 'message', 'meta', 'metadata', 'name', 'params', 'password_hash', 'payload', 'previous', 'reason',
      'reply_url', 'report', 'response_body', 'result', 'salt', 'secret', 'seen', 'sender', 'summary', 'surface', 'target', 'title',
      'tool_calls', 'trace', 'undo', 'url', 'value', 'vector', 'words'
    )
  LOOP
    EXECUTE format('ALTER TABLE %I ALTER COLUMN %I SET STATISTICS 0', place.table_name, place.column_name);
  END LOOP;
END $$;
