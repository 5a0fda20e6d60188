import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createSentenceVectors, dimension, learnedFile, pack } from '#sentence-encoder';
import { learn, type Person, recallOf } from './learning/learn.ts';

/**
 * Learns two matrices that make questions and their answers similar, from the people in `scripts/learning`, and writes
 * the file that the built-in embeddings read. Takes five minutes. `--judge` writes nothing: it learns from three
 * quarters of the people and reports how well search by meaning finds the answers of the others.
 */
const folder = new URL('./learning/', import.meta.url);
const vectorsOf = createSentenceVectors();

/** A line with # starts a person. Every other line is a statement and its questions, separated by tabs. */
function read(text: string): Person[] {
  return text
    .split(/^#.*$/m)
    .map((block) =>
      block
        .split('\n')
        .filter((line) => line.includes('\t'))
        .map((line) => line.split('\t')),
    )
    .filter((lines) => lines.length > 0)
    .map((lines) => ({
      statements: vectorsOf(
        lines.map(([statement = '']) => statement),
        false,
      ),
      questions: vectorsOf(
        lines.flatMap(([, ...questions]) => questions),
        true,
      ),
      answers: lines.flatMap(([, ...questions], line) => questions.map(() => line)),
    }));
}

const people = readdirSync(folder)
  .filter((name) => name.endsWith('.txt'))
  .sort()
  .flatMap((name) => read(readFileSync(new URL(name, folder), 'utf8')));

const share = ({ first, amongFive, asked }: ReturnType<typeof recallOf>) =>
  `recall@1 ${(first / asked).toFixed(3)}, recall@5 ${(amongFive / asked).toFixed(3)} of ${asked} questions`;

if (process.argv.includes('--judge')) {
  const isAsked = (index: number) => index % 4 === 3;
  const asked = people.filter((_, index) => isAsked(index));
  const learned = learn(people.filter((_, index) => !isAsked(index)));
  const unlearned = new Float32Array(dimension ** 2);
  console.log(`without the matrices   ${share(recallOf(asked, { question: unlearned, statement: unlearned }))}`);
  console.log(`learned from others   ${share(recallOf(asked, learned))}`);
} else {
  const { question, statement } = learn(people);
  writeFileSync(learnedFile, Buffer.concat([pack(question), pack(statement)]));
}
