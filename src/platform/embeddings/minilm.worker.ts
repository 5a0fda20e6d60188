import { workerData } from 'node:worker_threads';
import { createMiniLmVectors } from '#sentence-encoder';
import { findMiniLm, miniLmPackage } from '#sentence-encoder/minilm-package';
import { answerCalls } from '../answer-calls.ts';
import { giveWay } from '../low-priority.ts';
import type { TextsToEmbed } from './batches.ts';
import type { ModelThread } from './built-in.ts';

if ((workerData as ModelThread).givesWay) giveWay();
const folder = findMiniLm();
if (!folder) throw new Error(`The package ${miniLmPackage} is not installed.`);
const vectorsOf = createMiniLmVectors(folder);

answerCalls<TextsToEmbed, Float32Array[]>(async ({ texts }) => {
  const vectors = vectorsOf(texts);
  return { answer: vectors, transfer: vectors.map(({ buffer }) => buffer as ArrayBuffer) };
});
