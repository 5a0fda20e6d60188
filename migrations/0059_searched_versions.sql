-- The versions of a collection that are searched, without reading their rows: those hold the whole text of a document.
CREATE INDEX knowledge_versions_searched ON knowledge_versions (workspace_id, collection_id, id, model, passages)
  WHERE state = 'current';
