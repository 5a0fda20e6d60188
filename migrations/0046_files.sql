-- What people upload, and what messages hold besides text. `uploading` until all bytes are here; `gone` once nothing refers to it
-- and its bytes are being deleted. Only a `ready` file is seen.
CREATE TABLE files (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  -- Read from the bytes.
  media_type TEXT NOT NULL,
  -- While it is uploading: how many it was announced with.
  bytes BIGINT NOT NULL,
  sha256 TEXT NOT NULL,
  -- 1 for a file of its owner's list; 0 for one that exists only as long as something refers to it.
  listed INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('uploading', 'ready', 'gone')),
  created_at BIGINT NOT NULL
);
CREATE INDEX files_listed ON files (workspace_id, user_id, created_at, id) WHERE listed = 1;
CREATE INDEX files_in_workspace ON files (workspace_id, bytes);
CREATE INDEX files_of_user ON files (user_id);
CREATE INDEX files_unlisted ON files (id) WHERE listed = 0;
CREATE INDEX files_unfinished ON files (id) WHERE state <> 'ready';

-- What refers to a file. A reference goes with its session or schedule, and the bytes go with the last one.
CREATE TABLE file_references (
  file_id TEXT NOT NULL REFERENCES files (id) ON DELETE CASCADE,
  session_id TEXT REFERENCES sessions (id) ON DELETE CASCADE,
  schedule_id TEXT REFERENCES schedules (id) ON DELETE CASCADE
);
CREATE INDEX file_references_by_file ON file_references (file_id);
CREATE UNIQUE INDEX file_references_of_session ON file_references (session_id, file_id) WHERE session_id IS NOT NULL;
CREATE UNIQUE INDEX file_references_of_schedule ON file_references (schedule_id, file_id) WHERE schedule_id IS NOT NULL;
