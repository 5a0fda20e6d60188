import type { Citation } from '../../../kernel/parts.ts';
import type { AnswerPiece, ToolCall } from '../../../platform/models/model.ts';
import type { FileCitation, MessagePart, OutputItem } from './responses.schema.ts';

/** Writes one event; `fields` are its members besides the type and the number. */
type Write = (type: string, fields: object) => string;
type Message = Extract<OutputItem, { type: 'message' }>;
type FunctionCall = Extract<OutputItem, { type: 'function_call' }>;

const prefixes = { message: 'msg', function_call: 'fc', reasoning: 'rs' } as const;

/** An item of a stored response is found by its id: the response's own, and its place in the output. */
const itemId = (type: OutputItem['type'], responseId: string, place: number): string =>
  `${prefixes[type]}_${responseId.slice('resp_'.length)}_${place}`;

export function placeOfItem(id: string): { responseId: string; place: number } | undefined {
  const [, response, place] = /^(?:msg|fc|rs)_([0-9a-z]{26})_(\d{1,4})$/.exec(id) ?? [];
  return response && place ? { responseId: `resp_${response}`, place: Number(place) } : undefined;
}

/** Without what only the gateway needs of it. */
export function shownItem(item: OutputItem): OutputItem {
  if (item.type !== 'reasoning') return item;
  const { encrypted_content: _field, ...others } = item;
  return others;
}

const emptyPart = (type: MessagePart['type']): MessagePart =>
  type === 'refusal' ? { type, refusal: '' } : { type, text: '', annotations: [], logprobs: [] };

/**
 * The items of an answer as its pieces come, and the events that tell of them. Text and reasoning are closed when something
 * else begins; calls of tools at the end, because the pieces of several may be mixed.
 */
export function createOutput(responseId: string, { write, showsField }: { write: Write; showsField: boolean }) {
  const items: OutputItem[] = [];
  const calls = new Map<number, { item: FunctionCall; place: number }>();
  let open: Exclude<OutputItem, FunctionCall> | undefined;

  const shown = (item: OutputItem): OutputItem => (showsField ? item : shownItem(item));
  const atLast = () => ({ item_id: open?.id, output_index: items.length - 1 });

  function add(item: OutputItem): string {
    items.push(item);
    return write('response.output_item.added', { output_index: items.length - 1, item: shown(item) });
  }
  const done = (item: OutputItem, place: number) =>
    write('response.output_item.done', { output_index: place, item: shown(item) });

  /** Where the text names a passage (`[1]`), else at its end. */
  function annotate(citations: readonly Citation[]): string {
    const part = open?.type === 'message' ? open.content.at(-1) : undefined;
    if (open?.type !== 'message' || part?.type !== 'output_text') return '';
    const place = { ...atLast(), content_index: open.content.length - 1 };
    let text = '';
    for (const { number, documentId, title } of citations) {
      const mark = `[${number}]`;
      const found = part.text.indexOf(mark);
      const index = found < 0 ? part.text.length : found + mark.length;
      const annotation: FileCitation = { type: 'file_citation', file_id: documentId, filename: title, index };
      part.annotations.push(annotation);
      text += write('response.output_text.annotation.added', {
        ...place,
        annotation_index: part.annotations.length - 1,
        annotation,
      });
    }
    return text;
  }

  function closePart({ content }: Message): string {
    const part = content.at(-1);
    if (!part) return '';
    const place = { ...atLast(), content_index: content.length - 1 };
    const ended =
      part.type === 'refusal'
        ? write('response.refusal.done', { ...place, refusal: part.refusal })
        : write('response.output_text.done', { ...place, text: part.text, logprobs: [] });
    return ended + write('response.content_part.done', { ...place, part });
  }

  function close(): string {
    const item = open;
    if (!item) return '';
    let text = '';
    if (item.type === 'message') {
      item.status = 'completed';
      text = closePart(item);
    } else {
      const [part] = item.summary;
      const place = { ...atLast(), summary_index: 0 };
      text = write('response.reasoning_summary_text.done', { ...place, text: part?.text ?? '' });
      text += write('response.reasoning_summary_part.done', { ...place, part });
    }
    const place = items.indexOf(item);
    open = undefined;
    return text + done(item, place);
  }

  function speak(type: MessagePart['type'], delta: string): string {
    let text = '';
    let message = open?.type === 'message' ? open : undefined;
    if (!message) {
      text += close();
      message = {
        type: 'message',
        id: itemId('message', responseId, items.length),
        status: 'in_progress',
        role: 'assistant',
        content: [],
      };
      text += add(message);
      open = message;
    }
    let part = message.content.at(-1);
    if (part?.type !== type) {
      text += closePart(message);
      part = emptyPart(type);
      message.content.push(part);
      text += write('response.content_part.added', { ...atLast(), content_index: message.content.length - 1, part });
    }
    const place = { ...atLast(), content_index: message.content.length - 1, delta };
    if (part.type === 'refusal') {
      part.refusal += delta;
      return text + write('response.refusal.delta', place);
    }
    part.text += delta;
    return text + write('response.output_text.delta', { ...place, logprobs: [] });
  }

  function reason(field: string, delta: string): string {
    let text = '';
    let item = open?.type === 'reasoning' ? open : undefined;
    if (!item) {
      text += close();
      item = {
        type: 'reasoning',
        id: itemId('reasoning', responseId, items.length),
        summary: [],
        encrypted_content: field,
      };
      text += add(item);
      open = item;
      const part = { type: 'summary_text' as const, text: '' };
      text += write('response.reasoning_summary_part.added', { ...atLast(), summary_index: 0, part });
      item.summary.push(part);
    }
    const [part] = item.summary;
    if (part) part.text += delta;
    return text + write('response.reasoning_summary_text.delta', { ...atLast(), summary_index: 0, delta });
  }

  function call(index: number, { id, name, arguments: delta }: Partial<ToolCall> & { arguments: string }): string {
    let text = '';
    let known = calls.get(index);
    if (!known) {
      text += close();
      const item: FunctionCall = {
        type: 'function_call',
        id: itemId('function_call', responseId, items.length),
        status: 'in_progress',
        call_id: id ?? itemId('function_call', responseId, items.length),
        name: name ?? '',
        arguments: '',
      };
      text += add(item);
      known = { item, place: items.length - 1 };
      calls.set(index, known);
    }
    known.item.arguments += delta;
    if (delta === '') return text;
    const { item, place } = known;
    return text + write('response.function_call_arguments.delta', { item_id: item.id, output_index: place, delta });
  }

  return {
    items: items as readonly OutputItem[],
    shown: () => items.map(shown),
    text: (delta: string) => speak('output_text', delta),
    piece(piece: AnswerPiece): string {
      if (piece.type === 'refusal') return speak('refusal', piece.delta);
      if (piece.type === 'reasoning') return reason(piece.field, piece.delta);
      return call(piece.index, piece);
    },
    toolCall: (one: ToolCall, index: number) => call(index, one),
    /** All items are whole from now on. */
    end(citations: readonly Citation[] = []): string {
      let text = items.length === 0 ? speak('output_text', '') : '';
      text += annotate(citations);
      text += close();
      for (const { item, place } of calls.values()) {
        item.status = 'completed';
        const { id, name, arguments: whole } = item;
        text += write('response.function_call_arguments.done', {
          item_id: id,
          output_index: place,
          name,
          arguments: whole,
        });
        text += done(item, place);
      }
      return text;
    },
  };
}
