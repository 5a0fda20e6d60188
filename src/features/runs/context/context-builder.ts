import { AppError } from '../../../kernel/errors.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { ModelMessage, ToolDefinition } from '../../../platform/models/model.ts';
import { type HistoryRow, readHistory } from '../../sessions/index.ts';
import type { Again } from '../again/again.ts';
import { traced } from '../turn/trace.ts';
import type { Turn, TurnFacts } from '../turn/turn.ts';
import { type Compact, isQuestion } from './compaction.ts';
import { estimateText, estimateTokens, historyMessages, systemMessage } from './context.ts';

/** Tokens left free for the answer of an agent without `maxTokens`. */
const answerReserve = 4_096;
/** Token counts are estimates, so a tenth of the room stays free. */
const safety = 0.9;

export type ContextParts = {
  /** What the person said in this turn. */
  message: string;
  skills: readonly { name: string; promptContext: string }[];
  memory: string | undefined;
  /** Passages of documents. */
  knowledge: string | undefined;
  tools: readonly ToolDefinition[];
};

type Deps = { database: Database; compact: Compact; assumedWindow: number };

/** Builds the messages for the model at every step, and compacts the history first if they would not fit. */
export function createContextBuilder({ database, compact, assumedWindow }: Deps) {
  function roomOf({ admission: { model, agent } }: TurnFacts): number {
    const window = model.contextWindow ?? assumedWindow;
    return Math.floor((window - Math.min(agent.maxTokens ?? answerReserve, window / 2)) * safety);
  }

  function messagesFor(
    turn: TurnFacts,
    { skills, memory, knowledge, message }: ContextParts,
    rows: readonly HistoryRow[],
    summary: string | null,
  ) {
    const marker = rows.findLast(({ role, meta }) => role === 'system' && meta?.includes('"handoff"'));
    const system = systemMessage({
      sessionId: turn.run.sessionId,
      systemPrompt: turn.admission.agent.systemPrompt,
      skills,
      memory,
      knowledge,
      summary,
      handoff: marker?.content,
    });
    const history = historyMessages(rows);
    // The summary may cover the beginning of this run; its message is shown word for word all the same.
    const { parts } = turn.run;
    // Looked for from the end, where it is: a session may have thousands of messages.
    const asked: ModelMessage[] = rows.findLast((row) => isQuestion(turn.run, row))
      ? []
      : [{ role: 'user', content: message, ...(parts && { parts }) }];
    return [...system, ...asked, ...history];
  }

  return async function buildContext(turn: Turn, parts: ContextParts): Promise<ModelMessage[]> {
    const { again, id: runId, sessionId } = turn.run;
    const read = () =>
      readHistory(database, sessionId, turn.progress.summarySeq, again ? { after: again.after, runId } : undefined);
    const toolTokens = parts.tools.length > 0 ? estimateText(JSON.stringify(parts.tools)) : 0;
    const room = roomOf(turn) - toolTokens;
    const rows = turn.progress.takeHistory() ?? (await read());
    if (again) requireChosen(rows, again, turn);
    const messages = messagesFor(turn, parts, rows, turn.progress.summary);
    if (estimateTokens(messages) <= room) return messages;

    const fixed = estimateTokens(messagesFor(turn, parts, [], null));
    // An answer without memory and documents is better than none.
    if (fixed > room && (parts.memory || parts.knowledge)) {
      turn.progress.cite([]);
      return buildContext(turn, { ...parts, memory: undefined, knowledge: undefined });
    }
    if (fixed > room)
      throw new AppError(
        'context_overflow',
        `The message with the agent’s instructions needs about ${fixed} tokens; ${turn.admission.model.model} has room for ${Math.max(0, room)}.`,
      );
    await traced(turn, 'compaction', () => compact(turn, rows, { room, fixed }));
    const shorter = messagesFor(turn, parts, await read(), turn.progress.summary);
    const size = estimateTokens(shorter);
    if (size > room)
      throw new AppError(
        'context_overflow',
        `The conversation needs about ${size} tokens even after it was summarised; ${turn.admission.model.model} has room for ${room}.`,
      );
    return shorter;
  };
}

/** The path may have changed while the run waited in the session queue. */
function requireChosen(rows: readonly HistoryRow[], { after }: Again, { progress }: Turn): void {
  const isThere = after === 0 || after <= progress.summarySeq || rows.some(({ seq }) => seq === after);
  if (!isThere) throw new AppError('conflict', 'The message is on a branch that was left meanwhile.');
}

export type ContextBuilder = ReturnType<typeof createContextBuilder>;
