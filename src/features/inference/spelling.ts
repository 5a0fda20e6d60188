import type { AppError } from '../../kernel/errors.ts';
import type { Citation } from '../../kernel/parts.ts';
import type { AnswerPiece, ModelAnswer, ToolCall } from '../../platform/models/model.ts';
import type { ChatCompletion, Usage } from './inference.schema.ts';

/** What is known of an answer when it begins. */
export type Head = { id: string; created: number; model: string };
export type Finish = ChatCompletion['choices'][number]['finish_reason'];
/** `citations`: the passages that an agent answered from. */
export type End = { finish: Finish; usage: Usage; citations?: readonly Citation[] | undefined };
export type Said = Pick<ModelAnswer, 'text' | 'toolCalls' | 'reasoning' | 'refusal'> & End;

/**
 * How a protocol writes one answer: as a whole, or as the text of server-sent events. `begin` comes first, `end` or `failed`
 * last; `failed` may be all there is.
 */
export type Spelling<Whole> = {
  whole(head: Head, said: Said): Whole | Promise<Whole>;
  begin(head: Head): string;
  text(delta: string): string;
  piece(piece: AnswerPiece): string;
  /** A call that came in no pieces. */
  toolCall(call: ToolCall, index: number): string;
  end(end: End): string | Promise<string>;
  failed(error: AppError, requestId: string): string;
};
