import { usd } from '../../../kernel/money.ts';
import { answererOf, outputOf, type RunRow, usageOfRow, validOutput } from '../run.ts';

export type RunEventType =
  | 'session_resolved'
  | 'queued'
  | 'stream_chunk'
  | 'reasoning_chunk'
  | 'tool_call'
  | 'tool_result'
  | 'approval_required'
  | 'approval_resolved'
  | 'client_tools_required'
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
    | 'reasoning_tokens'
    | 'cost_nano'
    | 'stop_reason'
    | 'active_ms'
    | 'tool_calls'
    | 'structured'
    | 'model'
    | 'cached'
  >,
) => ({
  messageId: run.message_id,
  usage: usageOfRow(run),
  costUsd: usd(run.cost_nano),
  stopReason: run.stop_reason,
  durationMs: run.active_ms,
  toolCallCount: run.tool_calls,
  ...answererOf(run),
  ...(run.structured === validOutput ? outputToCome : outputOf(run, null)),
});

/** Stands for the answer of a run with a format, which is the JSON in `content`. It must be the last field. */
export const outputToCome = { output: null };
const endOfOutput = '"output":null}';
export const awaitsOutput = ({ fields }: RunEvent): boolean => fields.endsWith(endOfOutput);

const textFirst = '{"content":';
export function withContent(event: RunEvent, content: string): RunEvent {
  const rest = awaitsOutput(event) ? `${event.fields.slice(1, -'null}'.length)}${content}}` : event.fields.slice(1);
  return { ...event, fields: `${textFirst}${JSON.stringify(content)},${rest}` };
}
/** Whether the text has to be added. */
export const lacksContent = ({ type, fields }: RunEvent): boolean =>
  type === 'stream_done' && !fields.startsWith(textFirst);

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
