import type { Citation } from '../../../kernel/parts.ts';
import type { AnswerPiece, Reasoning, ToolCall } from '../../../platform/models/model.ts';
import type { StopReason, Usage } from './messages.schema.ts';
import { ownSignature } from './read-blocks.ts';
import { citedPlace, type Head, headOfMessage } from './write-message.ts';

const noUsage: Usage = {
  input_tokens: 0,
  output_tokens: 0,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
};

/** Each event is JSON on one line, so no text can forge another. */
export const eventOf = (data: { type: string; [field: string]: unknown }): string =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;

type Open = { index: number; type: 'text' | 'thinking' | 'tool_use' };

/** The answer as events of a stream: one block after the other. What is counted is known at the end. */
export function createMessageEvents(head: Head, thinks: boolean) {
  let blocks = 0;
  let open: Open | undefined;
  let field: Reasoning['field'] = 'reasoning_content';
  let signature: string | undefined;
  /** The block of each call. */
  const calls: number[] = [];

  const delta = (index: number, fields: object) => eventOf({ type: 'content_block_delta', index, delta: fields });

  function close(): string {
    if (!open) return '';
    const { index, type } = open;
    open = undefined;
    const signed =
      type === 'thinking'
        ? delta(index, { type: 'signature_delta', signature: signature ?? ownSignature + field })
        : '';
    signature = undefined;
    return `${signed}${eventOf({ type: 'content_block_stop', index })}`;
  }

  function begin(type: Open['type'], fields: object): string {
    const before = close();
    open = { index: blocks, type };
    blocks += 1;
    return before + eventOf({ type: 'content_block_start', index: open.index, content_block: { type, ...fields } });
  }

  const within = (type: Open['type'], fields: object): [number, string] => {
    const before = open?.type === type ? '' : begin(type, fields);
    return [open?.index ?? 0, before];
  };

  /** They belong to the text that is open. */
  function cite(citations: readonly Citation[]): string {
    const at = open;
    if (at?.type !== 'text') return '';
    return citations
      .map((one, place) => delta(at.index, { type: 'citations_delta', citation: citedPlace(one, place) }))
      .join('');
  }

  const events = {
    start: () =>
      eventOf({
        type: 'message_start',
        message: { ...headOfMessage(head), content: [], stop_reason: null, usage: noUsage },
      }),

    text(text: string): string {
      if (text === '') return '';
      const [index, before] = within('text', { text: '', citations: null });
      return before + delta(index, { type: 'text_delta', text });
    },

    thought(piece: Omit<Extract<AnswerPiece, { type: 'reasoning' }>, 'type'>): string {
      if (!thinks || (piece.delta === '' && piece.signature === undefined)) return '';
      field = piece.field;
      const [index, before] = within('thinking', { thinking: '', signature: '' });
      if (piece.signature !== undefined) signature = piece.signature;
      return before + (piece.delta === '' ? '' : delta(index, { type: 'thinking_delta', thinking: piece.delta }));
    },

    toolCall({ id, name, arguments: written }: ToolCall): string {
      const before = begin('tool_use', { id, name, input: {} });
      calls.push(open?.index ?? 0);
      return (
        before + (written === '' ? '' : delta(open?.index ?? 0, { type: 'input_json_delta', partial_json: written }))
      );
    },

    /** How many calls have been told. */
    calls: () => calls.length,

    piece(piece: AnswerPiece): string {
      if (piece.type === 'reasoning') return events.thought(piece);
      if (piece.type === 'refusal') return events.text(piece.delta);
      const { index, id, name, arguments: written } = piece;
      const block = calls[index];
      if (block === undefined) return events.toolCall({ id: id ?? '', name: name ?? '', arguments: written });
      return written === '' ? '' : delta(block, { type: 'input_json_delta', partial_json: written });
    },

    end: (stop_reason: StopReason, usage: Usage, citations: readonly Citation[] = []) =>
      cite(citations) +
      close() +
      eventOf({ type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage }) +
      eventOf({ type: 'message_stop' }),
  };
  return events;
}
