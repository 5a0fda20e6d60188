-- What the server asks itself for every row of a turn, where the answer is known. Measured by statement, in µs of its time:
-- a run 197, of which 27 for its CHECKs, 30 for two references and their index; a message with its words 172, of which 16 and 13.

-- First, and alone: whoever writes a turn begins with its session.
LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE;
LOCK TABLE runs, message_words, messages, users, workspaces IN ACCESS EXCLUSIVE MODE;

-- PostgreSQL reads the text of a CHECK, plans it and prepares it anew in every statement that writes to its table. The embedded
-- engine, on which the same code runs in every test, keeps them.
ALTER TABLE sessions DROP CONSTRAINT sessions_status_check;
ALTER TABLE runs DROP CONSTRAINT runs_status_check, DROP CONSTRAINT runs_waits_for_check;
ALTER TABLE messages DROP CONSTRAINT messages_role_check;

-- A run refers to its session, which refers to the same person and workspace and goes with them.
ALTER TABLE runs DROP CONSTRAINT runs_workspace_id_fkey, DROP CONSTRAINT runs_user_id_fkey;
DROP INDEX runs_of_user;

-- Runs at work in a workspace, of all kinds, are found by `runs_active`.
DROP INDEX runs_in_background;

-- Words are written with their message, in one statement, and go with it as on the embedded engine.
CREATE FUNCTION forget_message_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM message_words WHERE message_id IN (SELECT id FROM gone);
  RETURN NULL;
END $$;
CREATE TRIGGER messages_forget_words AFTER DELETE ON messages REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION forget_message_words();
ALTER TABLE message_words DROP CONSTRAINT message_words_message_id_fkey;
