import { createAuditLog, createSealer } from '../src/features/audit/index.ts';
import { searchScope } from '../src/features/sessions/index.ts';
import { dayMs } from '../src/kernel/clock.ts';
import { newId } from '../src/kernel/ids.ts';
import type { Database, SqlValue } from '../src/platform/db/database.ts';
import { searchVector } from '../src/platform/db/words/search-words.ts';

export const turnsADay = Number(process.env.TURNS ?? 100);
export const days = Number(process.env.DAYS ?? 365);
const words =
  'say forty words please and then some more of them until there are enough for an answer of the usual length';

type Rows = Record<string, { columns: string; rows: SqlValue[][] }>;
type Owner = { workspaceId: string; userId: string; agentId: string };

function rowsOfDay(
  engine: Database['engine'],
  { workspaceId, userId, agentId }: Owner,
  from: number,
  recent: boolean,
): Rows {
  const tables: Rows = {
    sessions: {
      columns:
        'id, workspace_id, user_id, opened_agent_id, agent_id, surface, title, status, message_count, created_at, updated_at, last_message_at, turns, last_seq',
      rows: [],
    },
    messages: {
      columns: `id, session_id, workspace_id, user_id, run_id, seq, role, agent_id, content, status, created_at${engine === 'sqlite' ? ', search_id' : ''}`,
      rows: [],
    },
    message_words: { columns: engine === 'sqlite' ? 'rowid, scope, words' : 'message_id, scope, words', rows: [] },
    runs: {
      columns:
        'id, workspace_id, user_id, session_id, agent_id, kind, status, turn, input, content, trace, stop_reason, created_at, started_at, finished_at',
      rows: [],
    },
    tool_calls: {
      columns: 'run_id, id, step, position, tool, params, status, result, is_error, duration_ms',
      rows: [],
    },
    run_events: { columns: 'run_id, last_seq, events, created_at', rows: [] },
    usage_records: {
      columns:
        'id, workspace_id, user_id, agent_id, run_id, provider, model, prompt_tokens, cached_tokens, completion_tokens, estimated, cost_nano, created_at',
      rows: [],
    },
    approvals: {
      columns:
        'id, workspace_id, user_id, run_id, session_id, agent_id, tool_call_id, tool, params, status, created_at, expires_at',
      rows: [],
    },
    deliveries: {
      columns: 'id, workspace_id, webhook_id, event, body, status, cause, attempts, tries, created_at, user_id',
      rows: [],
    },
    webhook_attempts: {
      columns:
        'id, workspace_id, webhook_id, delivery_id, event, url, attempt, cause, status_code, latency_ms, created_at, user_id',
      rows: [],
    },
  };
  const add = (table: string, ...row: SqlValue[]) => tables[table]?.rows.push(row);
  const scope = searchScope(workspaceId, userId);
  let session = '';
  for (let turn = 0; turn < turnsADay; turn += 1) {
    const at = from + Math.floor((turn * dayMs) / turnsADay);
    if (turn % 5 === 0) {
      session = newId('ses', at);
      const last = at + Math.floor((4 * dayMs) / turnsADay);
      add(
        'sessions',
        session,
        workspaceId,
        userId,
        agentId,
        agentId,
        `s${session}`,
        'Bench',
        'active',
        10,
        at,
        last,
        last,
        5,
        10,
      );
    }
    const run = newId('run', at);
    for (const [place, role] of ['user', 'assistant'].entries()) {
      const id = newId('msg', at);
      const seq = (turn % 5) * 2 + place + 1;
      searchId += 1;
      add(
        'message_words',
        ...(engine === 'sqlite' ? [searchId, scope, words] : [id, scope, searchVector(scope, words)]),
      );
      add(
        'messages',
        id,
        session,
        workspaceId,
        userId,
        run,
        seq,
        role,
        agentId,
        place ? words.repeat(3) : words,
        'complete',
        at,
        ...(engine === 'sqlite' ? [searchId] : []),
      );
    }
    add(
      'runs',
      run,
      workspaceId,
      userId,
      session,
      agentId,
      'chat',
      'completed',
      (turn % 5) + 1,
      words,
      words.repeat(3),
      't'.repeat(400),
      'completed',
      at,
      at,
      at + 1_000,
    );
    if (turn % 3 === 0) {
      add(
        'tool_calls',
        run,
        'call_1',
        1,
        0,
        'http_fetch',
        '{"url":"https://example.com/"}',
        'done',
        words.repeat(5),
        0,
        120,
      );
      if (turn % 30 === 0)
        add(
          'approvals',
          newId('apr', at),
          workspaceId,
          userId,
          run,
          session,
          agentId,
          'call_1',
          'http_fetch',
          '{}',
          'approved',
          at,
          at,
        );
    }
    if (from > Date.now() - 8 * dayMs) add('run_events', run, 3, words.repeat(6), at);
    add(
      'usage_records',
      newId('evt', at),
      workspaceId,
      userId,
      agentId,
      run,
      'local',
      'assistant',
      100,
      0,
      40,
      0,
      0,
      at,
    );
    if (!recent) continue;
    const delivery = newId('dlv', at);
    add(
      'deliveries',
      delivery,
      workspaceId,
      'wh_bench',
      'agent.completed',
      words.repeat(3),
      'succeeded',
      'event',
      1,
      1,
      at,
      userId,
    );
    add(
      'webhook_attempts',
      newId('att', at),
      workspaceId,
      'wh_bench',
      delivery,
      'agent.completed',
      'https://example.com/',
      1,
      'event',
      200,
      12,
      at,
      userId,
    );
  }
  return tables;
}
let searchId = 1_000_000;

export async function fill(database: Database, owner: Owner, now: number): Promise<void> {
  for (let day = days; day >= 1; day -= 1)
    await database.transaction(async (tx) => {
      for (const [table, { columns, rows }] of Object.entries(
        rowsOfDay(database.engine, owner, now - day * dayMs, day <= 30),
      )) {
        const width = columns.split(',').length;
        const casts = table === 'message_words' && database.engine === 'postgres' ? ['', '', '::tsvector'] : [];
        const perStatement = Math.floor(900 / width);
        for (let from = 0; from < rows.length; from += perStatement) {
          const some = rows.slice(from, from + perStatement);
          const values = some.map(
            (_, row) =>
              `(${Array.from({ length: width }, (__, column) => `$${row * width + column + 1}${casts[column] ?? ''}`).join(', ')})`,
          );
          await tx.run(`INSERT INTO ${table} (${columns}) VALUES ${values.join(', ')}`, some.flat());
        }
      }
    });
}

/** Ten a day, chained and sealed as the gateway does it. */
export async function fillAudit(
  database: Database,
  secrets: Parameters<typeof createSealer>[0],
  now: number,
): Promise<void> {
  let at = 0;
  const audit = createAuditLog({
    clock: { now: () => at },
    sealer: createSealer(secrets),
    context: () => ({ requestId: 'req_bench' }),
  });
  for (let entry = 0; entry < days * 10; entry += 1) {
    at = now - days * dayMs + Math.floor((entry * dayMs) / 10);
    await database.transaction((tx) =>
      audit.append(tx, {
        actor: 'bootstrap',
        action: 'workspace.settings',
        target: 'ws_bench',
        outcome: 'success',
        detail: { name: ['Before', 'After'] },
        ip: '192.0.2.1',
      }),
    );
  }
}
