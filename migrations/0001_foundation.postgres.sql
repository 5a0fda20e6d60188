-- What the health check searches, to know that full-text search answers.
CREATE TABLE search_probe (content TEXT NOT NULL);
CREATE INDEX search_probe_words ON search_probe USING gin (to_tsvector('simple', content));
INSERT INTO search_probe (content) VALUES ('gateway');
