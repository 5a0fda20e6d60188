-- The planner keeps no samples of what people write (0019).
ALTER TABLE sessions ALTER COLUMN metadata SET STATISTICS 0;
ALTER TABLE message_feedback ALTER COLUMN comment SET STATISTICS 0;
