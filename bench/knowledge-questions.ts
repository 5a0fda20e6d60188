import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDocumentEmbeddings } from '../src/platform/embeddings/create-embeddings.ts';
import { type Asked, askQuestions, namedQuestionSet, openKnowledge, questionSet } from '../test/harness/knowledge.ts';

/**
 * How well passages are found: 200 questions about documents that come with installed packages, half of them in other words
 * than the document's. One part is for tuning, the other one for reporting. --named: the set whose questions name their subject. --misses lists the questions whose answer is
 * not among the first five (of the part for tuning, unless --all). DATABASE_URL: an empty PostgreSQL instead of SQLite.
 * DOCUMENT_EMBEDDING_MODEL: as the setting.
 */
const isAsked = (name: string) => process.argv.includes(name);
const folder = mkdtempSync(join(tmpdir(), 'bench-knowledge-'));
const settings = process.env.DATABASE_URL ? { DATABASE_URL: process.env.DATABASE_URL } : { DATA_DIR: folder };

const share = (all: readonly Asked[], hit: (one: Asked) => boolean) =>
  (all.filter(hit).length / all.length).toFixed(3).padStart(10);
function report(name: string, all: readonly Asked[]): void {
  const among = (most: number) => share(all, ({ place }) => place > 0 && place <= most);
  console.log(`${name.padEnd(24)} ${String(all.length).padStart(5)}${among(1)}${among(5)}${among(20)}`);
}

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const embeddings = createDocumentEmbeddings(
  { documentEmbeddingModel: process.env.DOCUMENT_EMBEDDING_MODEL },
  { log: quiet },
);
const knowledge = await openKnowledge(settings, embeddings);
try {
  const began = performance.now();
  const cpu = process.cpuUsage();
  const { questions, documents } = isAsked('--named') ? namedQuestionSet : questionSet;
  const { asked, passages } = await askQuestions(knowledge, { names: Object.keys(documents), questions, limit: 20 });
  const { user, system } = process.cpuUsage(cpu);
  console.log(
    `${passages} passages of ${Object.keys(documents).length} documents on ${knowledge.database.engine}, by ${knowledge.embeddings.model}`,
  );
  console.log(`${((performance.now() - began) / 1_000).toFixed(0)} s, ${((user + system) / 1e6).toFixed(0)} s of CPU`);
  console.log(`${''.padEnd(24)} asked  recall@1  recall@5 recall@20`);
  for (const part of ['tune', 'report'] as const) {
    const own = asked.filter((one) => one.part === part);
    for (const paraphrased of [false, true])
      report(
        `${part}, ${paraphrased ? 'in other words' : 'in its words'}`,
        own.filter((one) => one.paraphrased === paraphrased),
      );
    report(part, own);
  }
  console.log(`exact places: ${share(asked, ({ exact }) => exact)}`);
  if (isAsked('--misses'))
    for (const { part, place, document, question, answer } of asked)
      if ((part === 'tune' || isAsked('--all')) && (place === 0 || place > 5))
        console.log(`${String(place).padStart(2)} ${document}: ${question} → ${answer}`);
} finally {
  await knowledge.stop();
  rmSync(folder, { recursive: true, force: true });
}
