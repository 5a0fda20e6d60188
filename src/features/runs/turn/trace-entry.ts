/** What only its kind knows of a span; an object says what went wrong. Never a word of what anybody said. */
export type TraceDetail = string | number | null | { error: string };

/**
 * A span as a run keeps it: as little as possible, because every turn writes its trace; it is spelled out when someone
 * reads it (features/traces). Times are milliseconds, counted from the last `begin`, whose own is that of the day.
 *
 * - `parent`: the traceparent header the request came with
 * - `begin`: provider, model. Once for every node that took the run up
 * - `context`, `compaction` (before its context), `persist`
 * - `chat`, `summary` (before its compaction): prompt, cached and completion tokens, why the answer ended
 * - `tool`: name, id of the call
 * - `approval`: tool, id of the request, decision
 */
export type TraceEntry = [kind: string, startMs: number, durationMs: number, ...details: TraceDetail[]];
