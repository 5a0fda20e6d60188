import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findMiniLm } from '#sentence-encoder/minilm-package';
import { createWordPieces } from '../packages/sentence-encoder/src/minilm/word-pieces.ts';
import { readDocument } from '../src/features/knowledge/cutting/read-document.ts';
import { piecesOf } from '../src/features/knowledge/ingestion/passage-vectors.ts';

/**
 * Writes the questions of `scripts/learning/documents/questions.tsv` and all passages of their documents as tokens of the model, for
 * `learn.py` beside it, which needs PyTorch, takes ten minutes on two cores, and writes what questions about documents are embedded with:
 *
 *   npm run node -- scripts/learn-document-questions.ts /tmp/tokens.json
 *   python3 scripts/learning/documents/learn.py /tmp/tokens.json <weights.safetensors>
 *
 * A line is a document of an installed package (or of this project), the beginning of a passage, and two questions that it answers. None of the
 * documents is one that the search is measured with. Lines whose passage has changed since, or begins as another one does, are left out.
 */
const to = process.argv[2];
if (!to) throw new Error('Say where to write the tokens.');
const folder = findMiniLm() as string;
const { model } = JSON.parse(readFileSync(join(folder, 'tokenizer.json'), 'utf8'));
const partsOf = createWordPieces(new Map(Object.entries(model.vocab as Record<string, number>)), 256);
const tokensOf = (text: string) => partsOf(text)[0] ?? [];

const lines = readFileSync(new URL('./learning/documents/questions.tsv', import.meta.url), 'utf8')
  .split('\n')
  .map((line) => line.split('\t'))
  .filter((line) => line.length === 4) as [string, string, string, string][];

function textOf(file: string): Buffer | undefined {
  const [found] = globSync([
    file,
    `{console/,}node_modules/${file}`,
    `{console/,}node_modules/**/node_modules/${file}`,
  ]);
  return found === undefined ? undefined : readFileSync(found);
}

const passages: { document: string; tokens: number[][] }[] = [];
const questions: { passage: number; tokens: number[] }[] = [];
for (const file of new Set(lines.map(([name]) => name))) {
  const bytes = textOf(file);
  if (!bytes) continue;
  const { text, cuts } = await readDocument({ format: 'markdown', bytes, maxPages: 1_000 });
  const name = /^(@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? file;
  const title = /readme\.md$/i.test(file) ? name : `${name}: ${file.replace(/^.*\/|\.md$/g, '')}`;
  const asked = lines.filter(([of]) => of === file);
  const beginningOf = ({ start, end }: { start: number; end: number }) =>
    text.slice(start, end).replace(/\s+/g, ' ').trim().slice(0, 60).trim();
  for (const cut of cuts) {
    const beginning = beginningOf(cut);
    const isOnly = cuts.filter((one) => beginningOf(one) === beginning).length === 1;
    for (const [, of, ...both] of asked)
      if (of === beginning && isOnly)
        for (const question of both) questions.push({ passage: passages.length, tokens: tokensOf(question) });
    const content = text.slice(cut.start, cut.end);
    passages.push({ document: file, tokens: piecesOf(`${title} ${cut.heading}\n${content}`).map(tokensOf) });
  }
}
writeFileSync(to, JSON.stringify({ passages, questions }));
console.log(`${questions.length} questions, ${passages.length} passages`);
