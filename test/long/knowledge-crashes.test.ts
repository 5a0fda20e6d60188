import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CrashTalking, type Node, startCrashTalking } from '../harness/crash-talking.ts';
import { engines } from '../harness/databases.ts';
import { patienceMs } from '../harness/talking.ts';

/** `KILLS=100` for the whole measurement. */
const kills = Number(process.env.KILLS ?? 6);
const parts = 60;
const text = (form: number) =>
  Array.from({ length: parts }, (_, part) => `# Part ${part}\n\nForm ${form} of fact number ${part}.`).join('\n\n');

describe.each(engines)('a gateway that is killed while it reads documents, on %s', (engine) => {
  let world: CrashTalking;
  beforeAll(async () => {
    world = await startCrashTalking(engine);
  });
  afterAll(() => world?.stop());

  /** The embedded engine's next process goes on at once. On PostgreSQL another node does when the claim ends: as if its time had passed. */
  const endClaims = async () => {
    if (engine === 'postgres')
      await world.inStore((database) => database.run("UPDATE knowledge_work SET due_at = 0 WHERE phase <> 'removing'"));
  };

  it(`loses and doubles no passage when the gateway is killed ${kills} times while it reads documents`, async () => {
    let node: Node = await world.startNode();
    const { id } = (await node.act<{ id: string }>('POST', '/knowledge', { name: 'Facts' })).body;
    const path = `/knowledge/${id}/documents`;
    const document = (await node.act<{ id: string }>('POST', path, { text: text(0), title: 'Facts' })).body.id;
    for (let kill = 1; kill <= kills; kill += 1) {
      // At any moment of any step; each third time in the middle of a replacement.
      await sleep(Math.random() * 1_500);
      if (kill % 3 === 0) await node.act('PUT', `${path}/${document}`, { text: text(kill) });
      await sleep(Math.random() * 300);
      await node.end('SIGKILL');
      await endClaims();
      node = await world.startNode();
    }
    const shown = async () => (await node.act<{ status: string; passages: number }>('GET', `${path}/${document}`)).body;
    for (const deadline = Date.now() + patienceMs; (await shown()).status !== 'ready'; await sleep(100))
      if (Date.now() > deadline) throw new Error(`It was not read: ${JSON.stringify(await shown())}`);
    expect(await shown()).toMatchObject({ status: 'ready', passages: parts });
    const { data } = (
      await node.act<{ data: { quote: string }[] }>(
        'GET',
        `/knowledge/${id}/search?q=${encodeURIComponent('fact number')}&limit=50`,
      )
    ).body;
    expect(new Set(data.map(({ quote }) => quote)).size).toBe(data.length);
    await node.end('SIGKILL');

    await world.inStore(async (database) => {
      const form = kills - (kills % 3);
      const count = async (sql: string) => Number((await database.get<{ n: number }>(sql))?.n);
      const current = 'FROM knowledge_passages p JOIN knowledge_documents d ON d.version_id = p.version_id';
      expect(await count(`SELECT count(DISTINCT p.position) AS n ${current}`)).toBe(parts);
      expect(await count(`SELECT count(*) AS n ${current} AND p.content LIKE 'Form ${form} of%'`)).toBe(parts);
      const words =
        engine === 'sqlite' ? 'AND p.search_id IS NOT NULL' : 'JOIN knowledge_words w ON w.passage_id = p.id';
      expect(await count(`SELECT count(*) AS n ${current} ${words}`)).toBe(parts);
      for (const table of ['knowledge_vectors', 'knowledge_bits'])
        expect(await count(`SELECT count(*) AS n ${current} JOIN ${table} v ON v.passage_id = p.id`)).toBe(parts);
      // Nothing is left of texts that nobody searches but what is still to be removed.
      expect(
        await count(
          `SELECT count(*) AS n FROM knowledge_versions v WHERE state <> 'current'
           AND NOT EXISTS (SELECT 1 FROM knowledge_work w WHERE w.version_id = v.id)`,
        ),
      ).toBe(0);
    });
  }, 1_800_000);
});
