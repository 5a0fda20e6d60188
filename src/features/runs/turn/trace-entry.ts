/** A value that depends on the kind of span; an object names an error. It never holds text of a conversation. */
export type TraceDetail = string | number | null | { error: string };

/**
 * A span as it is stored: compact, because every turn writes its trace; features/traces spells it out for readers. Times are
 * milliseconds after the last `begin`, whose own time is the wall clock.
 *
 * - `parent`: the traceparent header the request came with
 * - `begin`: provider, model. Once for every turn
 * - `context`, `compaction` (before its context), `persist`
 * - `chat`, `summary` (before its compaction): prompt, cached and completion tokens, why the answer ended, and who answered
 *   if it is not the model of `begin`; `cached` for an answer that was kept from an earlier run
 * - `attempt` (before its chat or summary): who was asked, then the tokens that were reported. Only those that failed, and the one
 *   that answered after them
 * - `tool`: name, id of the call
 * - `approval`: tool, id of the request, decision
 * - `client_tool`: tool, id of the call, `answered` or `expired`
 */
export type TraceEntry = [kind: string, startMs: number, durationMs: number, ...details: TraceDetail[]];
