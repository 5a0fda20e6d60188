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

/** `fields` is the JSON of what the type adds, encoded once for all who watch and for the store. */
export type RunEvent = { seq: number; type: RunEventType; fields: string };
export type RunIdentity = { runId: string; sessionId: string; agentId: string };

export const isTerminal = ({ type }: RunEvent): boolean => type === 'stream_done' || type === 'error';

/** What goes over the wire: a WebSocket frame, or the data of an SSE event. */
export function frameOf({ seq, type, fields }: RunEvent, { runId, sessionId, agentId }: RunIdentity): string {
  const more = fields === '{}' ? '}' : `,${fields.slice(1)}`;
  return `{"type":"${type}","runId":"${runId}","sessionId":"${sessionId}","agentId":"${agentId}","seq":${seq}${more}`;
}

/** JSON has no raw line breaks, so no text of a model can forge a field of the stream. */
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
