import { AppError } from '../../kernel/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import type { ModelMessage, TokenUsage } from '../../platform/models/model.ts';
import type { MessageRow } from '../sessions/index.ts';
import type { Models } from './agent-loop.ts';
import { estimateTokens, historyMessages } from './context.ts';
import { ClaimLost } from './run.store.ts';
import type { Turn } from './turn.ts';

/** For a model we know nothing of. */
const assumedWindow = 128_000;
const answerReserve = 4_096;
const instruction =
  'Summarise the conversation so far for the assistant who continues it. Keep names, numbers, decisions, open questions and what the person wants. Answer with the summary only.';

type Deps = { database: Database; models: Models };

/**
 * History beyond the model's window becomes a stored summary; nothing is cut silently. The newest messages stay word
 * for word, and what is summarised is always more than what the summary may take.
 */
export function createCompaction({ database, models }: Deps) {
  const budget = ({ admission: { model, agent } }: Turn) => {
    const window = model.contextWindow ?? assumedWindow;
    return Math.floor((window - Math.min(agent.maxTokens ?? answerReserve, window / 2)) * 0.9);
  };

  function split(rows: readonly MessageRow[], keepTokens: number): number {
    let kept = 0;
    let from = rows.length;
    while (from > 0) {
      const row = rows[from - 1] as MessageRow;
      kept += 8 + Math.ceil((row.content.length + (row.tool_calls?.length ?? 0)) / 4);
      if (kept > keepTokens && from < rows.length) break;
      from -= 1;
    }
    // A tool's answer cannot stand without the question: begin at what a person said.
    while (from < rows.length && rows[from]?.role !== 'user') from += 1;
    return from < rows.length ? from : rows.findLastIndex(({ role }) => role === 'user');
  }

  return {
    fits: (turn: Turn, tokens: number): boolean => tokens <= budget(turn),

    async compact(turn: Turn, rows: readonly MessageRow[], charge: (usage: TokenUsage) => void): Promise<void> {
      const room = budget(turn);
      const from = split(rows, Math.floor(room * 0.4));
      const old = rows.slice(0, Math.max(0, from));
      const last = old.at(-1);
      if (!last) throw new AppError('context_overflow', 'The message alone does not fit the model’s context window.');
      let summary = turn.summary ?? '';
      // In pieces that fit, each with the summary of those before it.
      for (let start = 0; start < old.length; ) {
        let end = start + 1;
        while (end < old.length && estimateTokens(historyMessages(old.slice(start, end + 1))) < room * 0.6) end += 1;
        const piece = historyMessages(old.slice(start, end))
          .map(({ role, content }) => `${role}: ${content.slice(0, room * 2)}`)
          .join('\n');
        const messages: ModelMessage[] = [
          { role: 'system', content: instruction },
          {
            role: 'user',
            content: `${summary ? `Summary of what came before:\n${summary}\n\n` : ''}Conversation:\n${piece}\n\n${instruction}`,
          },
        ];
        const { provider, model } = turn.admission.model;
        const answer = await models.generate(provider, {
          model,
          messages,
          tools: [],
          temperature: 0,
          maxTokens: Math.min(1_024, Math.floor(room * 0.2)),
          signal: turn.abort.signal,
        });
        charge(answer.usage);
        summary = answer.text.trim().slice(0, Math.floor(room * 0.3 * 4));
        start = end;
      }
      const { changes } = await database.run(
        `UPDATE sessions SET summary = $3, summary_seq = $4
         WHERE id = $1 AND EXISTS (SELECT 1 FROM runs WHERE id = $2 AND claim = $5 AND status = 'running')`,
        [turn.run.sessionId, turn.run.id, summary, last.seq, turn.fence.claim],
      );
      if (changes !== 1) throw new ClaimLost();
      turn.summary = summary;
      turn.summarySeq = last.seq;
    },
  };
}

export type Compaction = ReturnType<typeof createCompaction>;
