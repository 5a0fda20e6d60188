-- Operators list people, and find them and workspaces by how an address or a name begins.
CREATE INDEX users_people ON users (id) WHERE kind = 'person';
CREATE INDEX users_by_address ON users (email) WHERE kind = 'person';
CREATE INDEX workspaces_by_name ON workspaces (lower(name), id);
