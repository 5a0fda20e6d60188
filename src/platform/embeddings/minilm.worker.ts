import { workerData } from 'node:worker_threads';
import { createMiniLmVectors, type Role } from '#sentence-encoder';
import { findMiniLm, miniLmPackage } from '#sentence-encoder/minilm-package';
import { answerCalls } from '../answer-calls.ts';
import { giveWay } from '../low-priority.ts';
import type { TextsToEmbed } from './batches.ts';
import type { ModelThread } from './built-in.ts';

if ((workerData as ModelThread).givesWay) giveWay();
const folder = findMiniLm();
if (!folder) throw new Error(`The package ${miniLmPackage} is not installed.`);
/** Usually a thread has one of them: passages are embedded in bulk, in another one. */
const vectorsOf: Partial<Record<Role, ReturnType<typeof createMiniLmVectors>>> = {};

answerCalls<TextsToEmbed, Float32Array[]>(async ({ texts, as = 'statement' }) => {
  vectorsOf[as] ??= createMiniLmVectors(folder, as);
  const vectors = vectorsOf[as](texts);
  return { answer: vectors, transfer: vectors.map(({ buffer }) => buffer as ArrayBuffer) };
});
