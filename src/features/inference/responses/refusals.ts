import { invalidField } from '../../../kernel/errors.ts';
import { agentIn } from '../model-names.ts';
import type { ResponseRequest } from './responses.schema.ts';

/** What a field may be, where it is not possible at all: absent, null, or a value that asks for nothing. */
const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === false || (Array.isArray(value) && value.length === 0);

const impossible = {
  background: 'is not possible here: an answer comes with its request',
  conversation: 'is not possible here: send previous_response_id',
  prompt: 'is not possible here: send instructions',
  context_management: 'is not possible here',
  moderation: 'is not possible here',
  image: 'is not possible here',
  access_programs: 'is not possible here',
} satisfies Partial<Record<keyof ResponseRequest, string>>;

/** Refuses unsupported options instead of ignoring them: the answer would not be what the client asked for. */
export function refuseImpossible(body: ResponseRequest, session: string | undefined): void {
  for (const [name, why] of Object.entries(impossible))
    if (!isNothing(body[name as keyof typeof impossible])) throw invalidField(name, why);
  const {
    include,
    truncation,
    service_tier: tier,
    top_logprobs,
    text,
    tools,
    previous_response_id,
    max_tool_calls,
  } = body;
  for (const [index, what] of (include ?? []).entries())
    if (what !== 'reasoning.encrypted_content')
      throw invalidField(`include[${index}]`, `is not possible here: ${what}`);
  if (truncation === 'auto') throw invalidField('truncation', 'is not possible here: only disabled is');
  if (tier && tier !== 'auto' && tier !== 'default')
    throw invalidField('service_tier', 'is not possible here: only auto and default are');
  if (top_logprobs) throw invalidField('top_logprobs', 'is not possible here');
  if (text?.verbosity && text.verbosity !== 'medium')
    throw invalidField('text.verbosity', 'is not possible here: only medium is');
  for (const [index, { type, name }] of (tools ?? []).entries()) {
    if (type !== 'function')
      throw invalidField(
        `tools[${index}].type`,
        `is not possible here: ${type}; only function is. Agents have tools of their own`,
      );
    if (!name) throw invalidField(`tools[${index}].name`, 'is required');
  }
  if (session !== undefined && previous_response_id)
    throw invalidField('previous_response_id', 'names a conversation, and so does X-Session-ID: send one of them');
  if (max_tool_calls && agentIn(body.model) !== undefined)
    throw invalidField('max_tool_calls', 'is not possible with an agent, which has its own limits');
}
