import { workerData } from 'node:worker_threads';
import { answerCalls } from '../../answer-calls.ts';
import type { SqlitePlace } from '../search-index.ts';
import type { SqliteAnswer, SqliteQuestion } from './sqlite-question.ts';
import { openSqliteSearch } from './sqlite-search.store.ts';

const search = openSqliteSearch(workerData as SqlitePlace);

answerCalls<SqliteQuestion, SqliteAnswer>(async (question) => ({ answer: search(question) }));
