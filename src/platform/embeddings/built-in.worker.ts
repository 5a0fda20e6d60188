import { createSentenceVectors, readTurns } from '#sentence-encoder';
import { answerCalls } from '../answer-calls.ts';
import type { TextsToEmbed } from './built-in.ts';

const vectorsOf = createSentenceVectors();
const turns = readTurns();

answerCalls<TextsToEmbed, Float32Array[]>(async ({ texts, as }) => {
  const plain = vectorsOf(texts, as === 'question');
  const vectors = as ? turns[as](plain) : plain;
  return { answer: vectors, transfer: vectors.map(({ buffer }) => buffer as ArrayBuffer) };
});
