-- The other reference of 0020, in a transaction of its own: whoever writes records has written deliveries before, and
-- whoever reads both begins with these.
LOCK TABLE webhook_attempts IN ACCESS EXCLUSIVE MODE;
ALTER TABLE webhook_attempts DROP CONSTRAINT webhook_attempts_workspace_id_fkey;
