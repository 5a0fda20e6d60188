import type { ModelMessage, ModelRequest } from './model.ts';

/**
 * The request with the format of the answer as an instruction, for a model that has no option for it. The instruction is
 * part of the first system message: many servers accept only one.
 */
export function instructJson(request: ModelRequest): ModelRequest {
  const { json, ...options } = request.options ?? {};
  if (!json) return request;
  const schema = json.schema ? ` It must be valid under this JSON Schema:\n${JSON.stringify(json.schema)}` : '';
  const about = json.description ? ` (${json.description})` : '';
  const instruction = `When you give your final answer${about}, write one JSON object and nothing else, without a code fence.${schema}`;
  const [first, ...others] = request.messages;
  const messages: ModelMessage[] =
    first?.role === 'system'
      ? [{ ...first, content: `${first.content}\n\n${instruction}` }, ...others]
      : [{ role: 'system', content: instruction }, ...request.messages];
  return { ...request, messages, options };
}
