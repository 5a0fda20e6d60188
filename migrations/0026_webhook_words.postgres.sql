-- What was told of a person goes with their account, and so do the records of it: records last, as in 0020.
CREATE FUNCTION forget_deliveries_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM deliveries WHERE user_id IN (SELECT id FROM gone);
  DELETE FROM webhook_attempts WHERE user_id IN (SELECT id FROM gone);
  RETURN NULL;
END $$;
CREATE TRIGGER users_forget_deliveries AFTER DELETE ON users REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION forget_deliveries_of_user();

-- What is there gets its person, as far as that is known, so that it goes with them.
UPDATE events SET user_id = CASE
  WHEN type IN ('memory.written', 'memory.propagated') THEN (SELECT u.id FROM users u WHERE u.id = CAST(data AS json) ->> 'userId')
  WHEN type IN ('agent.completed', 'agent.failed', 'tool.executed') THEN (SELECT s.user_id FROM sessions s WHERE s.id = CAST(data AS json) ->> 'sessionId')
  WHEN type = 'approval.requested' THEN (SELECT a.user_id FROM approvals a WHERE a.id = CAST(data AS json) ->> 'requestId')
  WHEN type = 'swarm.finished' THEN (SELECT s.user_id FROM swarms s WHERE s.id = CAST(data AS json) ->> 'swarmId')
  WHEN type = 'heartbeat.fired' THEN (SELECT s.user_id FROM schedules s WHERE s.id = CAST(data AS json) ->> 'heartbeatId')
END;
UPDATE deliveries SET user_id = CASE
  WHEN event IN ('memory.written', 'memory.propagated') THEN (SELECT u.id FROM users u WHERE u.id = CAST(body AS json) -> 'data' ->> 'userId')
  WHEN event IN ('agent.completed', 'agent.failed', 'tool.executed') THEN (SELECT s.user_id FROM sessions s WHERE s.id = CAST(body AS json) -> 'data' ->> 'sessionId')
  WHEN event = 'approval.requested' THEN (SELECT a.user_id FROM approvals a WHERE a.id = CAST(body AS json) -> 'data' ->> 'requestId')
  WHEN event = 'swarm.finished' THEN (SELECT s.user_id FROM swarms s WHERE s.id = CAST(body AS json) -> 'data' ->> 'swarmId')
  WHEN event = 'heartbeat.fired' THEN (SELECT s.user_id FROM schedules s WHERE s.id = CAST(body AS json) -> 'data' ->> 'heartbeatId')
END;
-- What is over and told of something that is gone: the account it belonged to may have been erased.
DELETE FROM deliveries WHERE user_id IS NULL AND due_at IS NULL AND cause <> 'test' AND event NOT IN ('webhook.disabled', 'api.deprecated');
DELETE FROM webhook_attempts WHERE NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.id = webhook_attempts.delivery_id);
UPDATE webhook_attempts SET user_id = (SELECT d.user_id FROM deliveries d WHERE d.id = webhook_attempts.delivery_id);
