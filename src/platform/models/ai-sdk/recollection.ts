import type { AssistantPart } from './types.ts';

const maxAnswers = 1_000;
/** Longer answers are not remembered (characters). */
export const longestRecollection = 200_000;

/**
 * Reasoning and signatures that a provider expects back, unchanged, with the results of the tool calls that came with
 * them. In memory, for clients that do not send them back; a run stores its own (`Reasoning.blocks`).
 */
export function createRecollection() {
  const answers = new Map<string, AssistantPart[]>();
  return {
    /** True if the provider wants them back. */
    keep(parts: AssistantPart[]): boolean {
      const first = parts.find((part) => part.type === 'tool-call');
      if (!first || !parts.some((part) => part.providerOptions)) return false;
      if (JSON.stringify(parts).length > longestRecollection) return false;
      answers.set(first.toolCallId, parts);
      for (const oldest of answers.keys()) {
        if (answers.size <= maxAnswers) break;
        answers.delete(oldest);
      }
      return true;
    },
    /** The whole answer that began with this call, as the provider sent it. */
    of: (toolCallId: string): AssistantPart[] | undefined => answers.get(toolCallId),
  };
}

export type Recollection = ReturnType<typeof createRecollection>;
