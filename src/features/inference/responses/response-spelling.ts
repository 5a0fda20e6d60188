import { openAiErrorOf } from '../../../http/errors/error-shapes.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { AppError } from '../../../kernel/errors.ts';
import type { End, Head, Spelling } from '../spelling.ts';
import { createOutput } from './output.ts';
import { endOf, responseOf } from './response.ts';
import type { OutputItem, ResponseObject, ResponseRequest } from './responses.schema.ts';

type Deps = {
  id: string;
  body: ResponseRequest;
  clock: Clock;
  /** Called with the ended response, before the client learns of its end. */
  save(response: ResponseObject, output: readonly OutputItem[]): Promise<void>;
  renamed(error: AppError): AppError;
};
type WrittenError = { error: { type: string; code: string | null; message: string; param: string | null } };

/** OpenAI's responses. Each event is JSON on one line, so no text can forge another event. */
export function spellResponse({ id, body, clock, save, renamed }: Deps): Spelling<ResponseObject> {
  const seconds = () => Math.floor(clock.now() / 1_000);
  let number = 0;
  const write = (type: string, fields: object): string => {
    const event = JSON.stringify({ type, sequence_number: number, ...fields });
    number += 1;
    return `event: ${type}\ndata: ${event}\n\n`;
  };
  const showsField = body.include?.includes('reasoning.encrypted_content') ?? false;
  const output = createOutput(id, { write, showsField });
  let response: ResponseObject | undefined;
  const begun = ({ model }: Pick<Head, 'model'>) => {
    response ??= responseOf(body, { id, createdAt: seconds(), model });
    return response;
  };

  async function ended({ finish, usage }: End): Promise<ResponseObject> {
    const whole = { ...begun(body), ...endOf(finish, usage, seconds()), output: output.shown() };
    await save(whole, output.items);
    return whole;
  }

  return {
    async whole(head, { text, toolCalls, reasoning, refusal, ...end }) {
      begun(head);
      if (reasoning?.text) output.piece({ type: 'reasoning', field: reasoning.field, delta: reasoning.text });
      const said = refusal === undefined ? text : text.replace(refusal, '');
      if (said !== '') output.text(said);
      if (refusal) output.piece({ type: 'refusal', delta: refusal });
      for (const [index, call] of toolCalls.entries()) output.toolCall(call, index);
      output.end(end.citations);
      return ended(end);
    },
    begin(head) {
      const beginning = begun(head);
      return (
        write('response.created', { response: beginning }) + write('response.in_progress', { response: beginning })
      );
    },
    text: output.text,
    piece: output.piece,
    toolCall: output.toolCall,
    async end(end) {
      const last = output.end(end.citations);
      const whole = await ended(end);
      return `${last}${write(`response.${whole.status}`, { response: whole })}data: [DONE]\n\n`;
    },
    failed(error, requestId) {
      const { error: said } = openAiErrorOf(renamed(error), requestId) as WrittenError;
      const { code, message, param } = said;
      // Clients read the one or the other: the members of the event, or the object that a plain answer has.
      const event = write('error', { code, message, param, error: said });
      if (!response) return event;
      const failed = { ...response, status: 'failed', error: { code: code ?? 'server_error', message } };
      return `${event}${write('response.failed', { response: { ...failed, output: output.shown() } })}data: [DONE]\n\n`;
    },
  };
}
