import type { Citation } from '../../../kernel/parts.ts';
import type { Targets } from '../../agents/index.ts';
import type { Charge } from '../../costs/index.ts';
import type { HistoryRow } from '../../sessions/index.ts';
import type { ToolCallRow } from '../run.ts';
import type { AnswerText } from './answer-text.ts';
import type { TraceEntry } from './trace-entry.ts';

export type DoneToolCall = {
  id: string;
  tool: string;
  params: unknown;
  result: unknown;
  isError: boolean;
  durationMs: number;
};

/** The stored calls that have a result. A call that was cut off has none. */
export const doneCalls = (rows: readonly ToolCallRow[]): DoneToolCall[] =>
  rows
    .filter(({ status }) => status === 'done')
    .map((row) => ({
      id: row.id,
      tool: row.tool,
      params: JSON.parse(row.params),
      result: JSON.parse(row.result ?? 'null'),
      isError: row.is_error === 1,
      durationMs: row.duration_ms ?? 0,
    }));

/** Tokens and money of a run, with those of its earlier turns. */
type Totals = { prompt: number; cached: number; completion: number; reasoning: number; costNano: number };

/** The connection and model that gave the last answer, and whether it was kept from an earlier run. */
type Answerer = { model: string | null; cached: boolean };

type Beginning = {
  steps: number;
  totals: Readonly<Totals>;
  uncounted: number;
  summary: string | null;
  summarySeq: number;
  /** The messages that the first step is asked with. */
  history: readonly HistoryRow[] | undefined;
  standing: string;
  targets: Targets;
  answerer: Answerer;
  /** The stored trace of the run's earlier turns. */
  earlierTrace: string | null;
  begin: TraceEntry;
  text: AnswerText;
};

/** What changes during a turn. Everything else about it is fixed when it begins; these operations are the only writers. */
export function createProgress(beginning: Beginning) {
  const { earlierTrace, text } = beginning;
  let { steps, uncounted, summary, summarySeq, standing, targets } = beginning;
  const totals = { ...beginning.totals };
  const spans = [beginning.begin];
  let charges: Charge[] = [];
  let toolCalls: DoneToolCall[] = [];
  let children = 0;
  let citations: readonly Citation[] = [];
  let { answerer, history } = beginning;

  return {
    text,
    get steps(): number {
      return steps;
    },
    get totals(): Readonly<Totals> {
      return totals;
    },
    /** Paid for and not yet in the ledger. */
    get charges(): readonly Charge[] {
      return charges;
    },
    /** Messages that are stored and not yet counted: they go with the next charge. */
    get uncounted(): number {
      return uncounted;
    },
    get toolCalls(): readonly DoneToolCall[] {
      return toolCalls;
    },
    /** How many agents this run has spawned. */
    get children(): number {
      return children;
    },
    /** The session's summary, and the number of the last message in it. */
    get summary(): string | null {
      return summary;
    },
    get summarySeq(): number {
      return summarySeq;
    },
    /** Once: later messages are not in it. */
    takeHistory(): readonly HistoryRow[] | undefined {
      const taken = history;
      history = undefined;
      return taken;
    },
    /** What the person was last admitted on. */
    get standing(): string {
      return standing;
    },
    /** Who may be asked, by the last admission. */
    get targets(): Targets {
      return targets;
    },
    get answerer(): Answerer {
      return answerer;
    },

    /** The passages of documents that the model was shown. */
    get citations(): readonly Citation[] {
      return citations;
    },
    cite(passages: readonly Citation[]): void {
      citations = passages;
    },

    addCharge(charge: Charge): void {
      charges.push(charge);
      totals.prompt += charge.usage.promptTokens;
      totals.cached += charge.usage.cachedTokens;
      totals.completion += charge.usage.completionTokens;
      totals.reasoning += charge.usage.reasoningTokens ?? 0;
      totals.costNano += charge.costNano;
    },
    /** The model has answered. */
    endStep(): void {
      steps += 1;
    },
    addToolCall(call: DoneToolCall): void {
      toolCalls.push(call);
    },
    /** The tool calls of the run's earlier turns. */
    restoreToolCalls(done: DoneToolCall[]): void {
      toolCalls = done;
      children = done.filter(({ tool, isError }) => tool === 'spawn_agent' && !isError).length;
    },
    addChild(): void {
      children += 1;
    },
    replaceSummary(text: string, seq: number): void {
      summary = text;
      summarySeq = seq;
    },
    admitAgain(now: { standing: string; targets: Targets }): void {
      ({ standing, targets } = now);
    },
    answeredBy(model: string, cached = false): void {
      answerer = { model, cached };
    },
    /** The charges are in the ledger, and `messages` more are stored. Without a charge they stay uncounted. */
    saved(messages: number): void {
      uncounted = charges.length > 0 ? 0 : uncounted + messages;
      charges = [];
    },
    /** A save whose answer was lost turned out to be stored. */
    foundSaved(): void {
      text.beginStep();
      charges = [];
      uncounted = 0;
    },
    addSpan(span: TraceEntry): void {
      spans.push(span);
    },
    /** The run's trace as it is stored. The trace of earlier turns is appended to as text. */
    trace(last?: TraceEntry): string {
      const own = JSON.stringify(last ? [...spans, last] : spans);
      return earlierTrace ? `${earlierTrace.slice(0, -1)},${own.slice(1)}` : own;
    },
  };
}

export type Progress = ReturnType<typeof createProgress>;
