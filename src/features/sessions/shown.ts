import { iso } from '../../kernel/clock.ts';
import { invalidField } from '../../kernel/errors.ts';
import { usd } from '../../kernel/money.ts';
import type { Part } from '../../kernel/parts.ts';
import type { MessageRow, MessageToolCall } from './messages.store.ts';
import type { Message, Session } from './sessions.schema.ts';
import type { ShownSession } from './sessions.store.ts';

export const shownSession = (row: ShownSession): Session => ({
  id: row.id,
  workspaceId: row.workspace_id,
  userId: row.user_id,
  agentId: row.agent_id,
  surface: row.surface,
  title: row.title,
  status: row.status,
  pinned: row.pinned === 1,
  metadata: row.metadata === null ? {} : (JSON.parse(row.metadata) as Record<string, unknown>),
  messageCount: row.message_count,
  usage: { promptTokens: row.prompt_tokens, completionTokens: row.completion_tokens },
  costUsd: usd(row.cost_nano),
  createdAt: iso(row.created_at),
  updatedAt: iso(row.updated_at),
  lastMessageAt: row.last_message_at === null ? null : iso(row.last_message_at),
});

/** A model's reasoning is stored for the model and not shown; citations have a field of their own. */
function shownMeta({ meta }: MessageRow): Pick<Message, 'meta' | 'citations'> {
  if (!meta) return {};
  const { reasoning, citations, ...shown } = JSON.parse(meta) as Record<string, unknown> & Pick<Message, 'citations'>;
  return { ...(citations && { citations }), ...(Object.keys(shown).length > 0 && { meta: shown }) };
}

export function shownMessage(row: MessageRow): Message {
  const calls = row.tool_calls ? (JSON.parse(row.tool_calls) as MessageToolCall | MessageToolCall[]) : undefined;
  return {
    id: row.id,
    runId: row.run_id,
    seq: row.seq,
    role: row.role,
    agentId: row.agent_id,
    content: row.content,
    ...(row.parts === null ? {} : { parts: JSON.parse(row.parts) as Part[] }),
    ...(calls ? { toolCalls: [calls].flat().map(({ id, tool, params }) => ({ id, tool, params })) } : {}),
    status: row.status,
    ...(row.prompt_tokens === null
      ? {}
      : { usage: { promptTokens: row.prompt_tokens, completionTokens: row.completion_tokens ?? 0 } }),
    ...shownMeta(row),
    createdAt: iso(row.created_at),
  };
}

const largestMetadata = 16_384;

export function metadataText(metadata: Record<string, unknown>): string {
  const text = JSON.stringify(metadata);
  if (Buffer.byteLength(text) > largestMetadata) throw invalidField('metadata', 'must not exceed 16 KiB');
  return text;
}
