import { answerCalls } from '../../../platform/answer-calls.ts';
import { guardMemory } from '../../../platform/documents/memory-guard.ts';
import type { ReadAnswer, ReadQuestion } from './read-document.ts';

// Before the packages are loaded.
guardMemory();
const { readDocument } = await import('./read-document.ts');

answerCalls<ReadQuestion, ReadAnswer>(async (question) => ({ answer: await readDocument(question) }));
