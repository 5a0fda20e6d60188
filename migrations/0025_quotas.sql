-- How many bytes an agent and all that is kept of what it was before take: what a workspace may store is bounded by their sum.
ALTER TABLE agents ADD COLUMN history_bytes BIGINT NOT NULL DEFAULT 0;
UPDATE agents SET history_bytes = (SELECT COALESCE(sum(octet_length(COALESCE(v.body, '')) +
  octet_length(COALESCE(v.definitions, ''))), 0) FROM agent_versions v WHERE v.agent_id = agents.id);
