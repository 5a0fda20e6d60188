import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createKnowledge } from '../../src/features/knowledge/index.ts';
import type { Caller } from '../../src/http/authentication.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { createQuotas, quotaDefaults } from '../../src/kernel/quotas.ts';
import type { Embeddings } from '../../src/platform/embeddings/embeddings.ts';
import { openMemory } from './memory.ts';

type Settings = Parameters<typeof openMemory>[0]['settings'];
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const nothing = async () => undefined as never;

/** Knowledge on a real database with the built-in embeddings, or these, without the rest of the gateway. */
export async function openKnowledge(settings: Settings, given?: Embeddings) {
  const memory = await openMemory({ settings, ...(given && { embeddings: given }) });
  const { database, embeddings } = memory;
  const knowledge = createKnowledge({
    ...memory,
    files: { get: nothing, bytes: nothing },
    egress: { assertAllowed: () => undefined, request: nothing },
    wordScrub: { promise: nothing } as never,
    publish: nothing,
    audit: { append: nothing } as never,
    models: { info: nothing as never },
    budgets: {} as never,
    quotas: createQuotas(quotaDefaults),
    clock: systemClock,
    log: quiet,
  });
  knowledge.background.start();
  return {
    ...knowledge,
    database,
    embeddings,
    indexes: memory.indexes,
    async newCaller(): Promise<Caller> {
      return { ...(await memory.newPerson()), role: 'owner' };
    },
    /** Waits until nothing is left to read or to embed. */
    async idle(): Promise<void> {
      while (await database.get("SELECT 1 FROM knowledge_work WHERE phase <> 'removing' LIMIT 1")) await sleep(50);
    },
    async stop(): Promise<void> {
      await knowledge.background.stop();
      await memory.stop();
    },
  };
}

export type OpenKnowledge = Awaited<ReturnType<typeof openKnowledge>>;

export type Question = {
  document: string;
  paraphrased: boolean;
  question: string;
  /** Words of the document: a passage that has them answers the question. */
  answer: string;
  part: 'tune' | 'report';
};
type QuestionSet = {
  documents: Record<string, { file: string; format: 'text' | 'markdown'; title: string }>;
  questions: Question[];
};

const readSet = (name: string) =>
  JSON.parse(readFileSync(new URL(`../data/${name}.json`, import.meta.url), 'utf8')) as QuestionSet;

/** Many of its questions do not say which document they are about, and those in other words share none with the answer. */
export const questionSet = readSet('knowledge-questions');
const named = readSet('knowledge-questions-named');
/**
 * Written later, without knowledge of the search and of the first set: each question names its subject, as people do. It is put to
 * the documents of both.
 */
export const namedQuestionSet: QuestionSet = { ...named, documents: { ...questionSet.documents, ...named.documents } };

const { resolve } = createRequire(import.meta.url);

/** A document of a package that is installed: its licence, or its own description. */
function textOfPackage(file: string): string {
  const [name = '', ...rest] = file.split('/');
  // Some packages name neither their folder nor their package.json among their exports.
  const folder = (resolve.paths(name) ?? []).map((place) => join(place, name));
  for (const place of folder)
    try {
      return readFileSync(join(place, ...rest), 'utf8');
    } catch {}
  throw new Error(`${file} is not installed.`);
}

/** Lines and the marks of quotations do not count. */
const sameWords = (text: string): string => text.replace(/[\s>]+/g, ' ');

export type Asked = Question & { place: number; exact: boolean };

/** Adds the documents, asks the questions, and says at which place the answer was found: 0 if not among `limit`. */
export async function askQuestions(
  { collections, documents, searchPassages, idle, newCaller, database }: OpenKnowledge,
  { names, questions, limit = 5 }: { names: readonly string[]; questions: readonly Question[]; limit?: number },
): Promise<{ asked: Asked[]; passages: number }> {
  const caller = await newCaller();
  const { id: collectionId } = await collections.create(caller, { name: 'Packages' });
  const ids = new Map<string, string>();
  for (const name of names) {
    const { file, format, title } = namedQuestionSet.documents[name] as QuestionSet['documents'][string];
    const text = textOfPackage(file);
    ids.set(name, (await documents.add(caller, collectionId, { text, format, title })).id);
  }
  await idle();
  const texts = new Map<string, string>();
  for (const id of ids.values()) texts.set(id, (await documents.text(caller, collectionId, id, {})).text);
  const asked: Asked[] = [];
  for (const question of questions) {
    const found = await searchPassages({
      ...caller,
      collectionIds: [collectionId],
      question: question.question,
      limit,
    });
    const wanted = sameWords(question.answer);
    const place = found.findIndex(
      ({ documentId, content }) => documentId === ids.get(question.document) && sameWords(content).includes(wanted),
    );
    const exact = found.every(
      ({ documentId, content, start, end }) => texts.get(documentId)?.slice(start, end) === content,
    );
    asked.push({ ...question, place: place + 1, exact });
  }
  const counted = await database.get<{ n: number }>(
    'SELECT count(*) AS n FROM knowledge_passages WHERE workspace_id = $1',
    [caller.workspaceId],
  );
  return { asked, passages: Number(counted?.n) };
}
