import { createSentenceVectors, readTurns } from '#sentence-encoder';
import { answerCalls } from '../answer-calls.ts';
import { createSearchBeside } from '../search/sqlite/search-beside-model.ts';
import type { Embedded, TextsToEmbed } from './built-in.ts';

const vectorsOf = createSentenceVectors();
const turns = readTurns();
const searchBeside = createSearchBeside();

answerCalls<TextsToEmbed, Embedded[]>(async ({ texts, as, searches }) => {
  const plain = vectorsOf(texts, as === 'question');
  const vectors = as ? turns[as](plain) : plain;
  const answer = vectors.map((vector, index): Embedded => {
    const search = searches[index];
    return (search && searchBeside(search, vector)) ?? vector;
  });
  const transfer = answer.flatMap((one) => (one instanceof Float32Array ? [one.buffer as ArrayBuffer] : []));
  return { answer, transfer };
});
