import { tokensOfFiles } from '../../kernel/parts.ts';
import type { ModelRequest, TokenUsage, ToolCall } from './model.ts';

/** Four characters to a token: the usual rule of thumb, for providers that report no usage. */
const tokensOf = (characters: number): number => Math.ceil(characters / 4);

const lengthOf = (calls: readonly ToolCall[]): number =>
  calls.reduce((sum, { name, arguments: written }) => sum + name.length + written.length, 0);

export function estimateUsage(
  { messages, tools }: Pick<ModelRequest, 'messages' | 'tools'>,
  answerLength: number,
  toolCalls: readonly ToolCall[],
): TokenUsage {
  let asked = tools.length > 0 ? JSON.stringify(tools).length : 0;
  let files = 0;
  for (const message of messages) {
    asked += message.content.length;
    if ('parts' in message) files += tokensOfFiles(message.parts);
    if (message.role === 'assistant')
      asked += lengthOf(message.toolCalls ?? []) + (message.reasoning?.text.length ?? 0);
  }
  return {
    promptTokens: tokensOf(asked) + files,
    cachedTokens: 0,
    completionTokens: tokensOf(answerLength + lengthOf(toolCalls)),
    estimated: true,
  };
}
