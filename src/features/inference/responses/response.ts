import type { Usage } from '../inference.schema.ts';
import type { Finish } from '../spelling.ts';
import type { ResponseObject, ResponseRequest } from './responses.schema.ts';

export type Head = { id: string; createdAt: number; model: string };

/** The members that say what was asked for. `output`, `status` and what goes with it are of the answer. */
export function responseOf(body: ResponseRequest, { id, createdAt, model }: Head): ResponseObject {
  const { text, reasoning, tools, metadata } = body;
  return {
    id,
    object: 'response',
    created_at: createdAt,
    completed_at: null,
    status: 'in_progress',
    error: null,
    incomplete_details: null,
    model,
    instructions: body.instructions ?? null,
    previous_response_id: body.previous_response_id ?? null,
    output: [],
    usage: null,
    tools: (tools ?? []).map(({ type, name, description, parameters, strict }) => ({
      type,
      name: name ?? '',
      description: description ?? null,
      parameters: parameters ?? null,
      strict: strict ?? false,
    })),
    tool_choice: body.tool_choice ?? 'auto',
    parallel_tool_calls: body.parallel_tool_calls ?? true,
    text: { format: text?.format ?? { type: 'text' }, verbosity: 'medium' },
    reasoning: { effort: reasoning?.effort ?? null, summary: null },
    temperature: body.temperature ?? 1,
    top_p: body.top_p ?? 1,
    presence_penalty: body.presence_penalty ?? 0,
    frequency_penalty: body.frequency_penalty ?? 0,
    top_logprobs: 0,
    max_output_tokens: body.max_output_tokens ?? null,
    max_tool_calls: body.max_tool_calls ?? null,
    truncation: 'disabled',
    store: body.store ?? true,
    background: false,
    service_tier: 'default',
    metadata: metadata ?? {},
    safety_identifier: body.safety_identifier ?? null,
    prompt_cache_key: body.prompt_cache_key ?? null,
  };
}

const whyIncomplete: Partial<Record<Finish, 'max_output_tokens' | 'content_filter'>> = {
  length: 'max_output_tokens',
  content_filter: 'content_filter',
};

export function endOf(
  finish: Finish,
  usage: Usage,
  now: number,
): Pick<ResponseObject, 'status' | 'completed_at' | 'incomplete_details' | 'usage'> {
  const reason = whyIncomplete[finish];
  return {
    status: reason ? 'incomplete' : 'completed',
    completed_at: reason ? null : now,
    incomplete_details: reason ? { reason } : null,
    usage: {
      input_tokens: usage.prompt_tokens,
      input_tokens_details: { cached_tokens: usage.prompt_tokens_details.cached_tokens },
      output_tokens: usage.completion_tokens,
      output_tokens_details: { reasoning_tokens: usage.completion_tokens_details?.reasoning_tokens ?? 0 },
      total_tokens: usage.total_tokens,
    },
  };
}
