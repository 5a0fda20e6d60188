-- Their people's accounts are gone, and what they wrote goes with them; from now on it does so at once.
DELETE FROM schedules WHERE user_id IS NULL;

-- For erasures: what somebody decided for others, and why.
CREATE INDEX approvals_by_resolver ON approvals (resolved_by) WHERE resolved_by IS NOT NULL;
