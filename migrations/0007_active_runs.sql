-- What a person's agents are doing now, however many runs there have been.
CREATE INDEX runs_active ON runs (workspace_id, user_id) WHERE status IN ('running', 'awaiting_approval');
