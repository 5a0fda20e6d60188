-- What a request asked for beside its message: the format of the answer, the effort of the reasoning (JSON; NULL for nothing).
ALTER TABLE runs ADD COLUMN asked_for TEXT;
-- Of a run whose answer has a format: 'valid', or the errors of the answer (JSON). The answer itself is `content`.
ALTER TABLE runs ADD COLUMN structured TEXT;
ALTER TABLE runs ADD COLUMN reasoning_tokens BIGINT NOT NULL DEFAULT 0;
