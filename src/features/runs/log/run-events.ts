import { usd } from '../../../kernel/money.ts';
import type { RunRow } from '../run.ts';

export type RunEventType =
  | 'session_resolved'
  | 'queued'
  | 'stream_chunk'
  | 'tool_call'
  | 'tool_result'
  | 'approval_required'
  | 'approval_resolved'
  | 'stream_done'
  | 'error';

/** `fields` is the event's JSON, encoded once for all clients and the store. */
export type RunEvent = { seq: number; type: RunEventType; fields: string };
export type RunIdentity = { runId: string; sessionId: string; agentId: string };

/** More events than a node can have shown and not stored. After a crash the next node skips so many numbers. */
export const unseenEvents = 1_000_000;

export const isTerminal = ({ type }: RunEvent): boolean => type === 'stream_done' || type === 'error';

/** The fields of `stream_done` without the text, which is in the run's row and is added when the event is read. */
export const doneFields = (
  run: Pick<
    RunRow,
    | 'message_id'
    | 'prompt_tokens'
    | 'cached_tokens'
    | 'completion_tokens'
    | 'cost_nano'
    | 'stop_reason'
    | 'active_ms'
    | 'tool_calls'
  >,
) => ({
  messageId: run.message_id,
  usage: { promptTokens: run.prompt_tokens + run.cached_tokens, completionTokens: run.completion_tokens },
  costUsd: usd(run.cost_nano),
  stopReason: run.stop_reason,
  durationMs: run.active_ms,
  toolCallCount: run.tool_calls,
});

export const withContent = (event: RunEvent, content: string): RunEvent => ({
  ...event,
  fields: `${event.fields.slice(0, -1)},"content":${JSON.stringify(content)}}`,
});
/** Whether the text has to be added. No other field can contain this string. */
export const lacksContent = ({ type, fields }: RunEvent): boolean =>
  type === 'stream_done' && !fields.includes(',"content":');

/** The event as a WebSocket frame, or as the data of an SSE event. */
export function frameOf({ seq, type, fields }: RunEvent, { runId, sessionId, agentId }: RunIdentity): string {
  const more = fields === '{}' ? '}' : `,${fields.slice(1)}`;
  return `{"type":"${type}","runId":"${runId}","sessionId":"${sessionId}","agentId":"${agentId}","seq":${seq}${more}`;
}

/** JSON has no raw line breaks, so a model's text cannot forge an SSE field. */
export const sseOf = (event: RunEvent, identity: RunIdentity): string =>
  `id: ${identity.runId}:${event.seq}\nevent: ${event.type}\ndata: ${frameOf(event, identity)}\n\n`;

export const encodeEvents = (events: readonly RunEvent[]): string =>
  `[${events.map(({ seq, type, fields }) => `[${seq},"${type}",${fields}]`).join(',')}]`;

export const decodeEvents = (json: string): RunEvent[] =>
  (JSON.parse(json) as [number, RunEventType, object][]).map(([seq, type, fields]) => ({
    seq,
    type,
    fields: JSON.stringify(fields),
  }));
