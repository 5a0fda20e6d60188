import { workerData } from 'node:worker_threads';
import { createSentenceVectors, readTurns } from '#sentence-encoder';
import { answerCalls } from '../answer-calls.ts';
import { giveWay } from '../low-priority.ts';
import { createSearchBeside } from '../search/sqlite/search-beside-model.ts';
import type { Embedded, TextsToEmbed } from './batches.ts';
import type { ModelThread } from './built-in.ts';

if ((workerData as ModelThread).givesWay) giveWay();
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
