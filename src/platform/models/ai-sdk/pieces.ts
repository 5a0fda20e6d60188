import type { OnPiece } from '../model.ts';
import type { ToolNames } from '../tool-names.ts';
import type { StreamPart } from './types.ts';

/**
 * Converts the non-text parts of a provider package's stream to our types. A returned promise means that the listener
 * is not ready yet.
 */
export function createSdkPieces(names: ToolNames, onPiece: OnPiece | undefined) {
  const begun: string[] = [];

  return function take(part: StreamPart): void | Promise<void> {
    if (!onPiece) return undefined;
    if (part.type === 'reasoning-delta') {
      const signature = part.providerMetadata?.anthropic?.signature;
      const signed = typeof signature === 'string' ? { signature } : {};
      return onPiece({ type: 'reasoning', field: 'reasoning_content', delta: part.delta, ...signed });
    }
    if (part.type === 'tool-input-start') {
      begun.push(part.id);
      const name = names.fromProvider(part.toolName);
      return onPiece({ type: 'tool_call', index: begun.length - 1, id: part.id, name, arguments: '' });
    }
    if (part.type === 'tool-input-delta')
      return onPiece({ type: 'tool_call', index: begun.indexOf(part.id), arguments: part.delta });
    // A call without an announcement comes as a whole.
    if (part.type !== 'tool-call' || begun.includes(part.toolCallId)) return undefined;
    begun.push(part.toolCallId);
    const { toolCallId: id, toolName, input } = part;
    const name = names.fromProvider(toolName);
    return onPiece({ type: 'tool_call', index: begun.length - 1, id, name, arguments: input });
  };
}
