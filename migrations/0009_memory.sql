-- What is remembered of one person in one workspace. A profile field is an entry too, so that one search finds all.
CREATE TABLE memory_entries (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  tier TEXT NOT NULL CHECK (tier IN ('session', 'daily', 'profile', 'strategic')),
  -- The UTC day of a daily entry.
  day TEXT,
  -- The number of a daily entry or a note: given once, and never again.
  position BIGINT,
  -- A profile field, and its value as JSON; `content` says the same in words.
  field TEXT,
  value TEXT,
  content TEXT NOT NULL,
  source_kind TEXT NOT NULL CHECK (source_kind IN ('user', 'agent', 'tool', 'external')),
  source_session_id TEXT,
  source_agent_id TEXT,
  -- The entry this one was promoted from; the newer one that says otherwise, since when this one is neither searched nor recalled.
  origin_id TEXT,
  superseded_by TEXT,
  recall_count BIGINT NOT NULL DEFAULT 0,
  last_recalled_at BIGINT,
  -- Where the embedded engine's word index has it.
  search_id BIGINT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE INDEX memory_entries_by_tier ON memory_entries (workspace_id, user_id, tier, created_at, id);
CREATE UNIQUE INDEX memory_entries_positions ON memory_entries (workspace_id, user_id, tier, day, position) WHERE position IS NOT NULL AND day IS NOT NULL;
CREATE UNIQUE INDEX memory_notes_positions ON memory_entries (workspace_id, user_id, position) WHERE tier = 'strategic';
CREATE UNIQUE INDEX memory_profile_fields ON memory_entries (workspace_id, user_id, field) WHERE tier = 'profile' AND superseded_by IS NULL;
CREATE INDEX memory_entries_by_session ON memory_entries (source_session_id) WHERE source_session_id IS NOT NULL;

-- The next number of the notes (`notes`) and of each day (the day itself).
CREATE TABLE memory_counters (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  next BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, user_id, name)
);

-- Which questions brought an entry up, as digests: an entry that only one question finds says little.
CREATE TABLE memory_recalls (
  entry_id TEXT NOT NULL REFERENCES memory_entries (id) ON DELETE CASCADE,
  question_digest TEXT NOT NULL,
  last_at BIGINT NOT NULL,
  PRIMARY KEY (entry_id, question_digest)
);

-- What was promoted, why, and what it takes to undo it.
CREATE TABLE memory_propagations (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  entry_id TEXT NOT NULL REFERENCES memory_entries (id) ON DELETE CASCADE,
  target_id TEXT NOT NULL,
  from_tier TEXT NOT NULL,
  to_tier TEXT NOT NULL,
  reason TEXT NOT NULL,
  undo TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  reverted_at BIGINT
);
CREATE INDEX memory_propagations_by_user ON memory_propagations (workspace_id, user_id, created_at, id);

-- Policies that agents are bound to.
CREATE TABLE memory_profiles (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  body TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE INDEX memory_profiles_by_workspace ON memory_profiles (workspace_id, created_at, id);

-- Entries whose meaning is still to be computed, in the background.
CREATE TABLE memory_unembedded (
  entry_id TEXT PRIMARY KEY REFERENCES memory_entries (id) ON DELETE CASCADE,
  created_at BIGINT NOT NULL
);
