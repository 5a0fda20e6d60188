import type { Part } from '../../../kernel/parts.ts';
import { readArguments } from '../chat-completions/tool-arguments.ts';
import type { ModelMessage, ModelOptions, ModelRequest } from '../model.ts';
import type { FileSlots } from '../parts/file-slots.ts';
import type { ToolNames } from '../tool-names.ts';
import type { Recollection } from './recollection.ts';
import type { AssistantPart, CallOptions, FilePart, Prompt, TextPart, ToolPart } from './types.ts';

export function writeOptions(
  request: ModelRequest,
  names: ToolNames,
  recollection: Recollection,
  slots: FileSlots,
  provider: 'anthropic' | 'google',
): CallOptions {
  const { messages, tools, temperature, maxTokens, options, signal } = request;
  // Without instructions the tools are the whole head.
  const marksTools = provider === 'anthropic' && request.cachesHead === true && stableIn(messages) === 0;
  return {
    prompt: writePrompt(messages, { names, recollection, provider, slots }),
    abortSignal: signal,
    ...(temperature !== null && { temperature }),
    ...(maxTokens !== null && { maxOutputTokens: maxTokens }),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters, strict }, index) => ({
        type: 'function' as const,
        name: names.toProvider(name),
        description,
        inputSchema: parameters,
        ...(strict === undefined ? {} : { strict }),
        ...(marksTools && index === tools.length - 1 && { providerOptions: cached }),
      })),
    }),
    ...(options && writeFurther(options, names)),
  };
}

const efforts: readonly string[] = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'];

function writeFurther(options: ModelOptions, names: ToolNames): Partial<CallOptions> {
  const { toolChoice, stop, topP, presencePenalty, frequencyPenalty, seed, reasoningEffort, reasoning, json } = options;
  const further: Partial<CallOptions> = {};
  if (typeof toolChoice === 'object')
    further.toolChoice = { type: 'tool', toolName: names.toProvider(toolChoice.name) };
  else if (toolChoice) further.toolChoice = { type: toolChoice };
  if (stop) further.stopSequences = [...stop];
  if (topP !== undefined) further.topP = topP;
  if (presencePenalty !== undefined) further.presencePenalty = presencePenalty;
  if (frequencyPenalty !== undefined) further.frequencyPenalty = frequencyPenalty;
  if (seed !== undefined) further.seed = seed;
  if (reasoningEffort && efforts.includes(reasoningEffort))
    further.reasoning = reasoningEffort as NonNullable<CallOptions['reasoning']>;
  if (reasoning) further.reasoning = reasoning === 'off' ? 'none' : reasoning;
  // Anthropic sends it by itself.
  if (options.showReasoning) further.providerOptions = { google: { thinkingConfig: { includeThoughts: true } } };
  if (json) {
    const { schema, name, description } = json;
    further.responseFormat = {
      type: 'json',
      ...(schema && { schema }),
      ...(name && { name }),
      ...(description && { description }),
    };
  }
  return further;
}

type Memory = { names: ToolNames; recollection: Recollection; provider: 'anthropic' | 'google'; slots: FileSlots };

/**
 * Both providers accept instructions only at the beginning: later system messages are moved there. Anthropic caches up to a
 * mark: tools and the stable beginning.
 */
function writeInstructions(messages: readonly ModelMessage[], provider: Memory['provider']): Prompt {
  const system = messages.filter((message) => message.role === 'system');
  const text = system.map(({ content }) => content).join('\n\n');
  const stable = provider === 'anthropic' ? stableIn(messages) : 0;
  if (text === '') return [];
  if (stable === 0) return [{ role: 'system', content: text }];
  const rest = text.slice(stable).trimStart();
  return [
    { role: 'system', content: text.slice(0, stable), providerOptions: cached },
    ...(rest === '' ? [] : [{ role: 'system' as const, content: rest }]),
  ];
}
const stableIn = ([first]: readonly ModelMessage[]): number => (first?.role === 'system' ? (first.stable ?? 0) : 0);
const cached = { anthropic: { cacheControl: { type: 'ephemeral' } } };

function writePrompt(messages: readonly ModelMessage[], memory: Memory): Prompt {
  const { names, slots } = memory;
  const prompt = writeInstructions(messages, memory.provider);
  for (const message of messages) {
    if (message.role === 'user') {
      const parts: readonly Part[] = message.parts ?? [{ type: 'text', text: message.content }];
      prompt.push({ role: 'user', content: parts.map((part) => writePart(part, slots)) });
    }
    if (message.role === 'assistant') {
      const content = writeAnswer(message, memory);
      if (content.length > 0) prompt.push({ role: 'assistant', content });
    }
    if (message.role === 'tool') {
      const part: ToolPart = {
        type: 'tool-result',
        toolCallId: message.toolCallId,
        toolName: names.toProvider(message.name),
        output: writeResult(message, slots),
      };
      const last = prompt.at(-1);
      // The results of parallel calls go into one message.
      if (last?.role === 'tool') last.content.push(part);
      else prompt.push({ role: 'tool', content: [part] });
    }
  }
  return prompt;
}

/** The package writes the slot where the file's base64 belongs. */
function writePart(part: Part, slots: FileSlots): FilePart | TextPart {
  if (part.type === 'text') return part;
  const { name: filename, mediaType } = part;
  return { type: 'file', filename, mediaType, data: { type: 'data', data: slots.slot(part) } };
}

function writeResult(
  { content, isError, parts }: Extract<ModelMessage, { role: 'tool' }>,
  slots: FileSlots,
): ToolPart['output'] {
  if (!parts) return { type: isError ? 'error-text' : 'text', value: content };
  const text: TextPart[] = content.trim() === '' ? [] : [{ type: 'text', text: content }];
  return { type: 'content', value: [...text, ...parts.map((part) => writePart(part, slots))] };
}

function writeAnswer(
  { content, toolCalls = [], reasoning }: Extract<ModelMessage, { role: 'assistant' }>,
  { names, recollection, provider }: Memory,
): AssistantPart[] {
  const [first] = toolCalls;
  const stored = reasoning?.blocks?.provider === provider ? (reasoning.blocks.parts as AssistantPart[]) : undefined;
  const recalled = stored ?? (first && recollection.of(first.id));
  const ids = recalled?.flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : []));
  // A call that got another id, or was left out, does not fit.
  if (recalled && ids?.length === toolCalls.length && toolCalls.every(({ id }) => ids.includes(id))) return recalled;
  const parts: AssistantPart[] = content.trim() === '' ? [] : [{ type: 'text', text: content }];
  for (const call of toolCalls)
    parts.push({
      type: 'tool-call',
      toolCallId: call.id,
      toolName: names.toProvider(call.name),
      input: readArguments(call.arguments),
    });
  return parts;
}
