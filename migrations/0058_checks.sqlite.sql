-- A CHECK with IN and three or more values makes SQLite build a temporary table of them for every row that is written: 4 µs each,
-- and a webhook's delivery had four of them. The same comparisons joined by OR need none. Only the stored text of the tables
-- changes, in the way https://www.sqlite.org/lang_altertable.html (section 7) describes for constraints; no row is touched.
-- A new CHECK is written with OR from the start: `src/platform/db/checks.test.ts` looks for the temporary tables.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, 'CHECK (status IN (''pending'', ''approved'', ''denied'', ''expired''))',
  'CHECK (status = ''pending'' OR status = ''approved'' OR status = ''denied'' OR status = ''expired'')') WHERE type = 'table' AND name = 'approvals';
UPDATE sqlite_schema SET sql = replace(sql, 'CHECK (status IN (''pending'', ''answered'', ''expired''))',
  'CHECK (status = ''pending'' OR status = ''answered'' OR status = ''expired'')') WHERE type = 'table' AND name = 'client_tool_calls';
UPDATE sqlite_schema SET sql = replace(sql, 'CHECK (status IN (''pending'', ''retrying'', ''succeeded'', ''dead'', ''intercepted'', ''cancelled''))',
  'CHECK (status = ''pending'' OR status = ''retrying'' OR status = ''succeeded'' OR status = ''dead'' OR status = ''intercepted'' OR status = ''cancelled'')') WHERE type = 'table' AND name = 'deliveries';
UPDATE sqlite_schema SET sql = replace(sql, 'CHECK (cause IN (''event'', ''test'', ''manual''))',
  'CHECK (cause = ''event'' OR cause = ''test'' OR cause = ''manual'')') WHERE type = 'table' AND name = 'deliveries';
UPDATE sqlite_schema SET sql = replace(sql, 'CHECK (state IN (''uploading'', ''ready'', ''gone''))',
  'CHECK (state = ''uploading'' OR state = ''ready'' OR state = ''gone'')') WHERE type = 'table' AND name = 'files';
UPDATE sqlite_schema SET sql = replace(sql, 'CHECK (role IN (''owner'', ''admin'', ''member''))',
  'CHECK (role = ''owner'' OR role = ''admin'' OR role = ''member'')') WHERE type = 'table' AND name = 'invitations';
UPDATE sqlite_schema SET sql = replace(sql, 'CHECK (source IN (''text'', ''file'', ''url''))',
  'CHECK (source = ''text'' OR source = ''file'' OR source = ''url'')') WHERE type = 'table' AND name = 'knowledge_documents';
UPDATE sqlite_schema SET sql = replace(sql, 'CHECK (status IN (''queued'', ''processing'', ''ready'', ''failed'', ''deleted''))',
  'CHECK (status = ''queued'' OR status = ''processing'' OR status = ''ready'' OR status = ''failed'' OR status = ''deleted'')') WHERE type = 'table' AND name = 'knowledge_documents';
UPDATE sqlite_schema SET sql = replace(sql, 'CHECK (state IN (''building'', ''current'', ''left''))',
  'CHECK (state = ''building'' OR state = ''current'' OR state = ''left'')') WHERE type = 'table' AND name = 'knowledge_versions';
UPDATE sqlite_schema SET sql = replace(sql, 'CHECK (phase IN (''reading'', ''embedding'', ''removing''))',
  'CHECK (phase = ''reading'' OR phase = ''embedding'' OR phase = ''removing'')') WHERE type = 'table' AND name = 'knowledge_work';
UPDATE sqlite_schema SET sql = replace(sql, 'CHECK (tier IN (''session'', ''daily'', ''profile'', ''strategic''))',
  'CHECK (tier = ''session'' OR tier = ''daily'' OR tier = ''profile'' OR tier = ''strategic'')') WHERE type = 'table' AND name = 'memory_entries';
UPDATE sqlite_schema SET sql = replace(sql, 'CHECK (source_kind IN (''user'', ''agent'', ''tool'', ''external''))',
  'CHECK (source_kind = ''user'' OR source_kind = ''agent'' OR source_kind = ''tool'' OR source_kind = ''external'')') WHERE type = 'table' AND name = 'memory_entries';
UPDATE sqlite_schema SET sql = replace(sql, 'CHECK (role IN (''user'', ''assistant'', ''tool'', ''system''))',
  'CHECK (role = ''user'' OR role = ''assistant'' OR role = ''tool'' OR role = ''system'')') WHERE type = 'table' AND name = 'messages';
UPDATE sqlite_schema SET sql = replace(sql, 'CHECK (status IN (''queued'', ''running'', ''awaiting_approval'', ''completed'', ''failed'', ''cancelled''))',
  'CHECK (status = ''queued'' OR status = ''running'' OR status = ''awaiting_approval'' OR status = ''completed'' OR status = ''failed'' OR status = ''cancelled'')') WHERE type = 'table' AND name = 'runs';
UPDATE sqlite_schema SET sql = replace(sql, 'CHECK (status IN (''running'', ''ok'', ''no_change'', ''failed''))',
  'CHECK (status = ''running'' OR status = ''ok'' OR status = ''no_change'' OR status = ''failed'')') WHERE type = 'table' AND name = 'schedule_runs';
UPDATE sqlite_schema SET sql = replace(sql, 'CHECK (status IN (''completed'', ''failed'', ''cancelled''))',
  'CHECK (status = ''completed'' OR status = ''failed'' OR status = ''cancelled'')') WHERE type = 'table' AND name = 'swarm_members';
UPDATE sqlite_schema SET sql = replace(sql, 'CHECK (status IN (''waiting'', ''started'', ''done''))',
  'CHECK (status = ''waiting'' OR status = ''started'' OR status = ''done'')') WHERE type = 'table' AND name = 'tool_calls';
UPDATE sqlite_schema SET sql = replace(sql, 'CHECK (cause IN (''event'', ''retry'', ''test'', ''manual''))',
  'CHECK (cause = ''event'' OR cause = ''retry'' OR cause = ''test'' OR cause = ''manual'')') WHERE type = 'table' AND name = 'webhook_attempts';
UPDATE sqlite_schema SET sql = replace(sql, 'CHECK (role IN (''owner'', ''admin'', ''member''))',
  'CHECK (role = ''owner'' OR role = ''admin'' OR role = ''member'')') WHERE type = 'table' AND name = 'workspace_members';
PRAGMA writable_schema = RESET;
