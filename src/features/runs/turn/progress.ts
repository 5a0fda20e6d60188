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

/** What a turn has come to. */
type State = {
  readonly text: AnswerText;
  /** The steps in which the model has answered. */
  steps: number;
  readonly totals: Totals;
  /** Paid for and not yet in the ledger. */
  charges: Charge[];
  /** Messages that are stored and not yet counted: they go with the next charge. */
  uncounted: number;
  toolCalls: DoneToolCall[];
  /** How many agents this run has spawned. */
  children: number;
  /** The session's summary, and the number of the last message in it. */
  summary: string | null;
  summarySeq: number;
  /** The number of the session's last message, if it was read when the run arrived. */
  sessionSeq: number | null;
  /** What the person was last admitted on. */
  standing: string;
  /** Who may be asked, by the last admission. */
  targets: Targets;
  answerer: Answerer;
  /** The passages of documents that the model was shown. */
  citations: readonly Citation[];
};
type Shown = { readonly [Field in keyof State]: Readonly<State[Field]> };

/**
 * What changes during a turn. Everything else about it is fixed when it begins; these operations are the only writers. Its
 * state has no getters: V8 keeps what the getters of an object literal refer to until a major collection, which was
 * everything about the turn.
 */
export function createProgress(beginning: Beginning) {
  const { earlierTrace, text, steps, uncounted, summary, summarySeq, standing, targets, answerer } = beginning;
  const state: State = {
    text,
    steps,
    totals: { ...beginning.totals },
    charges: [],
    uncounted,
    toolCalls: [],
    children: 0,
    summary,
    summarySeq,
    sessionSeq: beginning.history?.at(-1)?.seq ?? null,
    standing,
    targets,
    answerer,
    citations: [],
  };
  const spans = [beginning.begin];
  let { history } = beginning;

  const operations = {
    /** Once: later messages are not in it. */
    takeHistory(): readonly HistoryRow[] | undefined {
      const taken = history;
      history = undefined;
      return taken;
    },
    cite(passages: readonly Citation[]): void {
      state.citations = passages;
    },
    addCharge(charge: Charge): void {
      const { totals } = state;
      state.charges.push(charge);
      totals.prompt += charge.usage.promptTokens;
      totals.cached += charge.usage.cachedTokens;
      totals.completion += charge.usage.completionTokens;
      totals.reasoning += charge.usage.reasoningTokens ?? 0;
      totals.costNano += charge.costNano;
    },
    /** The model has answered. */
    endStep(): void {
      state.steps += 1;
    },
    addToolCall(call: DoneToolCall): void {
      state.toolCalls.push(call);
    },
    /** The tool calls of the run's earlier turns. */
    restoreToolCalls(done: DoneToolCall[]): void {
      state.toolCalls = done;
      state.children = done.filter(({ tool, isError }) => tool === 'spawn_agent' && !isError).length;
    },
    addChild(): void {
      state.children += 1;
    },
    replaceSummary(text: string, seq: number): void {
      state.summary = text;
      state.summarySeq = seq;
    },
    admitAgain(now: { standing: string; targets: Targets }): void {
      state.standing = now.standing;
      state.targets = now.targets;
    },
    answeredBy(model: string, cached = false): void {
      state.answerer = { model, cached };
    },
    /** The charges are in the ledger, and `messages` more are stored. Without a charge they stay uncounted. */
    saved(messages: number): void {
      state.uncounted = state.charges.length > 0 ? 0 : state.uncounted + messages;
      state.charges = [];
      if (state.sessionSeq !== null) state.sessionSeq += messages;
    },
    /** A save whose answer was lost turned out to be stored. */
    foundSaved(): void {
      text.beginStep();
      state.charges = [];
      state.uncounted = 0;
      state.sessionSeq = null;
    },
    /** The session has a message that is not of this turn. */
    handedOff(): void {
      state.sessionSeq = null;
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
  return Object.assign(state, operations) as Shown & typeof operations;
}

export type Progress = ReturnType<typeof createProgress>;
