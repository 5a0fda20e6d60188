-- Documents that agents answer from, in collections of a workspace.
CREATE TABLE knowledge_collections (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  -- Grows when a document is replaced: a search that began before searches again.
  revision BIGINT NOT NULL DEFAULT 0,
  -- It is not seen any more; its rows are being deleted.
  deleted_at BIGINT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE INDEX knowledge_collections_by_workspace ON knowledge_collections (workspace_id, created_at, id);

CREATE TABLE knowledge_documents (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL,
  collection_id TEXT NOT NULL REFERENCES knowledge_collections (id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  source TEXT NOT NULL CHECK (source IN ('text', 'file', 'url')),
  url TEXT,
  -- JSON: names and texts, which a search can ask for.
  metadata TEXT NOT NULL,
  -- `deleted`: it is not seen any more; its rows are being deleted.
  status TEXT NOT NULL CHECK (status IN ('queued', 'processing', 'ready', 'failed', 'deleted')),
  reason TEXT,
  -- The version that is searched; NULL until the first is ready.
  version_id TEXT,
  -- Of the version that is searched.
  passages BIGINT NOT NULL DEFAULT 0,
  characters BIGINT NOT NULL DEFAULT 0,
  digest TEXT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE INDEX knowledge_documents_by_collection ON knowledge_documents (collection_id, created_at, id);
CREATE INDEX knowledge_documents_by_digest ON knowledge_documents (collection_id, digest);
CREATE INDEX knowledge_documents_by_workspace ON knowledge_documents (workspace_id);

-- A document as it was given once. `building` until all of its passages can be searched; `left` once a newer one is searched.
CREATE TABLE knowledge_versions (
  id TEXT PRIMARY KEY,
  document_id TEXT NOT NULL REFERENCES knowledge_documents (id) ON DELETE CASCADE,
  collection_id TEXT NOT NULL,
  workspace_id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('building', 'current', 'left')),
  title TEXT NOT NULL,
  metadata TEXT NOT NULL,
  -- What was given, until it is read: a text, or the file of a person.
  format TEXT NOT NULL,
  given TEXT,
  file_id TEXT,
  user_id TEXT REFERENCES users (id) ON DELETE SET NULL,
  -- What was read; the places of passages refer to it.
  content TEXT,
  characters BIGINT NOT NULL DEFAULT 0,
  digest TEXT,
  -- The last model that computed the meaning of its passages.
  model TEXT,
  passages BIGINT NOT NULL DEFAULT 0,
  -- How many of them can be searched, in their order.
  done BIGINT NOT NULL DEFAULT 0,
  created_at BIGINT NOT NULL
);
CREATE INDEX knowledge_versions_by_document ON knowledge_versions (document_id);
CREATE INDEX knowledge_versions_of_user ON knowledge_versions (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX knowledge_versions_hidden ON knowledge_versions (collection_id) WHERE state <> 'current';
CREATE INDEX knowledge_versions_by_model ON knowledge_versions (model) WHERE state = 'current';

-- What is to be done for a version, and when. `due_at`: the end of a claim, or of the pause after a failure.
CREATE TABLE knowledge_work (
  version_id TEXT PRIMARY KEY REFERENCES knowledge_versions (id) ON DELETE CASCADE,
  workspace_id TEXT NOT NULL,
  phase TEXT NOT NULL CHECK (phase IN ('reading', 'embedding', 'removing')),
  due_at BIGINT NOT NULL,
  attempts BIGINT NOT NULL DEFAULT 0,
  created_at BIGINT NOT NULL
);
CREATE INDEX knowledge_work_of_workspace ON knowledge_work (workspace_id, due_at);
CREATE INDEX knowledge_work_by_due ON knowledge_work (due_at);

CREATE TABLE knowledge_passages (
  id TEXT PRIMARY KEY,
  version_id TEXT NOT NULL REFERENCES knowledge_versions (id) ON DELETE CASCADE,
  document_id TEXT NOT NULL,
  collection_id TEXT NOT NULL,
  workspace_id TEXT NOT NULL,
  position BIGINT NOT NULL,
  -- In the text of the version, in UTF-16 units: the end is the first unit behind it.
  start_at BIGINT NOT NULL,
  end_at BIGINT NOT NULL,
  page BIGINT,
  -- The headings above it.
  heading TEXT NOT NULL,
  content TEXT NOT NULL,
  -- Where the embedded engine's word index has it.
  search_id BIGINT
);
CREATE UNIQUE INDEX knowledge_passages_positions ON knowledge_passages (version_id, position);
CREATE INDEX knowledge_passages_by_collection ON knowledge_passages (workspace_id, collection_id);
