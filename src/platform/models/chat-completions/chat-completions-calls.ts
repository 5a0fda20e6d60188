import { randomUUID } from 'node:crypto';
import type { OnPiece, ToolCall } from '../model.ts';
import type { ToolNames } from '../tool-names.ts';

/** One piece of a tool call, as servers send it. */
export type CallFragment = {
  index?: number;
  id?: string | null;
  function?: { name?: string | null; arguments?: string | null };
};

/**
 * Builds tool calls from their pieces, and passes the pieces on as OpenAI sends them: numbered from 0, each call with a
 * unique id. Results are matched by these ids, but some servers send none, or the same one twice.
 */
export function createCallBuilder(names: ToolNames, onPiece: OnPiece | undefined) {
  const calls: (ToolCall & { index: number; given: string; announced: boolean })[] = [];

  const distinct = (id: string): string => (id && !calls.some((call) => call.id === id) ? id : `call_${randomUUID()}`);

  /** A call without a name cannot be announced yet: its arguments so far are sent together with the name. */
  function announce(position: number, added: string): void | Promise<void> {
    const call = calls[position];
    if (!call || !onPiece) return undefined;
    if (call.announced)
      return added === '' ? undefined : onPiece({ type: 'tool_call', index: position, arguments: added });
    if (call.name === '') return undefined;
    call.announced = true;
    const { id, name, arguments: text } = call;
    return onPiece({ type: 'tool_call', index: position, id, name: names.fromProvider(name), arguments: text });
  }

  return {
    /** A returned promise means that the listener is not ready yet. */
    take({ index: numbered, id, function: called }: CallFragment): void | Promise<void> {
      const index = numbered ?? calls.length;
      const name = called?.name ?? '';
      const added = called?.arguments ?? '';
      const position = calls.findLastIndex((call) => call.index === index);
      const known = calls[position];
      // Some servers number every parallel call 0; a new id with a name is a new call nevertheless.
      if (known && !(id && name && known.given && id !== known.given)) {
        if (!known.given && id) {
          known.given = id;
          if (!known.announced) known.id = distinct(id);
        }
        known.name ||= name;
        known.arguments += added;
        return announce(position, added);
      }
      const given = id ?? '';
      calls.push({ index, given, id: distinct(given), name, arguments: added, announced: false });
      return announce(calls.length - 1, added);
    },
    build: (): ToolCall[] =>
      calls.map(({ id, name, arguments: text }) => ({ id, name: names.fromProvider(name), arguments: text })),
  };
}
