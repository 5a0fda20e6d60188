import { readArguments } from '../chat-completions/tool-arguments.ts';
import type { ModelMessage, ModelOptions, ModelRequest } from '../model.ts';
import type { ToolNames } from '../tool-names.ts';
import type { Recollection } from './recollection.ts';
import type { AssistantPart, CallOptions, Prompt, ToolPart } from './types.ts';

export function writeOptions(request: ModelRequest, names: ToolNames, recollection: Recollection): CallOptions {
  const { messages, tools, temperature, maxTokens, options, signal } = request;
  return {
    prompt: writePrompt(messages, names, recollection),
    abortSignal: signal,
    ...(temperature !== null && { temperature }),
    ...(maxTokens !== null && { maxOutputTokens: maxTokens }),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters, strict }) => ({
        type: 'function' as const,
        name: names.toProvider(name),
        description,
        inputSchema: parameters,
        ...(strict === undefined ? {} : { strict }),
      })),
    }),
    ...(options && writeFurther(options, names)),
  };
}

const efforts: readonly string[] = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'];

function writeFurther(options: ModelOptions, names: ToolNames): Partial<CallOptions> {
  const { toolChoice, stop, topP, presencePenalty, frequencyPenalty, seed, reasoningEffort, json } = options;
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

/** Both providers accept instructions only at the beginning: later system messages are moved there. */
function writePrompt(messages: readonly ModelMessage[], names: ToolNames, recollection: Recollection): Prompt {
  const instructions = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  const prompt: Prompt = [];
  if (instructions.length > 0) prompt.push({ role: 'system', content: instructions.join('\n\n') });
  for (const message of messages) {
    if (message.role === 'user') prompt.push({ role: 'user', content: [{ type: 'text', text: message.content }] });
    if (message.role === 'assistant') {
      const content = writeAnswer(message, names, recollection);
      if (content.length > 0) prompt.push({ role: 'assistant', content });
    }
    if (message.role === 'tool') {
      const part: ToolPart = {
        type: 'tool-result',
        toolCallId: message.toolCallId,
        toolName: names.toProvider(message.name),
        output: { type: message.isError ? 'error-text' : 'text', value: message.content },
      };
      const last = prompt.at(-1);
      // The results of parallel calls go into one message.
      if (last?.role === 'tool') last.content.push(part);
      else prompt.push({ role: 'tool', content: [part] });
    }
  }
  return prompt;
}

function writeAnswer(
  { content, toolCalls = [] }: Extract<ModelMessage, { role: 'assistant' }>,
  names: ToolNames,
  recollection: Recollection,
): AssistantPart[] {
  const [first] = toolCalls;
  const recalled = first && recollection.of(first.id);
  if (recalled?.filter(({ type }) => type === 'tool-call').length === toolCalls.length) return recalled;
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
