-- Under device binding: what the login, and everything rotated from it, is bound to.
ALTER TABLE refresh_families ADD COLUMN device TEXT;
