import { invalidField } from '../../kernel/errors.ts';
import type { ModelOptions, ModelRequest } from '../../platform/models/model.ts';
import { readMessages } from './conversation.ts';
import type { ChatCompletionRequest } from './inference.schema.ts';
import type { Choice } from './model-names.ts';

const anyParameters = { type: 'object', properties: {} };

/** Refuses unsupported options instead of ignoring them: the answer would not be what the client asked for. */
export function refuseImpossible(body: ChatCompletionRequest): void {
  const { n, logprobs, top_logprobs, logit_bias, modalities, audio, web_search_options, functions } = body;
  if (n && n > 1) throw invalidField('n', 'only one answer at a time is possible');
  if (logprobs) throw invalidField('logprobs', 'is not possible here');
  if (top_logprobs) throw invalidField('top_logprobs', 'is not possible here');
  if (logit_bias && Object.keys(logit_bias).length > 0) throw invalidField('logit_bias', 'is not possible here');
  if (modalities?.some((kind) => kind !== 'text')) throw invalidField('modalities', 'only text is possible here');
  if (audio) throw invalidField('audio', 'is not possible here');
  if (web_search_options) throw invalidField('web_search_options', 'is not possible here: give an agent a tool');
  if (functions) throw invalidField('functions', 'is not possible here: send tools');
  if (body.function_call) throw invalidField('function_call', 'is not possible here: send tool_choice');
}

export function readFormat({ response_format: format }: ChatCompletionRequest): ModelOptions['json'] {
  if (!format || format.type === 'text') return undefined;
  if (format.type === 'json_object') return {};
  const { name, description, schema, strict } = format.json_schema ?? {};
  if (!schema || !name) throw invalidField('response_format.json_schema', 'needs a name and a schema');
  return { name, schema, ...(description ? { description } : {}), ...(typeof strict === 'boolean' ? { strict } : {}) };
}

function readOptions(body: ChatCompletionRequest): ModelOptions {
  const { tool_choice: choice, stop, parallel_tool_calls, reasoning_effort } = body;
  const json = readFormat(body);
  const stops = [stop ?? []].flat().filter((text) => text !== '');
  const hasTools = Boolean(body.tools?.length);
  if (choice && choice !== 'none' && choice !== 'auto' && !hasTools)
    throw invalidField('tool_choice', 'needs tools to choose from');
  return {
    ...(choice && hasTools ? { toolChoice: typeof choice === 'object' ? { name: choice.function.name } : choice } : {}),
    ...(typeof parallel_tool_calls === 'boolean' ? { parallelToolCalls: parallel_tool_calls } : {}),
    ...(stops.length > 0 ? { stop: stops } : {}),
    ...(typeof body.top_p === 'number' ? { topP: body.top_p } : {}),
    ...(typeof body.presence_penalty === 'number' ? { presencePenalty: body.presence_penalty } : {}),
    ...(typeof body.frequency_penalty === 'number' ? { frequencyPenalty: body.frequency_penalty } : {}),
    ...(typeof body.seed === 'number' ? { seed: body.seed } : {}),
    ...(reasoning_effort ? { reasoningEffort: reasoning_effort } : {}),
    ...(json ? { json } : {}),
  };
}

/** The offline assistant cannot be forced to use a tool. */
function refuseOffline({ toolChoice }: ModelOptions): void {
  if (toolChoice && toolChoice !== 'auto' && toolChoice !== 'none')
    throw invalidField('tool_choice', 'the offline assistant chooses by itself');
}

export function readModelRequest(
  body: ChatCompletionRequest,
  { provider, model }: Choice,
  signal: AbortSignal,
): ModelRequest {
  const options = readOptions(body);
  if (provider === 'local') refuseOffline(options);
  return {
    model,
    messages: readMessages(body.messages),
    tools: (body.tools ?? []).map(({ function: { name, description, parameters, strict } }) => ({
      name,
      description: description ?? '',
      parameters: parameters ?? anyParameters,
      ...(typeof strict === 'boolean' ? { strict } : {}),
    })),
    temperature: body.temperature ?? null,
    maxTokens: body.max_completion_tokens ?? body.max_tokens ?? null,
    options,
    signal,
  };
}
