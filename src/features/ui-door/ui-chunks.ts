import type { Citation } from '../../kernel/parts.ts';
import { paragraphBreak, type RunEvent, type RunIdentity } from '../runs/index.ts';

type Call = { id: string; tool: string; params: string; approval?: string };
type Done = {
  messageId: string | null;
  usage: unknown;
  costUsd: number;
  stopReason: string;
  durationMs: number;
  model: string | null;
  output?: unknown;
  citations?: readonly Citation[];
};
type Piece = { delta: string };
type Called = { toolCallId: string; tool: string; params: unknown; client?: boolean };
type Asked = { requestId: string; tool: string; params: unknown };
type Decided = { requestId: string; decision: 'approve' | 'deny' };
type Result = { toolCallId: string; result: unknown; isError: boolean };

const finishes: Record<string, string> = { end_turn: 'stop', max_steps: 'length', max_tokens: 'length' };

const line = (chunk: { type: string } & Record<string, unknown>): string => `data: ${JSON.stringify(chunk)}\n\n`;
export const done = 'data: [DONE]\n\n';

function errorText(result: unknown): string {
  const { error } = (typeof result === 'object' && result !== null ? result : {}) as { error?: unknown };
  return typeof error === 'string' ? error : (JSON.stringify(result) ?? '');
}

/** A passage as the AI SDK's part for a source. All of it is in the metadata too. */
const sourceOf = ({ number, documentId, title, ...place }: Citation, index: number): string =>
  line({
    type: 'source-document',
    sourceId: `${documentId}-${place.start}`,
    mediaType: 'text/plain',
    title,
    providerMetadata: { gateway: { number: number ?? index + 1, documentId, ...place } },
  });

/** The events of a run as chunks of the AI SDK's UI message stream. The message has the id of the run. */
export function createUiChunks({ runId, sessionId, agentId }: RunIdentity) {
  let open: { kind: 'text' | 'reasoning'; id: string } | undefined;
  let inStep = false;
  let hasResults = false;
  let hasEnded = false;
  const calls: Call[] = [];
  const denied = new Set<string>();

  function close(): string {
    if (!open) return '';
    const chunk = line({ type: `${open.kind}-end`, id: open.id });
    open = undefined;
    return chunk;
  }

  /** A step is an answer of the model and the results of the tools it called. */
  function step(): string {
    if (inStep && !hasResults) return '';
    const chunks = (inStep ? line({ type: 'finish-step' }) : '') + line({ type: 'start-step' });
    inStep = true;
    hasResults = false;
    return chunks;
  }

  function piece(kind: 'text' | 'reasoning', delta: string, seq: number): string {
    // The break between two steps, each of which has a part of its own.
    if (open === undefined && delta === paragraphBreak && kind === 'text') return '';
    let chunks = '';
    if (open?.kind !== kind) {
      chunks = close() + step();
      open = { kind, id: String(seq) };
      chunks += line({ type: `${kind}-start`, id: open.id });
    }
    return chunks + line({ type: `${kind}-delta`, id: open.id, delta });
  }

  function call(toolCallId: string, toolName: string, input: unknown, client: boolean): string {
    calls.push({ id: toolCallId, tool: toolName, params: JSON.stringify(input) });
    // The page runs what is not executed by the provider.
    const executed = client ? {} : { providerExecuted: true };
    return close() + step() + line({ type: 'tool-input-available', toolCallId, toolName, input, ...executed });
  }

  function result({ toolCallId, result: output, isError }: Result): string {
    hasResults = true;
    if (denied.has(toolCallId)) return line({ type: 'tool-output-denied', toolCallId });
    if (isError) return line({ type: 'tool-output-error', toolCallId, errorText: errorText(output) });
    return line({ type: 'tool-output-available', toolCallId, output });
  }

  function askApproval(requestId: string, tool: string, params: unknown): string {
    const text = JSON.stringify(params);
    const found = calls.find((one) => !one.approval && one.tool === tool && one.params === text);
    if (!found) return '';
    found.approval = requestId;
    return line({ type: 'tool-approval-request', approvalId: requestId, toolCallId: found.id });
  }

  function approvalResolved(requestId: string, approved: boolean): string {
    const found = calls.find(({ approval }) => approval === requestId);
    if (!found) return '';
    if (!approved) denied.add(found.id);
    return line({ type: 'tool-approval-response', approvalId: requestId, approved });
  }

  /** The end of the message, or of what there is of it. */
  function finish(finishReason: string, more: Record<string, unknown> = {}): string {
    hasEnded = true;
    return close() + (inStep ? line({ type: 'finish-step' }) : '') + line({ type: 'finish', finishReason, ...more });
  }

  function answered({ output, ...metadata }: Done & { content?: string }): string {
    const { content: _, ...kept } = metadata;
    const data = output === undefined ? '' : close() + line({ type: 'data-output', id: 'output', data: output });
    const sources = (kept.citations ?? []).map(sourceOf).join('');
    if (kept.stopReason === 'cancelled') return data + close() + line({ type: 'abort', reason: 'cancelled' });
    return (
      data +
      (sources === '' ? '' : close() + step() + sources) +
      finish(finishes[kept.stopReason] ?? 'other', { messageMetadata: kept })
    );
  }

  return {
    start: () => line({ type: 'start', messageId: runId, messageMetadata: { runId, sessionId, agentId } }),

    spell({ seq, type, fields }: RunEvent): string {
      const read = <Fields>() => JSON.parse(fields) as Fields;
      if (type === 'stream_chunk') return piece('text', read<Piece>().delta, seq);
      if (type === 'reasoning_chunk') return piece('reasoning', read<Piece>().delta, seq);
      if (type === 'queued') return line({ type: 'data-queued', data: read(), transient: true });
      if (type === 'tool_call') {
        const { toolCallId, tool, params, client } = read<Called>();
        return call(toolCallId, tool, params, client === true);
      }
      if (type === 'tool_result') return result(read());
      if (type === 'approval_required') {
        const { requestId, tool, params } = read<Asked>();
        return askApproval(requestId, tool, params);
      }
      if (type === 'approval_resolved') {
        const { requestId, decision } = read<Decided>();
        return approvalResolved(requestId, decision === 'approve');
      }
      if (type === 'error') {
        hasEnded = true;
        return close() + line({ type: 'error', errorText: read<{ message: string }>().message });
      }
      if (type !== 'stream_done') return '';
      hasEnded = true;
      return answered(read());
    },

    /** Of a run that waits for the page or for an approval. */
    pause: () => (hasEnded ? '' : finish('tool-calls')),
  };
}
