-- A document that is read from an address (`url`), and read again every so often. NULL in `interval_seconds`: once.
ALTER TABLE knowledge_documents ADD COLUMN interval_seconds BIGINT;
ALTER TABLE knowledge_documents ADD COLUMN next_read_at BIGINT;
-- When the address last answered, and what went wrong since: how often in a row, and the last time.
ALTER TABLE knowledge_documents ADD COLUMN read_at BIGINT;
ALTER TABLE knowledge_documents ADD COLUMN read_failures BIGINT NOT NULL DEFAULT 0;
ALTER TABLE knowledge_documents ADD COLUMN read_problem TEXT;
-- Of the answer that is searched: an unchanged one is not read again.
ALTER TABLE knowledge_documents ADD COLUMN etag TEXT;
ALTER TABLE knowledge_documents ADD COLUMN last_modified TEXT;
ALTER TABLE knowledge_documents ADD COLUMN body_digest TEXT;
CREATE INDEX knowledge_documents_to_read ON knowledge_documents (next_read_at) WHERE next_read_at IS NOT NULL;
