import { AppError } from '../../../kernel/errors.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { ModelMessage, TokenUsage, ToolDefinition } from '../../../platform/models/model.ts';
import { type MessageRow, readHistory } from '../../sessions/index.ts';
import { traced } from '../turn/trace.ts';
import type { Turn, TurnFacts } from '../turn/turn.ts';
import type { Compact } from './compaction.ts';
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
  tools: readonly ToolDefinition[];
  /** Called before and after each model call for a summary. */
  reserve(messages: readonly ModelMessage[], maxTokens: number): Promise<void>;
  charge(usage: TokenUsage): void;
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
    { skills, memory, message }: ContextParts,
    rows: readonly MessageRow[],
    summary: string | null,
  ) {
    const marker = rows.findLast(({ role, meta }) => role === 'system' && meta?.includes('"handoff"'));
    const system = systemMessage({
      sessionId: turn.run.sessionId,
      systemPrompt: turn.admission.agent.systemPrompt,
      skills,
      memory,
      summary,
      handoff: marker?.content,
    });
    const history = historyMessages(rows);
    // The summary may cover the beginning of this run; its message is shown word for word all the same.
    const asked: ModelMessage[] = rows.some((row) => isInput(turn, row)) ? [] : [{ role: 'user', content: message }];
    return [...system, ...asked, ...history];
  }

  return async function buildContext(turn: Turn, parts: ContextParts): Promise<ModelMessage[]> {
    const read = () => readHistory(database, turn.run.sessionId, turn.progress.summarySeq);
    const toolTokens = parts.tools.length > 0 ? estimateText(JSON.stringify(parts.tools)) : 0;
    const room = roomOf(turn) - toolTokens;
    const rows = await read();
    const messages = messagesFor(turn, parts, rows, turn.progress.summary);
    if (estimateTokens(messages) <= room) return messages;

    const fixed = estimateTokens(messagesFor(turn, parts, [], null));
    // An answer without memory is better than none.
    if (fixed > room && parts.memory) return buildContext(turn, { ...parts, memory: undefined });
    if (fixed > room)
      throw new AppError(
        'context_overflow',
        `The message with the agent’s instructions needs about ${fixed} tokens; ${turn.admission.model.model} has room for ${Math.max(0, room)}.`,
      );
    await traced(turn, 'compaction', () => compact(turn, rows, { ...parts, room, fixed }));
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

/** Whether the row is the message that this run answers. */
const isInput = (turn: TurnFacts, { run_id, role }: MessageRow): boolean => role === 'user' && run_id === turn.run.id;

export type ContextBuilder = ReturnType<typeof createContextBuilder>;
