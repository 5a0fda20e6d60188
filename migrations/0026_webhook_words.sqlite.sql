-- What was told of a person goes with their account, and so do the records of it.
CREATE TRIGGER users_forget_deliveries AFTER DELETE ON users BEGIN
  DELETE FROM deliveries WHERE user_id = old.id;
  DELETE FROM webhook_attempts WHERE user_id = old.id;
END;

-- What is there gets its person, as far as that is known, so that it goes with them.
UPDATE events SET user_id = CASE
  WHEN type IN ('memory.written', 'memory.propagated') THEN (SELECT u.id FROM users u WHERE u.id = json_extract(data, '$.userId'))
  WHEN type IN ('agent.completed', 'agent.failed', 'tool.executed') THEN (SELECT s.user_id FROM sessions s WHERE s.id = json_extract(data, '$.sessionId'))
  WHEN type = 'approval.requested' THEN (SELECT a.user_id FROM approvals a WHERE a.id = json_extract(data, '$.requestId'))
  WHEN type = 'swarm.finished' THEN (SELECT s.user_id FROM swarms s WHERE s.id = json_extract(data, '$.swarmId'))
  WHEN type = 'heartbeat.fired' THEN (SELECT s.user_id FROM schedules s WHERE s.id = json_extract(data, '$.heartbeatId'))
END;
UPDATE deliveries SET user_id = CASE
  WHEN event IN ('memory.written', 'memory.propagated') THEN (SELECT u.id FROM users u WHERE u.id = json_extract(body, '$.data.userId'))
  WHEN event IN ('agent.completed', 'agent.failed', 'tool.executed') THEN (SELECT s.user_id FROM sessions s WHERE s.id = json_extract(body, '$.data.sessionId'))
  WHEN event = 'approval.requested' THEN (SELECT a.user_id FROM approvals a WHERE a.id = json_extract(body, '$.data.requestId'))
  WHEN event = 'swarm.finished' THEN (SELECT s.user_id FROM swarms s WHERE s.id = json_extract(body, '$.data.swarmId'))
  WHEN event = 'heartbeat.fired' THEN (SELECT s.user_id FROM schedules s WHERE s.id = json_extract(body, '$.data.heartbeatId'))
END;
-- What is over and told of something that is gone: the account it belonged to may have been erased.
DELETE FROM deliveries WHERE user_id IS NULL AND due_at IS NULL AND cause <> 'test' AND event NOT IN ('webhook.disabled', 'api.deprecated');
DELETE FROM webhook_attempts WHERE NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.id = webhook_attempts.delivery_id);
UPDATE webhook_attempts SET user_id = (SELECT d.user_id FROM deliveries d WHERE d.id = webhook_attempts.delivery_id);
