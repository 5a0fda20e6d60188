-- Operators list people, and find them and workspaces by how an address or a name begins. The order of bytes: in a language's own
-- order, texts with one beginning do not stand together.
CREATE INDEX users_people ON users (id) WHERE kind = 'person';
CREATE INDEX users_by_address ON users (email COLLATE "C") WHERE kind = 'person';
CREATE INDEX workspaces_by_name ON workspaces (lower(name) COLLATE "C", id COLLATE "C");
