import type { Citation } from '../../../kernel/parts.ts';
import { readArguments } from '../../../platform/models/chat-completions/tool-arguments.ts';
import type { FinishReason, ModelAnswer, Reasoning, TokenUsage } from '../../../platform/models/model.ts';
import type { Block, Message, StopReason, Usage } from './messages.schema.ts';
import { ownSignature } from './read-blocks.ts';

export type Head = { id: string; model: string };

export const stopOf: Record<FinishReason, StopReason> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  filtered: 'refusal',
};

export const usageOf = (usage: Omit<TokenUsage, 'estimated'>): Usage => {
  const { promptTokens, cachedTokens, completionTokens, reasoningTokens, cacheWriteTokens = 0 } = usage;
  return {
    input_tokens: promptTokens - cacheWriteTokens,
    output_tokens: completionTokens,
    cache_creation_input_tokens: cacheWriteTokens,
    cache_read_input_tokens: cachedTokens,
    ...(reasoningTokens ? { output_tokens_details: { thinking_tokens: reasoningTokens } } : {}),
  };
};

export const headOfMessage = ({ id, model }: Head) => ({
  id,
  type: 'message' as const,
  role: 'assistant' as const,
  model,
  stop_sequence: null,
});

type Recalled = { type: string; text?: string; providerOptions?: { anthropic?: Record<string, string> } };

/** Anthropic's own blocks with their signatures; the text of others with the name of its field. */
function thoughtsOf({ field, text, blocks }: Reasoning): Block[] {
  if (blocks?.provider !== 'anthropic')
    return text === '' ? [] : [{ type: 'thinking', thinking: text, signature: `${ownSignature}${field}` }];
  return (blocks.parts as readonly Recalled[]).flatMap(({ type, text: thinking = '', providerOptions }) => {
    if (type !== 'reasoning') return [];
    const { signature = '', redactedData } = providerOptions?.anthropic ?? {};
    if (redactedData !== undefined) return { type: 'redacted_thinking', data: redactedData };
    return { type: 'thinking', thinking, signature };
  });
}

type Said = Pick<ModelAnswer, 'text' | 'toolCalls' | 'reasoning'> & {
  stop: StopReason;
  usage: Usage;
  citations?: readonly Citation[] | undefined;
};

/** A passage as Anthropic's API cites a place in a plain text; the places count characters as our API does. */
export const citedPlace = ({ number, documentId, title, quote, start, end }: Citation, index: number) => ({
  type: 'char_location',
  cited_text: quote,
  document_index: (number ?? index + 1) - 1,
  document_title: title,
  start_char_index: start,
  end_char_index: end,
  file_id: documentId,
});

export function wholeMessage(head: Head, said: Said, thinks: boolean): Message {
  const { text, toolCalls, reasoning, stop, usage, citations } = said;
  return {
    ...headOfMessage(head),
    content: [
      ...(reasoning && thinks ? thoughtsOf(reasoning) : []),
      ...(text === '' ? [] : [{ type: 'text', text, ...(citations && { citations: citations.map(citedPlace) }) }]),
      ...toolCalls.map(({ id, name, arguments: written }) => ({
        type: 'tool_use',
        id,
        name,
        input: readArguments(written),
      })),
    ],
    stop_reason: stop,
    usage,
  };
}
