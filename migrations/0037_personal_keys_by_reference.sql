-- Erasing a person or a workspace finds its keys, revoked ones too, without reading all of them.
CREATE INDEX personal_keys_of_user ON personal_keys (user_id);
CREATE INDEX personal_keys_of_workspace ON personal_keys (workspace_id);
