import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createBuiltInEmbeddings } from '../src/platform/embeddings/built-in.ts';
import { createDocumentEmbeddings } from '../src/platform/embeddings/create-embeddings.ts';
import type { Embeddings } from '../src/platform/embeddings/embeddings.ts';
import { type OpenKnowledge, openKnowledge } from '../test/harness/knowledge.ts';
import { startPostgres } from '../test/harness/postgres-server.ts';

/**
 * How fast many long documents are read, and searched afterwards: DOCUMENTS (1,000) of PAGES (50) pages of 3,000 characters, with
 * vectors of chance, because computing those of 150,000 passages takes half a day; then REAL (2) documents whose meaning is
 * computed. SEARCHES (200) in all of them.
 * DOCUMENT_EMBEDDING_MODEL: as the setting. [sqlite] [postgres]: one engine only.
 */
const numberOf = (name: string, usual: number) => Number(process.env[name] ?? usual);
const [documentCount, pages, searches] = [
  numberOf('DOCUMENTS', 1_000),
  numberOf('PAGES', 50),
  numberOf('SEARCHES', 200),
];
const real = numberOf('REAL', 2);
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A few words are common and most are rare, as in any language. */
const vocabulary = Array.from(
  { length: 20_000 },
  (_, index) => `${['ka', 'lo', 'mi', 'ta', 're'][index % 5]}${index.toString(36)}`,
);
const anyText = (words: number) =>
  Array.from({ length: words }, () => vocabulary[Math.floor(vocabulary.length * Math.random() ** 3)]).join(' ');
/** Of about a hundred characters. Made before, so that making them is not measured. */
const sentences = Array.from({ length: 20_000 }, () => `${anyText(16)}.`);
const anyOf = <One>(all: readonly One[]): One => all[Math.floor(Math.random() * all.length)] as One;
const anySentence = () => anyOf(sentences);
const anyPage = (page: number) =>
  `# Page ${page}\n\n${Array.from({ length: 6 }, () => Array.from({ length: 5 }, anySentence).join(' ')).join('\n\n')}`;
const anyDocument = () => Array.from({ length: pages }, (_, page) => anyPage(page)).join('\n\n');

/** Questions are embedded as always. */
function withVectorsOfChance(builtIn: Embeddings, isReal: () => boolean): Embeddings {
  const newVector = () => {
    const vector = Float32Array.from({ length: builtIn.dimension }, () => Math.random() - 0.5);
    const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
    return vector.map((value) => value / length);
  };
  // A passage has the mean of several, so that hardly two are the same.
  const vectors = Array.from({ length: 5_000 }, newVector);
  const anyVector = () => anyOf(vectors);
  return {
    ...builtIn,
    embed: async (texts, options) =>
      options?.as === 'question' || isReal() ? builtIn.embed(texts, options) : texts.map(anyVector),
  };
}

const quantile = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;
const cpuSeconds = (since?: NodeJS.CpuUsage) => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e6;
};

async function read(knowledge: OpenKnowledge, ids: { caller: Caller; collectionId: string }, count: number) {
  const cpu = process.cpuUsage();
  const began = performance.now();
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  for (let number = 0; number < count; number += 1) {
    const text = anyDocument();
    await knowledge.documents.add(ids.caller, ids.collectionId, { text, format: 'markdown' });
    // Not all texts at once in this process.
    if (number % 20 === 19) await knowledge.idle();
  }
  await knowledge.idle();
  delay.disable();
  const seconds = (performance.now() - began) / 1_000;
  const loopMs = delay.percentile(99) / 1e6 - 5;
  return { seconds, cpu: cpuSeconds(cpu), loopMs };
}

type Caller = Awaited<ReturnType<OpenKnowledge['newCaller']>>;

async function measure(name: string, settings: Parameters<typeof openKnowledge>[0]): Promise<void> {
  const documentEmbeddingModel = process.env.DOCUMENT_EMBEDDING_MODEL;
  const builtIn =
    createDocumentEmbeddings({ documentEmbeddingModel }, { log: quiet }) ?? createBuiltInEmbeddings({ log: quiet });
  let isReal = false;
  const knowledge = await openKnowledge(
    settings,
    withVectorsOfChance(builtIn, () => isReal),
  );
  try {
    const caller = await knowledge.newCaller();
    const { id: collectionId } = await knowledge.collections.create(caller, { name: 'Papers' });
    const ids = { caller, collectionId };
    const shown = ({ seconds, cpu, loopMs }: Awaited<ReturnType<typeof read>>, count: number) =>
      `${seconds.toFixed(0)} s, ${((count * pages) / cpu).toFixed(1)} pages for each second of CPU, event loop p99 ${loopMs.toFixed(1)} ms`;
    console.log(`${name}, ${builtIn.model}`);
    console.log(
      `  ${documentCount} documents of ${pages} pages, vectors of chance: ${shown(await read(knowledge, ids, documentCount), documentCount)}`,
    );
    if (knowledge.database.engine === 'postgres') await knowledge.database.run('VACUUM ANALYZE');
    const passages = await knowledge.database.get<{ n: number }>('SELECT count(*) AS n FROM knowledge_passages');
    const times: number[] = [];
    const cpu = process.cpuUsage();
    for (let number = -10; number < searches; number += 1) {
      const began = performance.now();
      const found = await knowledge.searchPassages({
        ...caller,
        collectionIds: [collectionId],
        question: `where is the ${anyText(4)}?`,
        limit: 10,
      });
      if (found.length === 0) throw new Error('Nothing was found.');
      if (number >= 0) times.push(performance.now() - began);
    }
    console.log(
      `  search in ${passages?.n} passages: p50 ${quantile(times, 0.5).toFixed(0)} ms, p95 ${quantile(times, 0.95).toFixed(0)} ms, CPU ${((cpuSeconds(cpu) * 1_000) / searches).toFixed(0)} ms`,
    );
    isReal = true;
    if (real > 0)
      console.log(
        `  ${real} documents of ${pages} pages, with their meaning: ${shown(await read(knowledge, ids, real), real)}`,
      );
  } finally {
    await knowledge.stop();
  }
}

const asked = ['sqlite', 'postgres'].filter((engine) => process.argv.includes(engine));
const isAsked = (engine: string) => asked.length === 0 || asked.includes(engine);
if (isAsked('sqlite')) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-knowledge-'));
  await measure('SQLite', { DATA_DIR: folder });
  rmSync(folder, { recursive: true, force: true });
}
if (isAsked('postgres')) {
  const server = await startPostgres({ durable: true });
  await measure('PostgreSQL', { DATABASE_URL: server.url('postgres') });
  await server.stop();
}
