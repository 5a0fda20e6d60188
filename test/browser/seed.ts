import type { TestGateway } from '../harness/gateway.ts';
import { actingAs, type QuickPerson } from '../harness/people.ts';

/** A month of daily usage: it varies by day, with none at weekends. */
async function seedMonth({ gateway }: TestGateway, person: QuickPerson, agentIds: string[]): Promise<void> {
  const models = [
    ['openai', 'gpt-5.2-mini'],
    ['anthropic', 'claude-sonnet-4-5'],
  ];
  for (let ago = 1; ago < 30; ago++) {
    const date = new Date(Date.now() - ago * 86_400_000);
    if (date.getUTCDay() % 6 === 0) continue;
    for (const [index, agentId] of agentIds.entries()) {
      const requests = 20 + ((ago * 7 + index * 13) % 40);
      const [provider, model] = models[index % 2] ?? [];
      await gateway.database.run(
        `INSERT INTO usage_daily (workspace_id, day, user_id, agent_id, provider, model, sessions, runs, requests,
           prompt_tokens, cached_tokens, completion_tokens, cost_nano)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
        [
          person.workspaceId,
          date.toISOString().slice(0, 10),
          person.id,
          agentId,
          provider ?? '',
          model ?? '',
          Math.ceil(requests / 4),
          requests,
          requests,
          requests * 900,
          requests * 400,
          requests * 250,
          requests * 1_700_000 * (index + 1),
        ],
      );
    }
  }
}

/** More rows than one page of the API, newer than all others. */
export const lengthen = (
  { gateway }: TestGateway,
  { id, workspaceId }: QuickPerson,
  sessionId: string,
  agentId: string,
) =>
  gateway.database.run(
    `INSERT INTO messages (id, session_id, workspace_id, user_id, seq, role, agent_id, content, status, created_at)
     WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
     SELECT 'msg_line' || i, $1, $2, $3, 1000 + i, CASE i % 2 WHEN 0 THEN 'assistant' ELSE 'user' END, $4,
       'Line ' || i, 'complete', $5 FROM n`,
    [sessionId, workspaceId, id, agentId, Date.now()],
  );

/** A person whose agents have realistic data. */
export async function seedOffice(gateway: TestGateway, person: QuickPerson) {
  const act = actingAs(gateway, person);
  const make = async (path: string, body: object) => {
    const { status, body: made, text } = await act<{ id: string }>('POST', path, body);
    if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
    return made.id;
  };
  const researcher = await make('/agents', {
    name: 'Researcher',
    description: 'Reads feeds and pages, and says what matters in them.',
    systemPrompt: 'You read carefully and answer in three sentences at most. Name your sources.',
    tools: ['http_fetch', 'current_time', 'memory_search'],
    approvals: ['http_fetch'],
  });
  const accountant = await make('/agents', {
    name: 'Accountant',
    description: 'Calculates, and shows how.',
    systemPrompt: 'You calculate with the calculator, never in your head.',
    tools: ['calculator'],
  });
  const chat = (agentId: string, message: string, surface: string) =>
    act<{ runId: string; sessionId: string }>('POST', '/agent/chat', { agentId, message, surface });
  const first = await chat(accountant, 'What is 17% of 2,340?', 'office');
  await chat(accountant, 'What is 391 / 17?', 'office');
  const long = await chat(researcher, 'What time is it in Tokyo?', 'morning');
  await lengthen(gateway, person, long.body.sessionId, researcher);
  await act('POST', '/memory/notes', { content: 'Answers should be short and name their sources.' });
  await act('POST', '/memory/notes', { content: 'The fiscal year ends in June.' });
  await act('POST', '/memory/daily', { content: 'Asked about the quarterly figures and wants them by Friday.' });
  await act('POST', '/memory/daily', { content: 'I drink black coffee.' });
  await act('PUT', '/memory/profile', { fields: { city: 'Zürich', language: 'English' } });
  await make('/cron', {
    name: 'Morning figures',
    agentId: accountant,
    message: 'What is 12 * 12?',
    cron: '0 8 * * 1-5',
    timezone: 'Europe/Zurich',
  });
  await seedMonth(gateway, person, [researcher, accountant]);
  return { accountant, sessionId: first.body.sessionId, longSessionId: long.body.sessionId };
}
