import { readArguments } from '../chat-completions/tool-arguments.ts';
import { estimateUsage } from '../estimate.ts';
import type { FinishReason, ModelAnswer, ModelRequest, TokenUsage, ToolCall } from '../model.ts';
import { brokeOff } from '../provider-failure.ts';
import type { ToolNames } from '../tool-names.ts';
import { longestRecollection, type Recollection } from './recollection.ts';
import type { AssistantPart, GenerateResult, SdkMetadata, SdkUsage, StreamPart } from './types.ts';

type Finish = GenerateResult['finishReason']['unified'];

const finishReasons: Record<Finish, FinishReason | undefined> = {
  stop: 'stop',
  length: 'length',
  'content-filter': 'filtered',
  'tool-calls': 'tool_calls',
  other: 'stop',
  error: undefined,
  interrupted: undefined,
};

type Ending = { finishReason: { unified: Finish }; usage: SdkUsage };

/** The answer in our types, and in the provider's own for the next request. */
export function createSdkAnswer(
  request: ModelRequest,
  names: ToolNames,
  recollection: Recollection,
  { keepsText, provider }: { keepsText: boolean; provider: string },
) {
  const parts: AssistantPart[] = [];
  const toolCalls: ToolCall[] = [];
  const reasoning = new Map<string, Extract<AssistantPart, { type: 'reasoning' }>>();
  let text = '';
  let thoughts = '';
  let length = 0;

  const addText = (delta: string) => {
    length += delta.length;
    if (keepsText) text += delta;
    if (length > longestRecollection) return;
    const last = parts.at(-1);
    if (last?.type === 'text') last.text += delta;
    else parts.push({ type: 'text', text: delta });
  };

  const addCall = (call: { toolCallId: string; toolName: string; input: string; providerMetadata?: SdkMetadata }) => {
    const { toolCallId, toolName, input, providerMetadata } = call;
    toolCalls.push({ id: toolCallId, name: names.fromProvider(toolName), arguments: input });
    const part = { type: 'tool-call' as const, toolCallId, toolName, input: readArguments(input) };
    parts.push(providerMetadata ? { ...part, providerOptions: providerMetadata } : part);
  };

  function addReasoning(id: string, delta: string, metadata: SdkMetadata | undefined) {
    let part = reasoning.get(id);
    if (!part) {
      part = { type: 'reasoning', text: '' };
      reasoning.set(id, part);
      parts.push(part);
    }
    part.text += delta;
    thoughts += delta;
    if (metadata) part.providerOptions = { ...part.providerOptions, ...metadata };
  }

  return {
    takeWhole(content: GenerateResult['content']) {
      for (const [index, part] of content.entries()) {
        if (part.type === 'text') addText(part.text);
        if (part.type === 'reasoning') addReasoning(`whole-${index}`, part.text, part.providerMetadata);
        if (part.type === 'tool-call') addCall(part);
      }
    },
    /** True once a part is output of the model. */
    takePart(part: StreamPart): boolean {
      if (part.type === 'text-delta') addText(part.delta);
      else if (part.type === 'tool-call') addCall(part);
      else if (part.type === 'reasoning-start' || part.type === 'reasoning-end')
        addReasoning(part.id, '', part.providerMetadata);
      else if (part.type === 'reasoning-delta') addReasoning(part.id, part.delta, part.providerMetadata);
      else return part.type === 'tool-input-start';
      return true;
    },
    build({ finishReason, usage }: Ending): ModelAnswer {
      const known = finishReasons[finishReason.unified];
      if (!known) throw brokeOff();
      const kept = length <= longestRecollection && recollection.keep(parts);
      const finish = known === 'stop' && toolCalls.length > 0 ? 'tool_calls' : known;
      return {
        text,
        toolCalls,
        finishReason: finish,
        usage: countTokens(usage, request, length, toolCalls),
        ...((kept || thoughts !== '') && {
          reasoning: { field: 'reasoning_content', text: thoughts, ...(kept && { blocks: { provider, parts } }) },
        }),
      };
    },
  };
}

/** Anthropic's count leaves cached tokens out and Google's includes them; the packages report both alike. */
function countTokens(usage: SdkUsage, request: ModelRequest, length: number, toolCalls: ToolCall[]): TokenUsage {
  const { total, cacheRead, cacheWrite = 0 } = usage.inputTokens;
  const { reasoning = 0 } = usage.outputTokens;
  if (total === undefined) return estimateUsage(request, length, toolCalls);
  const cachedTokens = Math.min(cacheRead ?? 0, total);
  return {
    promptTokens: total - cachedTokens,
    cachedTokens,
    completionTokens: usage.outputTokens.total ?? Math.ceil(length / 4),
    estimated: false,
    ...(reasoning > 0 && { reasoningTokens: reasoning }),
    ...(cacheWrite > 0 && { cacheWriteTokens: Math.min(cacheWrite, total - cachedTokens) }),
  };
}
