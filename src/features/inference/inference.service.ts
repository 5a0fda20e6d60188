import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { openAiErrorOf } from '../../http/errors/error-shapes.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import type { AnswerPiece } from '../../platform/models/model.ts';
import type { AgentCall, AgentModels } from './agent-models.ts';
import { type AnswerStream, createAnswerStream } from './answer-stream.ts';
import { createChunks, errorEvent, finishOf, type Head, usageOf, wholeCompletion } from './completion.ts';
import type { ChatCompletion } from './inference.schema.ts';
import { agentIn, type ModelNames } from './model-names.ts';
import { readModelRequest, refuseImpossible } from './model-request.ts';
import type { ProviderModels } from './provider-models.ts';

type Deps = {
  names: ModelNames;
  models: ProviderModels;
  agents: AgentModels;
  clock: Clock;
  log: Log;
  keepAliveMs: number;
};
type Call = Omit<AgentCall, 'agentId'>;

/** Chat completions, of a model or of an agent. */
export function createInferenceService({ names, models, agents, clock, log, keepAliveMs }: Deps) {
  const headOf = ({ body: { model } }: Call): Head => ({
    id: `chatcmpl-${randomUUID()}`,
    created: Math.floor(clock.now() / 1_000),
    model,
  });

  async function answerInto(stream: AnswerStream, call: Call, gone: AbortSignal): Promise<void> {
    const { caller, body } = call;
    const choice = await names.choose(caller, body.model);
    const request = readModelRequest(body, choice, gone);
    const chunks = createChunks(headOf(call), body.stream_options?.include_usage === true);
    let first = chunks.role();
    const say = (piece: string) => {
      const text = first + piece;
      first = '';
      return stream.write(text);
    };
    let heardOf = 0;
    const onPiece = (piece: AnswerPiece) => {
      if (piece.type === 'tool_call') heardOf = Math.max(heardOf, piece.index + 1);
      return say(chunks.piece(piece));
    };
    const answer = await models.generate(caller, choice, { ...request, onPiece }, (delta) => say(chunks.text(delta)));
    for (const [index, toolCall] of answer.toolCalls.entries())
      if (index >= heardOf) await say(chunks.toolCall(toolCall, index));
    stream.end(`${first}${chunks.end(finishOf[answer.finishReason], usageOf(answer.usage))}`);
  }

  return {
    /** Undefined if the client has gone away. */
    async complete(call: Call, reply: FastifyReply, gone: AbortSignal): Promise<ChatCompletion | undefined> {
      const { caller, body } = call;
      refuseImpossible(body);
      const agentId = agentIn(body.model);
      try {
        if (agentId !== undefined) return await agents.complete({ ...call, agentId }, reply, gone);
        const choice = await names.choose(caller, body.model);
        const answer = await models.generate(caller, choice, readModelRequest(body, choice, gone));
        const { usage, finishReason } = answer;
        return wholeCompletion(headOf(call), { ...answer, finish: finishOf[finishReason], usage: usageOf(usage) });
      } catch (error) {
        if (gone.aborted) return undefined;
        throw error;
      }
    },

    /** A failure before the first piece is thrown; a later one ends the stream with an error event. */
    async stream(call: Call, request: FastifyRequest, reply: FastifyReply, gone: AbortSignal): Promise<void> {
      refuseImpossible(call.body);
      const agentId = agentIn(call.body.model);
      if (agentId !== undefined) return agents.stream({ ...call, agentId }, request, reply, gone);
      const stream = createAnswerStream(request, reply, keepAliveMs);
      try {
        await answerInto(stream, call, gone);
      } catch (error) {
        if (gone.aborted) {
          reply.hijack();
          return;
        }
        if (!stream.hasBegun()) throw error;
        const known = error instanceof AppError ? error : new AppError('internal', 'Unexpected error');
        log.warn({ err: error }, 'a streamed answer failed');
        stream.end(errorEvent(openAiErrorOf(known, request.id)));
      } finally {
        stream.close();
      }
    },
  };
}

export type InferenceService = ReturnType<typeof createInferenceService>;
