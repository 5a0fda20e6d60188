import type { Database } from '../../src/platform/db/database.ts';

/**
 * How the texts of a person are erased with the account, for every table that no foreign key covers. A table that
 * refers to `users` with ON DELETE CASCADE, directly or through another table, needs no entry: prefer that.
 *
 * `test/erasure-of-everything.test.ts` fails for a new table or column until it is listed here: under `erased` with the
 * code that deletes it, which that test must then cover by its scan of the files, or under `nobodys` with the reason
 * why it does not belong to one person. Name single columns (`table.column`) where a table has both.
 */
const erased: Record<string, string> = {
  users: 'the account itself',
  deliveries: 'the trigger of 0026, by user_id',
  webhook_attempts: 'the trigger of 0026, by user_id',
  schedules: 'schedules.erasePerson',
  jobs: 'jobs.erasePerson',
  rate_limits: 'limiter.erasePerson',
  recent_hits: 'messageLimit.erasePerson',
  audit_log: 'audit.erasePerson: what was said goes, that something was done stays',
  usage_daily: 'usageErasure: the name goes, the sums stay',
  usage_additions: 'usageErasure: the name goes, the sums stay',
  usage_running: 'usageErasure',
  usage_people: 'usageErasure',
  usage_records: 'usageErasure',
  tool_usage_daily: 'usageErasure',
  messages: 'PostgreSQL: the trigger of 0062, with the session, which refers to the person',
  runs: 'PostgreSQL: the same trigger',
  run_events: 'PostgreSQL: the trigger of 0062, with the run',
  message_words: 'SQLite: the trigger of 0004, and the word scrub. PostgreSQL: the trigger of 0062, with the message',
  memory_words: 'SQLite: the trigger of 0009, and the word scrub',
  memory_bits: 'SQLite: the trigger of 0010',
};

const nobodys: Record<string, string> = {
  'schema_migrations.*': 'ours',
  'search_probe.*': 'ours',
  'key_check.*': 'ours',
  'recurring_jobs.*': 'ours',
  'announced_changes.*': 'ours',
  'diagnostics_probe.*': 'ours',
  'diagnostics_reports.*': 'figures of the gateway',
  'audit_head.*': 'a digest',
  'usage_overall.*': 'sums',
  'usage_totals.*': 'sums of a workspace',
  'tool_usage_totals.*': 'sums of a workspace',
  'workspace_budgets.*': 'sums of a workspace',
  'background_turns.*': 'numbers of a workspace',
  'run_batches.*': 'numbers',
  'autonomous_batches.*': 'numbers',
  'agent_health.*': 'numbers of an agent',
  'audit_anchors.*': 'digests',
  'audit_beginning.*': 'digests and numbers',
  'api_keys.*': 'the operator’s',
  'service_accounts.*': 'the operator’s',
  'workspaces.*': 'the workspace’s',
  'agents.*': 'the workspace’s',
  'agent_versions.*': 'the workspace’s',
  'agent_grants.*': 'the workspace’s',
  'tools.*': 'the workspace’s',
  'mcp_servers.*': 'the workspace’s',
  'model_connections.*': 'the workspace’s',
  'model_connection_hours.*': 'numbers of a workspace',
  'memory_profiles.*': 'the workspace’s',
  'knowledge_collections.*': 'the workspace’s',
  'knowledge_documents.*': 'the workspace’s',
  'knowledge_versions.*': 'the workspace’s; who gave it is set to null',
  'knowledge_work.*': 'the workspace’s',
  'knowledge_passages.*': 'the workspace’s',
  'knowledge_words.*': 'the workspace’s',
  'knowledge_vectors.*': 'the workspace’s',
  'knowledge_bits.*': 'the workspace’s',
  'channels.*': 'the workspace’s',
  'channel_receipts.*': 'digests',
  'spent_sign_ins.*': 'digests',
  'webhooks.*': 'the workspace’s; a member’s own are deleted by webhooks.erasePerson',
};

type Column = { table: string; column: string };
type Reference = { table: string; refersTo: string };

const sql = {
  sqlite: {
    columns: `SELECT m.name AS "table", c.name AS "column" FROM sqlite_master m JOIN pragma_table_info(m.name) c
      WHERE m.type = 'table' AND c.type <> 'BIGINT' AND c.type <> 'INTEGER' AND m.name NOT LIKE 'sqlite_%'
        AND m.name NOT LIKE '%!_words!_%' ESCAPE '!' AND m.name NOT LIKE 'search!_probe!_%' ESCAPE '!'`,
    references: `SELECT m.name AS "table", f."table" AS "refersTo" FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) f
      WHERE m.type = 'table' AND f.on_delete = 'CASCADE'`,
  },
  postgres: {
    columns: `SELECT c.table_name AS "table", c.column_name AS "column" FROM information_schema.columns c
      JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE' AND c.data_type NOT IN ('bigint', 'integer')`,
    references: `SELECT c.relname AS "table", r.relname AS "refersTo" FROM pg_constraint f
      JOIN pg_class c ON c.oid = f.conrelid JOIN pg_class r ON r.oid = f.confrelid
      WHERE f.contype = 'f' AND f.confdeltype = 'c'`,
  },
};

/** Text columns that no foreign key and no entry above covers, and entries for columns that do not exist. */
export async function unlistedColumns(database: Database): Promise<string[]> {
  const columns = await database.all<Column>(sql[database.engine].columns);
  const references = await database.all<Reference>(sql[database.engine].references);
  const gone = new Set(Object.keys(erased));
  for (let before = 0; before < gone.size; ) {
    before = gone.size;
    for (const { table, refersTo } of references) if (gone.has(refersTo)) gone.add(table);
  }
  const listed = ({ table, column }: Column) =>
    gone.has(table) || `${table}.*` in nobodys || `${table}.${column}` in nobodys;
  const tables = new Set(columns.map(({ table }) => table));
  const stale = [...Object.keys(erased), ...Object.keys(nobodys).map((name) => name.split('.')[0] ?? '')].filter(
    (table) => !tables.has(table),
  );
  return [
    ...columns.filter((column) => !listed(column)).map(({ table, column }) => `${table}.${column}`),
    ...stale.map((table) => `${table} is entered, but is not there`),
  ];
}
