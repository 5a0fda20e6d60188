import { invalidField } from '../../../kernel/errors.ts';
import type { ModelOptions, ModelRequest, ReasoningLevel, ToolDefinition } from '../../../platform/models/model.ts';
import type { Choice } from '../model-names.ts';
import { refuseUnknown } from './known-fields.ts';
import { type CountTokensRequest, impossibleIn, type MessageRequest, type Tool } from './messages.schema.ts';

export function refuseImpossible(body: CountTokensRequest): void {
  refuseUnknown(impossibleIn(body), []);
  refuseUnknown(body.tool_choice ?? {}, ['type', 'name', 'disable_parallel_tool_use'], 'tool_choice');
  refuseUnknown(body.thinking ?? {}, ['type', 'budget_tokens', 'display'], 'thinking');
  refuseUnknown(body.output_config ?? {}, ['effort', 'format'], 'output_config');
}

export function toolOf(tool: Tool, index: number): ToolDefinition {
  const path = `tools[${index}]`;
  const { type, name, description, input_schema: parameters, strict, ...rest } = tool;
  if (type && type !== 'custom')
    throw invalidField(`${path}.type`, `${type} is not possible here: only tools that the client runs are`);
  const { allowed_callers: callers, ...others } = rest as Record<string, unknown>;
  refuseUnknown(String(callers) === 'direct' ? others : rest, [], path);
  if (!parameters) throw invalidField(`${path}.input_schema`, 'is required');
  return { name, description: description ?? '', parameters, ...(typeof strict === 'boolean' && { strict }) };
}

const levels: Record<string, ReasoningLevel> = {
  low: 'low',
  medium: 'medium',
  high: 'high',
  xhigh: 'high',
  max: 'high',
};

/** The budget as a level, which every provider has. */
export function levelOf({ thinking, output_config: output }: CountTokensRequest): ReasoningLevel | undefined {
  if (thinking?.type === 'disabled') return 'off';
  if (output?.effort) return levels[output.effort];
  if (thinking?.type !== 'enabled') return undefined;
  const { budget_tokens: budget } = thinking;
  if (!budget) throw invalidField('thinking.budget_tokens', 'is required');
  return budget <= 4_096 ? 'low' : budget <= 16_384 ? 'medium' : 'high';
}

export const schemaOf = ({ output_config: output }: CountTokensRequest): Record<string, unknown> | undefined =>
  output?.format?.schema;

function choiceOf({ tool_choice: choice, tools }: CountTokensRequest): ModelOptions['toolChoice'] {
  if (!choice) return undefined;
  if (choice.type === 'auto' || choice.type === 'none') return tools?.length ? choice.type : undefined;
  if (!tools?.length) throw invalidField('tool_choice', 'needs tools to choose from');
  if (choice.type === 'any') return 'required';
  const named = tools.find(({ name }) => name === choice.name);
  if (!named) throw invalidField('tool_choice.name', 'must be the name of a tool');
  return { name: named.name };
}

function readOptions(body: CountTokensRequest & Partial<MessageRequest>, provider: string): ModelOptions {
  const { stop_sequences: stops, top_p: topP, tool_choice: choice, thinking } = body;
  const toolChoice = choiceOf(body);
  if (provider === 'local' && toolChoice && toolChoice !== 'auto' && toolChoice !== 'none')
    throw invalidField('tool_choice', 'the offline assistant chooses by itself');
  const reasoning = levelOf(body);
  const schema = schemaOf(body);
  return {
    ...(toolChoice && { toolChoice }),
    ...(choice?.disable_parallel_tool_use && { parallelToolCalls: false }),
    ...(stops?.length && { stop: stops }),
    ...(typeof topP === 'number' && { topP }),
    ...(reasoning && { reasoning }),
    ...(thinking && thinking.type !== 'disabled' && { showReasoning: true }),
    ...(schema && { json: { name: 'output', schema, strict: true } }),
  };
}

const isMarked = (tool: Tool): boolean => Boolean((tool as { cache_control?: unknown }).cache_control);

export function readRequest(
  body: CountTokensRequest & Partial<MessageRequest>,
  { provider }: Pick<Choice, 'provider'>,
): Omit<ModelRequest, 'model' | 'messages' | 'signal'> {
  return {
    tools: (body.tools ?? []).map(toolOf),
    temperature: body.temperature ?? null,
    maxTokens: body.max_tokens ?? null,
    options: readOptions(body, provider),
    ...((body.cache_control || body.tools?.some(isMarked)) && { cachesHead: true }),
  };
}

/** Clients get the reasoning of a model that has it, unless they do not want it. */
export const showsThoughts = ({ thinking }: CountTokensRequest): boolean =>
  thinking?.type !== 'disabled' && thinking?.display !== 'omitted';
