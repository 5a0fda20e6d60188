-- Over the row's digest, under a key that is not in the database: `<key id>.<HMAC>`. Rows of before have none.
ALTER TABLE audit_log ADD COLUMN seal TEXT;
CREATE INDEX audit_log_sealed ON audit_log (seq) WHERE seal IS NOT NULL;

-- Where the log ended at some time. The same stands in the gateway's output and in a file of its folder.
CREATE TABLE audit_anchors (
  seq BIGINT PRIMARY KEY,
  digest TEXT NOT NULL,
  at BIGINT NOT NULL,
  seal TEXT NOT NULL
);
