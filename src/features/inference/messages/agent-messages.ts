import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../../http/authentication.ts';
import { anthropicErrorOf } from '../../../http/errors/error-shapes.ts';
import type { HeldData } from '../../../http/validation/large-bodies.ts';
import { AppError, invalidField } from '../../../kernel/errors.ts';
import type { ModelMessage } from '../../../platform/models/model.ts';
import type { InputPart } from '../../runs/index.ts';
import type { AgentModels } from '../agent-models.ts';
import type { ChatCompletionRequest, ChatMessage } from '../inference.schema.ts';
import type { End, Finish, Spelling } from '../spelling.ts';
import { createMessageEvents, eventOf } from './message-events.ts';
import type { Message, MessageRequest, StopReason } from './messages.schema.ts';
import { readConversation } from './read-messages.ts';
import { levelOf, schemaOf, toolOf } from './read-request.ts';
import { usageOf, wholeMessage } from './write-message.ts';

/** A request for a message; `session` is the value of X-Session-ID. */
export type MessageCall = {
  caller: Caller;
  body: MessageRequest;
  held: HeldData | undefined;
  session: string | undefined;
  trace: string | undefined;
};
type Exchange = { request: FastifyRequest; reply: FastifyReply; gone: AbortSignal };

const stops: Record<Finish, StopReason> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  content_filter: 'refusal',
};

const tokensOf = ({ prompt_tokens, completion_tokens, ...details }: End['usage']) => {
  const cachedTokens = details.prompt_tokens_details.cached_tokens;
  const reasoningTokens = details.completion_tokens_details?.reasoning_tokens ?? 0;
  const promptTokens = prompt_tokens - cachedTokens;
  return usageOf({ promptTokens, cachedTokens, completionTokens: completion_tokens, reasoningTokens });
};

function partOf(part: InputPart) {
  if (part.type === 'text') return part;
  if (part.fileId !== undefined) return { type: 'file', file: { file_id: part.fileId } };
  if (part.type === 'image') return { type: 'image_url', image_url: { url: part.data ?? part.url ?? '' } };
  return { type: 'file', file: { file_data: part.data ?? null, filename: part.name ?? null } };
}

function chatMessage(message: ModelMessage, inputs: readonly InputPart[] | undefined, path: string): ChatMessage {
  const { role, content } = message;
  if (role === 'user' && inputs) return { role, content: inputs.map(partOf) };
  if (role === 'assistant') {
    const calls = message.toolCalls?.map(({ id, name, arguments: text }) => ({
      id,
      function: { name, arguments: text },
    }));
    return { role, content, ...(calls && { tool_calls: calls }) };
  }
  if (role !== 'tool') return { role, content };
  if (inputs) throw invalidField(path, 'with an agent the results of tools are texts');
  return { role, content, tool_call_id: message.toolCallId };
}

/** The request as agents under the name of a model take it. */
function chatOf(body: MessageRequest): ChatCompletionRequest {
  const { tools, tool_choice: choice, stop_sequences: stop } = body;
  if (stop?.length) throw invalidField('stop_sequences', 'is not possible with an agent');
  if (tools?.length && (choice?.type === 'any' || choice?.type === 'tool'))
    throw invalidField('tool_choice', 'an agent chooses by itself: only "auto" and "none"');
  if (tools?.length && choice?.disable_parallel_tool_use)
    throw invalidField('tool_choice.disable_parallel_tool_use', 'an agent may use several tools at once');
  const { inputs, messages } = readConversation({ ...body, system: null });
  const instructions = readConversation({ ...body, messages: [] }).messages();
  const schema = schemaOf(body);
  const level = levelOf(body);
  return {
    model: body.model,
    messages: [
      ...instructions.map((one) => chatMessage(one, undefined, 'system')),
      ...messages().map((one, index) => chatMessage(one, inputs.get(index), 'messages')),
    ],
    ...(tools?.length && {
      tools: tools.map(toolOf).map((tool) => ({ type: 'function' as const, function: tool })),
      tool_choice: choice?.type === 'none' ? ('none' as const) : ('auto' as const),
    }),
    ...(schema && { response_format: { type: 'json_schema' as const, json_schema: { name: 'output', schema } } }),
    ...(level && { reasoning_effort: level === 'off' ? 'none' : level }),
  };
}

/** The field as Anthropic's clients know it. */
function renamed(error: unknown): unknown {
  const [first] = error instanceof AppError ? (error.details.errors ?? []) : [];
  if (!first) return error;
  if (first.path.startsWith('response_format')) return invalidField('output_config.format.schema', first.message);
  const path = first.path.replace('.function.name', '.name').replace('tool_call_id', 'content');
  return path === first.path ? error : invalidField(path, first.message);
}

function spellMessage(): Spelling<Message> {
  let events: ReturnType<typeof createMessageEvents> | undefined;
  return {
    whole: (head, { finish, usage, ...said }) =>
      wholeMessage(head, { ...said, stop: stops[finish], usage: tokensOf(usage) }, false),
    begin(head) {
      events = createMessageEvents(head, false);
      return events.start();
    },
    text: (delta) => events?.text(delta) ?? '',
    piece: (piece) => events?.piece(piece) ?? '',
    toolCall: (call) => events?.toolCall(call) ?? '',
    end: ({ finish, usage, citations }) => events?.end(stops[finish], tokensOf(usage), citations) ?? '',
    failed: (error, requestId) => eventOf(anthropicErrorOf(error, requestId)),
  };
}

/** An agent under the name of a model. */
export const createAgentMessages = (agents: AgentModels) => ({
  async create({ body, ...call }: MessageCall, agentId: string, reply: FastifyReply, gone: AbortSignal) {
    const asked = { ...call, agentId, body: chatOf(body) };
    return agents.complete(asked, spellMessage(), reply, gone).catch((error: unknown) => {
      throw renamed(error);
    });
  },

  async stream({ body, ...call }: MessageCall, agentId: string, { request, reply, gone }: Exchange): Promise<void> {
    const asked = { ...call, agentId, body: chatOf(body) };
    return agents.stream(asked, spellMessage(), request, reply, gone).catch((error: unknown) => {
      throw renamed(error);
    });
  },
});

export type AgentMessages = ReturnType<typeof createAgentMessages>;
