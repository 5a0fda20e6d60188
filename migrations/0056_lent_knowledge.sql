-- 1: an agent that is lent to another workspace answers there from its own workspace's documents too.
ALTER TABLE agent_grants ADD COLUMN knowledge INTEGER NOT NULL DEFAULT 0;
