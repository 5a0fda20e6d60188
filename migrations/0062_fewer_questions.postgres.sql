-- What the server asks itself for every row of a turn, where the answer is known. Measured by statement, in µs of its time:
-- a run 197, of which 27 for its CHECKs, 30 for two references and their index; a message with its words 172, of which 16 and 13.
-- Under load references cost more than that, because they write a lock into the row that they refer to.

-- In this order, or turns under way and this file would wait for each other. A turn writes its session first, and then rows that refer to
-- users and workspaces; a turn that begins reads users and workspaces, and then its session. So writers of sessions are kept out first,
-- and readers pass until the others are held.
LOCK TABLE sessions IN EXCLUSIVE MODE;
LOCK TABLE users, workspaces IN ACCESS EXCLUSIVE MODE;
LOCK TABLE runs, run_events, messages, message_words, sessions IN ACCESS EXCLUSIVE MODE;

-- PostgreSQL reads the text of a CHECK, plans it and prepares it anew in every statement that writes to its table. The embedded
-- engine, on which the same code runs in every test, keeps them.
ALTER TABLE sessions DROP CONSTRAINT sessions_status_check;
ALTER TABLE runs DROP CONSTRAINT runs_status_check, DROP CONSTRAINT runs_waits_for_check;
ALTER TABLE messages DROP CONSTRAINT messages_role_check;

-- A run has the person and the workspace of its session, which refers to both and goes with them.
ALTER TABLE runs DROP CONSTRAINT runs_workspace_id_fkey, DROP CONSTRAINT runs_user_id_fkey;
DROP INDEX runs_of_user;

-- Runs at work in a workspace, of all kinds, are found by `runs_active`.
DROP INDEX runs_in_background;

-- A transaction that writes a run or a message holds the session's row, and one that writes events holds the run's: neither can go meanwhile.
-- Words are written with their message, in one statement. What the references did when a row goes, these do: row by row as they
-- did, because a plan for many rows at once might read the whole table.
CREATE FUNCTION forget_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM messages WHERE session_id = OLD.id;
  DELETE FROM runs WHERE session_id = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER sessions_forget_rows AFTER DELETE ON sessions
  FOR EACH ROW EXECUTE FUNCTION forget_session();
ALTER TABLE messages DROP CONSTRAINT messages_session_id_fkey;
ALTER TABLE runs DROP CONSTRAINT runs_session_id_fkey;

CREATE FUNCTION forget_run_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM run_events WHERE run_id = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER runs_forget_events AFTER DELETE ON runs
  FOR EACH ROW EXECUTE FUNCTION forget_run_events();
ALTER TABLE run_events DROP CONSTRAINT run_events_run_id_fkey;

CREATE FUNCTION forget_message_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM message_words WHERE message_id = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER messages_forget_words AFTER DELETE ON messages
  FOR EACH ROW EXECUTE FUNCTION forget_message_words();
ALTER TABLE message_words DROP CONSTRAINT message_words_message_id_fkey;
