-- As in 0019: no samples of what people own.
ALTER TABLE knowledge_documents ALTER COLUMN read_problem SET STATISTICS 0;
ALTER TABLE knowledge_documents ALTER COLUMN etag SET STATISTICS 0;
ALTER TABLE knowledge_documents ALTER COLUMN last_modified SET STATISTICS 0;
