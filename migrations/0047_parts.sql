-- What a message holds besides text, as JSON (src/kernel/parts.ts); NULL for plain text. The bytes are in `files`.
ALTER TABLE messages ADD COLUMN parts TEXT;
ALTER TABLE runs ADD COLUMN parts TEXT;
ALTER TABLE schedules ADD COLUMN parts TEXT;
