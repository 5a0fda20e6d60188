-- Days after which idle sessions of the workspace are deleted; NULL leaves it to the operator's setting.
ALTER TABLE workspaces ADD COLUMN retention_days INTEGER;
CREATE INDEX workspaces_with_retention ON workspaces (id) WHERE retention_days IS NOT NULL;

-- Where the audit log begins once its oldest entries are deleted: the last of them, under the gateway's seal.
CREATE TABLE audit_beginning (
  id INTEGER PRIMARY KEY,
  seq BIGINT NOT NULL,
  digest TEXT NOT NULL,
  at BIGINT NOT NULL,
  -- When the first entry under a seal was written; NULL before it.
  sealed_since BIGINT,
  -- Of the deleted entries: how many an erasure had emptied, how many their erasures accounted for, and how many of those
  -- erasures did not say.
  emptied BIGINT NOT NULL,
  accounted BIGINT NOT NULL,
  uncounted BIGINT NOT NULL,
  seal TEXT NOT NULL
);
