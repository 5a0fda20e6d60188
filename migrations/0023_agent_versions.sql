-- What an agent was, change by change: a row never changes. `definitions` says what its tools, its memory policy and the
-- agents it may pass work to were at that moment; null until someone looked, for what is older than this table. Where only
-- those changed, the body is that of `body_version`. The long column comes last: whoever looks for a name reads the short ones.
CREATE TABLE agent_versions (
  agent_id TEXT NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
  version BIGINT NOT NULL,
  body_version BIGINT NOT NULL,
  body_digest TEXT,
  digest TEXT,
  definitions TEXT,
  changes TEXT NOT NULL,
  changed_by TEXT REFERENCES users (id) ON DELETE SET NULL,
  created_at BIGINT NOT NULL,
  body TEXT,
  PRIMARY KEY (agent_id, version)
);
CREATE INDEX agent_versions_by_person ON agent_versions (changed_by) WHERE changed_by IS NOT NULL;
CREATE INDEX agent_versions_unread ON agent_versions (agent_id) WHERE definitions IS NULL;
INSERT INTO agent_versions (agent_id, version, body_version, changes, created_at, body)
  SELECT id, version, version, '[]', updated_at, body FROM agents;

-- The version under which it acts in its owner's name. What there is today was agreed to as it is today.
ALTER TABLE schedules ADD COLUMN accepted_version BIGINT;
UPDATE schedules SET accepted_version = (SELECT a.version FROM agents a WHERE a.id = schedules.agent_id);
CREATE INDEX schedules_by_agent ON schedules (agent_id);

-- A channel has someone who answers for it: whoever made it. Of those there are today nobody knows, and managers do.
ALTER TABLE channels ADD COLUMN user_id TEXT REFERENCES users (id) ON DELETE SET NULL;
ALTER TABLE channels ADD COLUMN accepted_version BIGINT;
UPDATE channels SET accepted_version = (SELECT a.version FROM agents a WHERE a.id = channels.agent_id);
CREATE INDEX channels_by_agent ON channels (agent_id);
CREATE INDEX channels_by_user ON channels (user_id) WHERE user_id IS NOT NULL;

-- The version a run is carried out under. `pin` is `<agent>@<version>` where somebody agreed to that one and no other: it
-- holds for whatever the run passes on.
ALTER TABLE runs ADD COLUMN agent_version BIGINT;
ALTER TABLE runs ADD COLUMN agent_changed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN pin TEXT;
-- Who answered last, as `<agent>@<version>`.
ALTER TABLE sessions ADD COLUMN answered_by TEXT;
