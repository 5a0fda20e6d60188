import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../../http/authentication.ts';
import type { HeldData } from '../../../http/validation/large-bodies.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { AppError } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import type { InferenceService } from '../inference.service.ts';
import type { PlacedItem } from './chat-messages.ts';
import { chatRequestOf, renameField } from './chat-request.ts';
import type { createInputFiles } from './input-files.ts';
import { refuseImpossible } from './refusals.ts';
import { spellResponse } from './response-spelling.ts';
import type { ResponseObject, ResponseRequest } from './responses.schema.ts';
import type { StoredResponses } from './stored-responses.ts';

type Deps = {
  inference: InferenceService;
  stored: StoredResponses;
  keepFiles: ReturnType<typeof createInputFiles>;
  clock: Clock;
};
export type ResponseCall = {
  caller: Caller;
  body: ResponseRequest;
  held: HeldData | undefined;
  /** The value of X-Session-ID. */
  session: string | undefined;
  trace: string | undefined;
};

const inputOf = ({ input }: ResponseRequest): PlacedItem[] =>
  typeof input === 'string'
    ? [{ item: { type: 'message', role: 'user', content: input }, path: 'input' }]
    : input.map((item, index) => ({ item, path: `input[${index}]` }));

/** Responses as chat completions, which they are translated into. */
export function createResponses({ inference, stored, keepFiles, clock }: Deps) {
  async function prepare({ caller, body, held, session, trace }: ResponseCall) {
    refuseImpossible(body, session);
    const stores = body.store ?? true;
    const previous = body.previous_response_id;
    const history = previous ? await stored.historyOf(caller, previous) : { items: [], length: 0 };
    const given = await stored.resolve(caller, inputOf(body));
    const input = stores ? await keepFiles(given, { caller, model: body.model, held }) : given;
    const kept = stores ? await stored.prepare(caller, input) : undefined;
    const { chat, paths } = chatRequestOf(body, [...history.items, ...input]);
    const renamed = (error: unknown) => renameField(error, paths);
    const spelling = spellResponse({
      id: newId('resp', clock.now()),
      body,
      clock,
      renamed: (error) => renamed(error) as AppError,
      async save(response, output) {
        if (kept !== undefined)
          await stored.save(caller, response, { input: kept, output, historyLength: history.length });
      },
    });
    return { call: { caller, body: chat, held, session, trace }, spelling, renamed };
  }

  return {
    get: stored.get,
    delete: stored.delete,

    /** Undefined if the client has gone away. */
    async create(call: ResponseCall, reply: FastifyReply, gone: AbortSignal): Promise<ResponseObject | undefined> {
      const { call: asked, spelling, renamed } = await prepare(call);
      try {
        return await inference.complete(asked, spelling, reply, gone);
      } catch (error) {
        throw renamed(error);
      }
    },

    async stream(call: ResponseCall, request: FastifyRequest, reply: FastifyReply, gone: AbortSignal): Promise<void> {
      const { call: asked, spelling, renamed } = await prepare(call);
      try {
        await inference.stream(asked, spelling, request, reply, gone);
      } catch (error) {
        throw renamed(error);
      }
    },
  };
}

export type Responses = ReturnType<typeof createResponses>;
