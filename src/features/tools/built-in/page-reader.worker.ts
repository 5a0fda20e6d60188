import { answerCalls } from '../../../platform/answer-calls.ts';
import { type PageQuestion, type PageText, readPage } from './page-reader.ts';

answerCalls<PageQuestion, PageText>(async (page) => ({ answer: readPage(page) }));
