-- Its own file: this keeps readers out for an instant and gives way to them, and the index before it takes long on a large table.
DROP INDEX sessions_active;
