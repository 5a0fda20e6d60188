-- What the health check searches, to know that full-text search answers.
CREATE VIRTUAL TABLE search_probe USING fts5 (content);
INSERT INTO search_probe (content) VALUES ('gateway');
