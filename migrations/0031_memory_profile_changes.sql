-- `memory_counters.next` held three things: the next number of the notes and of each day, the time of a person's last change
-- of their profile (`profile`), and when a field was removed (`removed:<field>`). Times have tables of their own from here
-- on; the counters keep numbers only.

-- When a person's profile was last changed. The row is locked by each change, so that changes come one after the other.
CREATE TABLE memory_profile_changes (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  changed_at BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, user_id)
);
CREATE INDEX memory_profile_changes_of_user ON memory_profile_changes (user_id);

-- Profile fields that were removed, for 30 days: what was said before does not bring them back.
CREATE TABLE memory_removed_fields (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  field TEXT NOT NULL,
  removed_at BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, user_id, field)
);
CREATE INDEX memory_removed_fields_of_user ON memory_removed_fields (user_id);

INSERT INTO memory_profile_changes (workspace_id, user_id, changed_at)
SELECT workspace_id, user_id, next FROM memory_counters WHERE name = 'profile';
INSERT INTO memory_removed_fields (workspace_id, user_id, field, removed_at)
SELECT workspace_id, user_id, substr(name, 9), next FROM memory_counters WHERE name LIKE 'removed:%';

-- The rows of `memory_counters` stay: nodes of the version before read and write them while they run, and the new ones read
-- them too. A later migration may copy what came since and delete the rows `profile` and `removed:%`.
