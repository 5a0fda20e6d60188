import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../../http/authentication.ts';
import { anthropicErrorOf } from '../../../http/errors/error-shapes.ts';
import type { HeldData } from '../../../http/validation/large-bodies.ts';
import { AppError, notFound } from '../../../kernel/errors.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Candidate } from '../../../platform/models/connections/connection.ts';
import { estimateUsage } from '../../../platform/models/estimate.ts';
import type { ModelRequest } from '../../../platform/models/model.ts';
import { type AnswerStream, createAnswerStream } from '../answer-stream.ts';
import type { OpenRequestFiles } from '../files/request-files.ts';
import { agentIn, type Choice, type ModelNames } from '../model-names.ts';
import type { ProviderModels } from '../provider-models.ts';
import type { AgentMessages, MessageCall } from './agent-messages.ts';
import { createMessageEvents, eventOf } from './message-events.ts';
import type { CountTokensRequest, Message } from './messages.schema.ts';
import { readConversation } from './read-messages.ts';
import { readRequest, refuseImpossible, showsThoughts } from './read-request.ts';
import { type Head, stopOf, usageOf, wholeMessage } from './write-message.ts';

type Deps = {
  names: Pick<ModelNames, 'choose' | 'agents'>;
  models: Pick<ProviderModels, 'generate'>;
  agents: AgentMessages;
  openFiles: OpenRequestFiles;
  log: Log;
  keepAliveMs: number;
};

type Asked = Omit<ModelRequest, 'model'>;

const headOf = ({ provider, model }: Pick<Candidate, 'provider' | 'model'>): Head => ({
  id: `msg_${randomUUID()}`,
  model: `${provider}/${model}`,
});

/** Anthropic's messages, of a model or of an agent. */
export function createMessagesService({ names, models, agents, openFiles, log, keepAliveMs }: Deps) {
  type Given = { caller: Caller; body: CountTokensRequest; held: HeldData | undefined };

  /** Works with the request, whose files are in memory meanwhile. */
  async function withRequest<Result>(
    { caller, body, held }: Given,
    choice: Pick<Choice, 'provider'>,
    signal: AbortSignal,
    work: (request: Asked) => Promise<Result>,
  ): Promise<Result> {
    const conversation = readConversation(body);
    const request = { ...readRequest(body, choice), signal };
    if (conversation.inputs.size === 0) return work({ ...request, messages: conversation.messages() });
    const { parts, load, close } = await openFiles(conversation.inputs, { owner: caller, held, signal });
    const messages = conversation.messages(parts);
    return work({ ...request, messages, load, workspaceId: caller.workspaceId }).finally(close);
  }

  async function answerInto(stream: AnswerStream, { caller, body }: MessageCall, choice: Choice, request: Asked) {
    let asked: Candidate | undefined;
    let events: ReturnType<typeof createMessageEvents> | undefined;
    // No text is sent before a candidate is asked, and after the first text no other candidate is asked.
    const speaking = (): [ReturnType<typeof createMessageEvents>, string] => {
      if (events) return [events, ''];
      events = createMessageEvents(headOf(asked ?? choice), showsThoughts(body));
      return [events, events.start()];
    };
    const say = (spell: (events: ReturnType<typeof createMessageEvents>) => string) => {
      const [spelling, first] = speaking();
      return stream.write(first + spell(spelling));
    };
    const { answer } = await models.generate(
      caller,
      choice,
      { ...request, onPiece: (piece) => say((spelling) => spelling.piece(piece)) },
      {
        onText: (text) => say((spelling) => spelling.text(text)),
        onAsk: (candidate) => {
          asked = candidate;
        },
      },
    );
    const [spelling, first] = speaking();
    const untold = answer.toolCalls.slice(spelling.calls()).map((call) => spelling.toolCall(call));
    stream.end(first + untold.join('') + spelling.end(stopOf[answer.finishReason], usageOf(answer.usage)));
  }

  return {
    /** Undefined if the client has gone away. */
    async create(call: MessageCall, reply: FastifyReply, gone: AbortSignal): Promise<Message | undefined> {
      const { caller, body } = call;
      refuseImpossible(body);
      const agentId = agentIn(body.model);
      try {
        if (agentId !== undefined) return await agents.create(call, agentId, reply, gone);
        const choice = await names.choose(caller, body.model);
        const { answer, candidate } = await withRequest(call, choice, gone, (request) =>
          models.generate(caller, choice, request),
        );
        const said = { ...answer, stop: stopOf[answer.finishReason], usage: usageOf(answer.usage) };
        return wholeMessage(headOf(candidate), said, showsThoughts(body));
      } catch (error) {
        if (gone.aborted) return undefined;
        throw error;
      }
    },

    /** A failure before the first piece is thrown; a later one ends the stream with an error event. */
    async stream(call: MessageCall, request: FastifyRequest, reply: FastifyReply, gone: AbortSignal): Promise<void> {
      refuseImpossible(call.body);
      const agentId = agentIn(call.body.model);
      if (agentId !== undefined) return agents.stream(call, agentId, { request, reply, gone });
      const stream = createAnswerStream(request, reply, keepAliveMs);
      try {
        const choice = await names.choose(call.caller, call.body.model);
        await withRequest(call, choice, gone, (asked) => answerInto(stream, call, choice, asked));
      } catch (error) {
        if (gone.aborted) {
          reply.hijack();
          return;
        }
        if (!stream.hasBegun()) throw error;
        const known = error instanceof AppError ? error : new AppError('internal', 'Unexpected error');
        log.warn({ err: error }, 'a streamed answer failed');
        stream.end(eventOf(anthropicErrorOf(known, request.id)));
      } finally {
        stream.close();
      }
    },

    /** An estimate, the same that budgets reserve by. Of an agent: only what the client sends. */
    async count(given: Given, signal: AbortSignal): Promise<{ input_tokens: number }> {
      const { caller, body } = given;
      refuseImpossible(body);
      const agentId = agentIn(body.model);
      if (agentId !== undefined && !(await names.agents(caller)).some(({ id }) => id === agentId))
        throw notFound(`Agent ${agentId}`);
      const choice = agentId === undefined ? await names.choose(caller, body.model) : { provider: '' };
      return withRequest(given, choice, signal, async (request) => ({
        input_tokens: estimateUsage(request, 0, []).promptTokens,
      }));
    },
  };
}

export type MessagesService = ReturnType<typeof createMessagesService>;
