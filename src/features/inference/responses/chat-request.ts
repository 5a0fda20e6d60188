import { AppError, invalidField } from '../../../kernel/errors.ts';
import type { ChatCompletionRequest } from '../inference.schema.ts';
import { type ChatMessages, chatMessagesOf, type PlacedItem } from './chat-messages.ts';
import type { ResponseRequest } from './responses.schema.ts';

type ToolChoice = Exclude<ChatCompletionRequest['tool_choice'], undefined>;

/** Which of the tools the model may call, and whether it must. */
function choiceOf({ tool_choice: choice, tools }: ResponseRequest): {
  choice: ToolChoice;
  allowed: ResponseRequest['tools'];
} {
  if (!choice || typeof choice === 'string') return { choice: choice ?? null, allowed: tools };
  if (choice.type === 'function' && choice.name)
    return { choice: { type: 'function', function: { name: choice.name } }, allowed: tools };
  if (choice.type !== 'allowed_tools' || !choice.tools)
    throw invalidField('tool_choice', 'must be none, auto, required, a function with its name, or allowed_tools');
  const names = new Set(choice.tools.map(({ name }) => name));
  return { choice: choice.mode ?? 'auto', allowed: (tools ?? []).filter(({ name }) => name && names.has(name)) };
}

function formatOf({ text }: ResponseRequest): Exclude<ChatCompletionRequest['response_format'], undefined> {
  const format = text?.format;
  if (!format) return null;
  if (format.type !== 'json_schema') return { type: format.type };
  const { name, schema, description, strict } = format;
  if (!name || !schema) throw invalidField('text.format', 'needs a name and a schema');
  return {
    type: 'json_schema',
    json_schema: { name, schema, description: description ?? null, strict: strict ?? null },
  };
}

/** What chat completions call the same. */
export function chatRequestOf(
  body: ResponseRequest,
  items: readonly PlacedItem[],
): { chat: ChatCompletionRequest; paths: string[] } {
  const { messages, paths }: ChatMessages = chatMessagesOf(items);
  const { choice, allowed } = choiceOf(body);
  const instructions = body.instructions ? [{ role: 'system' as const, content: body.instructions }] : [];
  const chat: ChatCompletionRequest = {
    model: body.model,
    messages: [...instructions, ...messages],
    tools: (allowed ?? []).map(({ name, description, parameters, strict }) => ({
      type: 'function',
      function: {
        name: name ?? '',
        description: description ?? null,
        parameters: parameters ?? null,
        strict: strict ?? null,
      },
    })),
    tool_choice: choice,
    parallel_tool_calls: body.parallel_tool_calls ?? null,
    temperature: body.temperature ?? null,
    top_p: body.top_p ?? null,
    presence_penalty: body.presence_penalty ?? null,
    frequency_penalty: body.frequency_penalty ?? null,
    max_completion_tokens: body.max_output_tokens ?? null,
    reasoning_effort: body.reasoning?.effort ?? null,
    response_format: formatOf(body),
  };
  if (messages.length === 0) throw invalidField('input', 'holds no message');
  return { chat, paths: [...instructions.map(() => 'instructions'), ...paths] };
}

const renamed: readonly [string, string][] = [
  ['response_format.json_schema', 'text.format'],
  ['response_format', 'text.format'],
  ['reasoning_effort', 'reasoning.effort'],
  ['max_completion_tokens', 'max_output_tokens'],
  ['messages', 'input'],
];

function pathOf(path: string, paths: readonly string[]): string {
  const place = /^messages\[(\d+)\](.*)$/s.exec(path);
  if (place) {
    const item = paths[Number(place[1])] ?? 'input';
    return item.startsWith('input') ? `${item}${(place[2] ?? '').replace('.tool_call_id', '.call_id')}` : item;
  }
  const [old, name] = renamed.find(([one]) => path.startsWith(one)) ?? ['', ''];
  return path.replace(old, name).replace(/^(tools\[\d+\])\.function\./, '$1.');
}

/** The field as the clients of this protocol know it. */
export function renameField(error: unknown, paths: readonly string[]): unknown {
  const [first] = error instanceof AppError ? (error.details.errors ?? []) : [];
  if (!first || !(error instanceof AppError)) return error;
  const path = pathOf(first.path, paths);
  if (path === first.path) return error;
  return new AppError(error.code, error.message.replaceAll(first.path, path), {
    ...error.details,
    errors: [{ ...first, path }],
  });
}
