import { answerCalls } from '../../answer-calls.ts';
import { createKeptSigns } from '../kept-signs.ts';
import { type KeptAnswer, type KeptQuestion, listOf } from './kept-question.ts';
import { bestBySigns, nearest, signBytes } from './weighted-signs.ts';

const kept = createKeptSigns();

function answer(question: KeptQuestion): KeptAnswer {
  const { name } = question;
  if (question.kind === 'keep') {
    for (const { part, ids, signs } of question.parts) kept.keep(name, part, listOf(ids), signs);
    return { ids: [] };
  }
  const { vector, chosen, entries } = question;
  const all = listOf(question.all);
  const signs = signBytes(vector);
  if (!kept.hasRoom(name, { entries, parts: all.length, signBytes: signs.length })) return 'full';
  const missing = kept.missing(name, all);
  if (missing.length > 0) return { missing };
  const parts = chosen === undefined ? all : listOf(chosen);
  return { ids: bestBySigns(vector, kept.nearest(name, parts, signs, nearest)) };
}

answerCalls<KeptQuestion, KeptAnswer>(async (question) => ({ answer: answer(question) }));
