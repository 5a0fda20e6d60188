-- One row: a text that only the encryption key of this database opens. A gateway with another key does not start. Empty
-- means that the next gateway to start writes it under its own key.
CREATE TABLE key_check (
  id INTEGER PRIMARY KEY,
  sealed TEXT NOT NULL
);
