import type { AssistantPart } from './types.ts';

const maxAnswers = 1_000;
/** Longer answers are not remembered (characters). */
export const longestRecollection = 200_000;

/**
 * Reasoning and signatures that a provider expects back, unchanged, with the results of the tool calls that came with
 * them. In memory only: without them, after a restart or on another node, both providers still answer.
 */
export function createRecollection() {
  const answers = new Map<string, AssistantPart[]>();
  return {
    keep(parts: AssistantPart[]) {
      const first = parts.find((part) => part.type === 'tool-call');
      if (!first || !parts.some((part) => part.providerOptions)) return;
      if (JSON.stringify(parts).length > longestRecollection) return;
      answers.set(first.toolCallId, parts);
      for (const oldest of answers.keys()) {
        if (answers.size <= maxAnswers) break;
        answers.delete(oldest);
      }
    },
    /** The whole answer that began with this call, as the provider sent it. */
    of: (toolCallId: string): AssistantPart[] | undefined => answers.get(toolCallId),
  };
}

export type Recollection = ReturnType<typeof createRecollection>;
