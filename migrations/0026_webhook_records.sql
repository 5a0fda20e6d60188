-- The person of the delivery: the answer of an endpoint may repeat their words. Apart from 0026_webhook_events, because
-- whoever reads records and deliveries begins with these.
ALTER TABLE webhook_attempts ADD COLUMN user_id TEXT;
CREATE INDEX webhook_attempts_of_user ON webhook_attempts (user_id, id) WHERE user_id IS NOT NULL;
