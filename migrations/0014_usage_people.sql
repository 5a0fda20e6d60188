-- Who is in usage_running, and the last day of each.
CREATE TABLE usage_people (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL,
  last_day TEXT NOT NULL,
  PRIMARY KEY (workspace_id, user_id)
);
INSERT INTO usage_people (workspace_id, user_id, last_day)
SELECT workspace_id, user_id, max(day) FROM usage_running GROUP BY workspace_id, user_id;
