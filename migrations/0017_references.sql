-- What is deleted takes along what refers to it. Without these each row that goes costs a look at every row that might
-- refer to it, of all tenants: 200 entries of memory beside 50,000 propagations took seconds instead of milliseconds.
CREATE INDEX memory_propagations_by_entry ON memory_propagations (entry_id);
CREATE INDEX memory_propagations_of_user ON memory_propagations (user_id);
CREATE INDEX memory_entries_of_user ON memory_entries (user_id);
CREATE INDEX memory_counters_of_user ON memory_counters (user_id);
CREATE INDEX sessions_of_user ON sessions (user_id);
CREATE INDEX runs_of_user ON runs (user_id);
CREATE INDEX approvals_of_user ON approvals (user_id);
CREATE INDEX swarms_of_user ON swarms (user_id);
CREATE INDEX user_last_days_of_user ON user_last_days (user_id);
CREATE INDEX idempotency_keys_of_user ON idempotency_keys (user_id);
CREATE INDEX run_batches_of_workspace ON run_batches (workspace_id);
