import type { Citation } from '../../kernel/parts.ts';
import type { RunEvent, RunIdentity } from '../runs/index.ts';

/** What the run waits for a person with. */
export type Asked = { requestId: string; tool: string; params: unknown; expiresAt: string; toolCallId?: string };

type Names = { threadId: string; runId: string };
type Event = { type: string; [field: string]: unknown };
type Usage = { promptTokens: number; completionTokens: number; cachedTokens?: number; reasoningTokens?: number };

/** Each event is JSON on one line, so no text can forge another. */
const eventOf = (event: Event): string => `data: ${JSON.stringify(event)}\n\n`;

const answer = {
  type: 'object',
  properties: { approved: { type: 'boolean' }, reason: { type: 'string' } },
  required: ['approved'],
};

const usageOf = ({ promptTokens, completionTokens, cachedTokens, reasoningTokens }: Usage, model: string | null) => [
  {
    ...(model && { model }),
    inputTokens: promptTokens,
    outputTokens: completionTokens,
    totalTokens: promptTokens + completionTokens,
    ...(cachedTokens && { cachedInputTokens: cachedTokens }),
    ...(reasoningTokens && { reasoningTokens }),
  },
];

/** The events of a run as AG-UI has them. One message is open at a time. */
export function createAgUiEvents(names: Names, run: RunIdentity, after: number) {
  let messages = 0;
  let open: { id: string; type: 'text' | 'reasoning' } | undefined;

  function close(): string {
    if (!open) return '';
    const { id: messageId, type } = open;
    open = undefined;
    if (type === 'text') return eventOf({ type: 'TEXT_MESSAGE_END', messageId });
    return eventOf({ type: 'REASONING_MESSAGE_END', messageId }) + eventOf({ type: 'REASONING_END', messageId });
  }

  function within(type: 'text' | 'reasoning', delta: string): string {
    // The break between two texts of an answer: here they are two messages.
    if (delta === '' || (open === undefined && delta === '\n\n')) return '';
    let before = '';
    if (open?.type !== type) {
      before = close();
      messages += 1;
      // Unique in the thread: a run that goes on has other numbers.
      open = { id: `${run.runId}-${after}-${messages}`, type };
      const messageId = open.id;
      before +=
        type === 'text'
          ? eventOf({ type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' })
          : eventOf({ type: 'REASONING_START', messageId }) +
            eventOf({ type: 'REASONING_MESSAGE_START', messageId, role: 'reasoning' });
    }
    const content = type === 'text' ? 'TEXT_MESSAGE_CONTENT' : 'REASONING_MESSAGE_CONTENT';
    return before + eventOf({ type: content, messageId: open?.id, delta });
  }

  const finish = (fields: object) => close() + eventOf({ type: 'RUN_FINISHED', ...names, ...fields });

  const spellings: Partial<Record<RunEvent['type'], (fields: never) => string>> = {
    stream_chunk: ({ delta }: { delta: string }) => within('text', delta),
    reasoning_chunk: ({ delta }: { delta: string }) => within('reasoning', delta),
    tool_call: ({ toolCallId, tool, params }: { toolCallId: string; tool: string; params: unknown }) =>
      close() +
      eventOf({ type: 'TOOL_CALL_START', toolCallId, toolCallName: tool }) +
      eventOf({ type: 'TOOL_CALL_ARGS', toolCallId, delta: JSON.stringify(params ?? {}) }) +
      eventOf({ type: 'TOOL_CALL_END', toolCallId }),
    tool_result: ({ toolCallId, result }: { toolCallId: string; result: unknown }) =>
      close() +
      eventOf({
        type: 'TOOL_CALL_RESULT',
        messageId: `${toolCallId}-result`,
        toolCallId,
        content: typeof result === 'string' ? result : JSON.stringify(result ?? null),
        role: 'tool',
      }),
    stream_done: ({ stopReason, usage, model, output, messageId, costUsd, citations }: Done) =>
      finish({
        outcome: { type: stopReason === 'cancelled' ? 'cancelled' : 'success' },
        ...(output !== undefined && output !== null && { result: output }),
        usage: usageOf(usage, model),
        metadata: { stopReason, messageId, costUsd, ...(citations && { citations }) },
      }),
    error: ({ code, message }: { code: string; message: string }) =>
      close() + eventOf({ type: 'RUN_ERROR', message, code }),
  };

  return {
    start: () => eventOf({ type: 'RUN_STARTED', ...names, metadata: { ...run } }),
    spell: ({ type, fields }: RunEvent): string => spellings[type]?.(JSON.parse(fields) as never) ?? '',
    /** The run waits for a person: the client asks them, and resumes. */
    interrupted: (asked: readonly Asked[]) =>
      finish({
        outcome: {
          type: 'interrupt',
          interrupts: asked.map(({ requestId: id, tool, params, expiresAt, toolCallId }) => ({
            id,
            reason: 'tool_call',
            message: `The agent asks to use ${tool}.`,
            ...(toolCallId && { toolCallId }),
            responseSchema: answer,
            expiresAt,
            metadata: { tool, params },
          })),
        },
      }),
    /** The run waits for tools of the client. */
    handedOver: (pendingToolCallIds: readonly string[]) => finish({ outcome: { type: 'success', pendingToolCallIds } }),
    failed: (message: string, code: string) => close() + eventOf({ type: 'RUN_ERROR', message, code }),
  };
}

type Done = {
  stopReason: string;
  usage: Usage;
  model: string | null;
  output?: unknown;
  messageId: string | null;
  costUsd: number;
  citations?: readonly Citation[];
};
