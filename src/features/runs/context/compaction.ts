import { AppError } from '../../../kernel/errors.ts';
import { filesInWords, readParts, tokensOfFiles } from '../../../kernel/parts.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { ModelMessage } from '../../../platform/models/model.ts';
import { quotedData } from '../../../platform/models/parts/quoted-data.ts';
import type { HistoryRow, SessionRows } from '../../sessions/index.ts';
import type { AskModel } from '../asking/ask-model.ts';
import { RunClaimLost } from '../run.store.ts';
import { cutText, plainText } from '../turn/plain-text.ts';
import type { Turn } from '../turn/turn.ts';
import type { TurnMemory } from '../turn/turn-memory.ts';
import { estimateText, historyMessages } from './context.ts';

/** Shares of the context window: for the summary, for the newest messages, for one piece to summarise. */
const summaryShare = 0.2;
const keptShare = 0.4;
const pieceShare = 0.5;
const longestSummaryTokens = 1_024;
/** The most model calls for one summary. The middle of a longer history is left out, and the text says so. */
const mostPieces = 12;

const instruction =
  'Summarise the conversation so far for the assistant who continues it. Keep names, numbers, decisions, open questions and what the person wants. Answer with the summary only.';

type Deps = {
  database: Pick<Database, 'transaction'>;
  sessions: Pick<SessionRows, 'storeSummary'>;
  askModel: AskModel;
  memory: Pick<TurnMemory, 'compacted'>;
};
type Limits = {
  /** Tokens for everything the model is shown, and how many of them are needed apart from the history. */
  room: number;
  fixed: number;
};

/** Tokens of a message, with its wrapping and the marks around a tool's result. */
const sizeOf = ({ content, parts, tool_calls, meta }: HistoryRow): number =>
  40 +
  estimateText(content) +
  Math.ceil(((tool_calls?.length ?? 0) + (meta?.length ?? 0)) / 4) +
  tokensOfFiles(readParts(parts));

/** Whether the row is the message that the run answers. */
export const isQuestion = ({ id, again }: Turn['run'], row: HistoryRow): boolean =>
  again?.question ? row.id === again.question.id : row.role === 'user' && row.run_id === id;

/**
 * The first row that stays word for word. A tool's result needs its call, so the history is cut before a user's message;
 * in the current run, whose message is always shown, before any step.
 */
function findCut(rows: readonly HistoryRow[], run: Turn['run'], keptTokens: number): number {
  const asked = rows.findIndex((row) => isQuestion(run, row));
  const mayBegin = (index: number) =>
    index === rows.length || rows[index]?.role === 'user' || (index > asked && rows[index]?.role === 'assistant');
  let cut = rows.length;
  let kept = 0;
  for (let index = rows.length - 1; index >= 0; index -= 1) {
    // The current message is always shown and is part of `fixed`.
    if (index !== asked) kept += sizeOf(rows[index] as HistoryRow);
    if (kept > keptTokens) break;
    if (mayBegin(index)) cut = index;
  }
  return cut;
}

/** The history as text, in pieces that fit the model. */
function piecesOf(rows: readonly HistoryRow[], pieceTokens: number): string[] {
  const text = historyMessages(rows)
    .map((message) => {
      const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
      const asked = calls.map(({ name, arguments: params }) => `\n[calls ${name} ${params}]`).join('');
      // The model of the summary sees no files: it is told that they were there.
      const files = 'parts' in message ? ` ${filesInWords(message.parts)}` : '';
      return `${message.role}: ${message.content}${files}${asked}`;
    })
    .join('\n\n');
  const pieceLength = Math.ceil((pieceTokens * text.length) / estimateText(text));
  const longest = mostPieces * pieceLength;
  if (text.length <= longest) return [...cutText(text, pieceLength)];
  const half = Math.floor(longest / 2) - 100;
  const leftOut = `\n\n[${text.length - 2 * half} characters were left out here: the conversation is too long to be read whole.]\n\n`;
  return [...cutText(`${text.slice(0, half)}${leftOut}${text.slice(-half)}`.toWellFormed(), pieceLength)];
}

/** Replaces the history that does not fit the model's window by a stored summary. The newest messages stay. */
export function createCompaction({ database, sessions, askModel, memory }: Deps) {
  async function summarise(turn: Turn, summary: string, piece: string, maxTokens: number) {
    const before = summary ? `${quotedData('summary of what came before', summary, turn.run.sessionId)}\n\n` : '';
    const conversation = quotedData('conversation', piece, turn.run.id);
    const messages: ModelMessage[] = [
      { role: 'system', content: instruction },
      { role: 'user', content: `${before}${conversation}\n\n${instruction}` },
    ];
    const { workspaceId } = turn.run;
    const { signal } = turn.abort;
    const request = { messages, tools: [], temperature: 0, maxTokens, workspaceId, signal };
    const answer = await askModel(turn, 'summary', { request });
    const text = plainText(answer.text).trim();
    if (text === '') throw new AppError('model_error', 'The model could not summarise the conversation.');
    return text.slice(0, maxTokens * 4).toWellFormed();
  }

  return async function compact(turn: Turn, rows: readonly HistoryRow[], limits: Limits): Promise<void> {
    const { room, fixed } = limits;
    const summaryTokens = Math.min(longestSummaryTokens, Math.floor(room * summaryShare));
    const keptTokens = Math.min(room * keptShare, room - fixed - summaryTokens);
    const old = rows.slice(0, findCut(rows, turn.run, Math.max(0, keptTokens)));
    const last = old.at(-1);
    if (!last || keptTokens < 0)
      throw new AppError(
        'context_overflow',
        'The message does not fit the model’s context window beside a summary of the conversation.',
      );
    let summary = turn.progress.summary ?? '';
    for (const piece of piecesOf(old, Math.floor(room * pieceShare)))
      summary = await summarise(turn, summary, piece, summaryTokens);
    turn.progress.replaceSummary(summary, last.seq);
    // What is beside the chosen path is not in the session's summary.
    const { again } = turn.run;
    if (again && last.seq > again.after) return;
    await database.transaction(async (tx) => {
      const stored = await sessions.storeSummary(tx, turn.run.sessionId, turn.claim, { summary, seq: last.seq });
      if (!stored) throw new RunClaimLost();
      await memory.compacted(tx, turn);
    });
  };
}

export type Compact = ReturnType<typeof createCompaction>;
