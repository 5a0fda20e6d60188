import type { ModelRequest } from './model.ts';

/** Four characters to a token: the usual rule of thumb, for budgets and for providers that report no usage. */
export const estimateTokens = (text: string): number => Math.ceil(text.length / 4);

export function estimatePromptTokens({ messages, tools }: Pick<ModelRequest, 'messages' | 'tools'>): number {
  let characters = tools.length > 0 ? JSON.stringify(tools).length : 0;
  for (const message of messages) {
    characters += message.content.length;
    if (message.role === 'assistant')
      for (const call of message.toolCalls ?? []) characters += call.name.length + call.arguments.length;
  }
  return Math.ceil(characters / 4);
}
