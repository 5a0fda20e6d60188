import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import type { Candidate } from '../../platform/models/connections/connection.ts';
import type { AnswerPiece, ModelRequest } from '../../platform/models/model.ts';
import type { AgentCall, AgentModels } from './agent-models.ts';
import { type AnswerStream, createAnswerStream } from './answer-stream.ts';
import { finishOf, usageOf } from './completion.ts';
import { filesIn, readMessages } from './conversation.ts';
import type { OpenRequestFiles } from './files/request-files.ts';
import { agentIn, type Choice, type ModelNames } from './model-names.ts';
import { readModelRequest, refuseImpossible } from './model-request.ts';
import type { ProviderModels } from './provider-models.ts';
import type { Head, Spelling } from './spelling.ts';

type Deps = {
  names: ModelNames;
  models: ProviderModels;
  agents: AgentModels;
  openFiles: OpenRequestFiles;
  clock: Clock;
  log: Log;
  keepAliveMs: number;
};
export type InferenceCall = Omit<AgentCall, 'agentId'>;

/** Answers of a model or of an agent, in the client's protocol. */
export function createInferenceService({ names, models, agents, openFiles, clock, log, keepAliveMs }: Deps) {
  const headOf = ({ provider, model }: Pick<Candidate, 'provider' | 'model'>): Head => ({
    id: `chatcmpl-${randomUUID()}`,
    created: Math.floor(clock.now() / 1_000),
    model: `${provider}/${model}`,
  });

  /** Asks the model with the request, whose files are in memory meanwhile. */
  async function withRequest<Result>(
    { caller, body, held }: InferenceCall,
    gone: AbortSignal,
    work: (choice: Choice, request: Omit<ModelRequest, 'model'>) => Promise<Result>,
  ): Promise<Result> {
    const choice = await names.choose(caller, body.model);
    const request = readModelRequest(body, choice, gone);
    const inputs = filesIn(body.messages);
    if (inputs.size === 0) return work(choice, request);
    const { workspaceId } = caller;
    const { parts, load, close } = await openFiles(inputs, { owner: caller, held, signal: gone });
    const whole = { ...request, messages: readMessages(body.messages, parts), load, workspaceId };
    return work(choice, whole).finally(close);
  }

  async function answerInto(
    stream: AnswerStream,
    { caller }: InferenceCall,
    spelling: Spelling<unknown>,
    choice: Choice,
    request: Omit<ModelRequest, 'model'>,
  ): Promise<void> {
    let asked: Candidate | undefined;
    let begun = false;
    // No text is sent before a candidate is asked, and after the first text no other candidate is asked.
    const begin = () => {
      if (begun) return '';
      begun = true;
      return spelling.begin(headOf(asked ?? choice));
    };
    const say = (spell: () => string) => stream.write(begin() + spell());
    let heardOf = 0;
    const onPiece = (piece: AnswerPiece) => {
      if (piece.type === 'tool_call') heardOf = Math.max(heardOf, piece.index + 1);
      return say(() => spelling.piece(piece));
    };
    const { answer } = await models.generate(
      caller,
      choice,
      { ...request, onPiece },
      {
        onText: (delta) => say(() => spelling.text(delta)),
        onAsk: (candidate) => {
          asked = candidate;
        },
      },
    );
    for (const [index, toolCall] of answer.toolCalls.entries())
      if (index >= heardOf) await say(() => spelling.toolCall(toolCall, index));
    const first = begin();
    const last = await spelling.end({ finish: finishOf[answer.finishReason], usage: usageOf(answer.usage) });
    stream.end(first + last);
  }

  return {
    /** Undefined if the client has gone away. */
    async complete<Whole>(
      call: InferenceCall,
      spelling: Spelling<Whole>,
      reply: FastifyReply,
      gone: AbortSignal,
    ): Promise<Whole | undefined> {
      const { caller, body } = call;
      refuseImpossible(body);
      const agentId = agentIn(body.model);
      try {
        if (agentId !== undefined) return await agents.complete({ ...call, agentId }, spelling, reply, gone);
        const { answer, candidate } = await withRequest(call, gone, (choice, request) =>
          models.generate(caller, choice, request),
        );
        const { usage, finishReason } = answer;
        const end = { finish: finishOf[finishReason], usage: usageOf(usage) };
        return await spelling.whole(headOf(candidate), { ...answer, ...end });
      } catch (error) {
        if (gone.aborted) return undefined;
        throw error;
      }
    },

    /** A failure before the first piece is thrown; a later one ends the stream with an error event. */
    async stream(
      call: InferenceCall,
      spelling: Spelling<unknown>,
      request: FastifyRequest,
      reply: FastifyReply,
      gone: AbortSignal,
    ): Promise<void> {
      refuseImpossible(call.body);
      const agentId = agentIn(call.body.model);
      if (agentId !== undefined) return agents.stream({ ...call, agentId }, spelling, request, reply, gone);
      const stream = createAnswerStream(request, reply, keepAliveMs);
      try {
        await withRequest(call, gone, (choice, asked) => answerInto(stream, call, spelling, choice, asked));
      } catch (error) {
        if (gone.aborted) {
          reply.hijack();
          return;
        }
        if (!stream.hasBegun()) throw error;
        const known = error instanceof AppError ? error : new AppError('internal', 'Unexpected error');
        log.warn({ err: error }, 'a streamed answer failed');
        stream.end(spelling.failed(known, request.id));
      } finally {
        stream.close();
      }
    },
  };
}

export type InferenceService = ReturnType<typeof createInferenceService>;
