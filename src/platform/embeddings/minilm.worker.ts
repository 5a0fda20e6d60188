import { createMiniLmVectors } from '#sentence-encoder';
import { findMiniLm, miniLmPackage } from '#sentence-encoder/minilm-package';
import { answerCalls } from '../answer-calls.ts';
import type { TextsToEmbed } from './built-in.ts';

const folder = findMiniLm();
if (!folder) throw new Error(`The package ${miniLmPackage} is not installed.`);
const vectorsOf = createMiniLmVectors(folder);

answerCalls<TextsToEmbed, Float32Array[]>(async ({ texts }) => {
  const vectors = vectorsOf(texts);
  return { answer: vectors, transfer: vectors.map(({ buffer }) => buffer as ArrayBuffer) };
});
