-- Which API key started it, as the audit log calls it: such a key sees its own, and those of the settings all.
ALTER TABLE runs ADD COLUMN api_key TEXT;
ALTER TABLE autonomous_batches ADD COLUMN api_key TEXT;
