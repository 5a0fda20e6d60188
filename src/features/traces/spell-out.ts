import { usd } from '../../kernel/money.ts';
import type { TracedRun, TraceEntry } from '../runs/index.ts';
import { spanId, spanIdOf } from './trace-ids.ts';

type Attributes = Record<string, string | number | string[]>;

export type Span = {
  id: string;
  parentId: string | null;
  name: string;
  kind: 'internal' | 'client';
  startMs: number;
  durationMs: number;
  attributes: Attributes;
};

/** A stored approval. One that is open, or ended with its run, is in no trace entry. */
export type Approval = { id: string; tool: string; status: string; created_at: number; resolved_at: number | null };

/** Span numbers before those of the entries. */
const [rootPosition, queuePosition, inputPosition, firstEntry] = [0, 1, 2, 3];

/** Names from OpenTelemetry's registry, where they differ from ours. */
const providerNames: Record<string, string> = { google: 'gcp.gemini' };
const providerName = (provider: string) => providerNames[provider] ?? provider;

export const readEntries = (trace: string | null): TraceEntry[] =>
  (JSON.parse(trace ?? '[]') as unknown[]).filter((entry): entry is TraceEntry => Array.isArray(entry));

const text = (detail: unknown) => (typeof detail === 'string' ? detail : '');
const count = (detail: unknown) => (typeof detail === 'number' ? detail : 0);

const tokens = (prompt: number, cached: number, completion: number): Attributes => ({
  // OpenTelemetry counts cached tokens as input.
  'gen_ai.usage.input_tokens': prompt + cached,
  'gen_ai.usage.cache_read.input_tokens': cached,
  'gen_ai.usage.output_tokens': completion,
});

type Model = { provider: string; model: string };

function splitName(name: string): Model {
  const slash = name.indexOf('/');
  return { provider: name.slice(0, slash), model: name.slice(slash + 1) };
}

function chatAttributes(
  { provider, model }: Model,
  [prompt, cached, completion, finish, , kept]: unknown[],
): Attributes {
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': providerName(provider),
    'gen_ai.request.model': model,
    ...(typeof prompt === 'number' ? tokens(prompt, count(cached), count(completion)) : {}),
    ...(typeof finish === 'string' ? { 'gen_ai.response.finish_reasons': [finish] } : {}),
    ...(kept === 'cached' ? { 'gateway.cached': 'true' } : {}),
  };
}

const toolAttributes = ([name, callId]: unknown[]): Attributes => ({
  'gen_ai.operation.name': 'execute_tool',
  'gen_ai.tool.name': text(name),
  'gen_ai.tool.call.id': text(callId),
  'gen_ai.tool.type': 'function',
});

const approvalAttributes = (tool: string, id: string, decision: string): Attributes => ({
  'gen_ai.tool.name': tool,
  'gateway.approval.id': id,
  'gateway.approval.decision': decision,
});

/** The span name and attributes of each kind of entry. */
function describe([kind, , , ...details]: TraceEntry, model: Model): Pick<Span, 'name' | 'kind' | 'attributes'> {
  const internal = (name: string, attributes: Attributes = {}) => ({ name, kind: 'internal' as const, attributes });
  if (kind === 'chat' || kind === 'summary') {
    const asked = typeof details[4] === 'string' ? splitName(details[4]) : model;
    return { name: `chat ${asked.model}`, kind: 'client', attributes: chatAttributes(asked, details) };
  }
  if (kind === 'attempt') {
    const [name, ...reported] = details;
    const asked = splitName(text(name));
    return { name: `attempt ${text(name)}`, kind: 'client', attributes: chatAttributes(asked, reported) };
  }
  if (kind === 'tool') return internal(`execute_tool ${text(details[0])}`, toolAttributes(details));
  if (kind === 'client_tool') {
    const [tool, id, status] = details;
    return internal(`client_tool ${text(tool)}`, {
      ...toolAttributes([tool, id]),
      'gateway.client_tool.status': text(status),
    });
  }
  if (kind === 'approval') {
    const [tool, id, decision] = details;
    return internal('approval', approvalAttributes(text(tool), text(id), text(decision)));
  }
  return internal(kind);
}

/** An inner span is stored before the span around it. */
const aroundIt: Record<string, readonly string[]> = {
  attempt: ['chat', 'summary'],
  summary: ['compaction'],
  compaction: ['context'],
};
const contains = (kind: string): string[] => Object.keys(aroundIt).filter((inner) => aroundIt[inner]?.includes(kind));

function spansOf(run: TracedRun, rootId: string): { spans: Span[]; model: Model | undefined; begunAt?: number } {
  const spans: Span[] = [];
  const waiting = new Map<string, Span[]>();
  let model: Model | undefined;
  let base = run.started_at ?? run.created_at;
  let begunAt: number | undefined;
  for (const [index, entry] of readEntries(run.trace).entries()) {
    const [kind, startMs, durationMs, ...details] = entry;
    if (kind === 'parent') continue;
    if (kind === 'begin') {
      base = startMs;
      begunAt ??= startMs;
      model = { provider: text(details[0]), model: text(details[1]) };
      continue;
    }
    const { attributes, ...named } = describe(entry, model ?? { provider: '', model: '' });
    const last = details.at(-1);
    if (typeof last === 'object' && last) attributes['error.type'] = last.error;
    const id = kind === 'approval' ? spanIdOf(text(details[1])) : spanId(run.id, firstEntry + index);
    const span = { id, parentId: rootId, ...named, startMs: base + startMs, durationMs, attributes };
    for (const inner of contains(kind)) {
      for (const one of waiting.get(inner) ?? []) one.parentId = id;
      waiting.delete(inner);
    }
    if (aroundIt[kind]) waiting.set(kind, [...(waiting.get(kind) ?? []), span]);
    spans.push(span);
  }
  return { spans, model, ...(begunAt === undefined ? {} : { begunAt }) };
}

function approvalSpans(
  approvals: readonly Approval[],
  known: ReadonlySet<string>,
  rootId: string,
  now: number,
): Span[] {
  return approvals
    .map(({ id, tool, status, created_at, resolved_at }) => ({
      id: spanIdOf(id),
      parentId: rootId,
      name: 'approval',
      kind: 'internal' as const,
      startMs: created_at,
      durationMs: Math.max(0, (resolved_at ?? now) - created_at),
      attributes: approvalAttributes(tool, id, status),
    }))
    .filter(({ id }) => !known.has(id));
}

function rootAttributes(run: TracedRun, model: Model | undefined): Attributes {
  const error = run.error ? (JSON.parse(run.error) as { code: string }) : undefined;
  return {
    'gen_ai.operation.name': 'invoke_agent',
    ...(model
      ? { 'gen_ai.provider.name': providerName(model.provider), 'gen_ai.request.model': model.model }
      : { 'gen_ai.provider.name': 'agent-gateway' }),
    'gen_ai.agent.id': run.agent_id,
    ...(run.agent_name ? { 'gen_ai.agent.name': run.agent_name } : {}),
    'gen_ai.conversation.id': run.session_id,
    ...tokens(run.prompt_tokens, run.cached_tokens, run.completion_tokens),
    'gateway.run.id': run.id,
    'gateway.run.kind': run.kind,
    'gateway.run.status': run.status,
    ...(run.stop_reason ? { 'gateway.run.stop_reason': run.stop_reason } : {}),
    ...(run.parent_run_id ? { 'gateway.run.parent_id': run.parent_run_id } : {}),
    'gateway.workspace.id': run.workspace_id,
    'gateway.cost_usd': usd(run.cost_nano),
    ...(error ? { 'error.type': error.code } : {}),
  };
}

/** All spans of a run: the root, then in order of time. Spans that have not ended end at `now`. */
export function spellOut(run: TracedRun, now: number, approvals: readonly Approval[] = []): Span[] {
  const rootId = spanId(run.id, rootPosition);
  const { spans, model, begunAt } = spansOf(run, rootId);
  const internal = (position: number, name: string, startMs: number, endMs: number): Span => ({
    id: spanId(run.id, position),
    parentId: rootId,
    name,
    kind: 'internal',
    startMs,
    durationMs: Math.max(0, endMs - startMs),
    attributes: {},
  });
  const startedAt = run.started_at ?? run.finished_at ?? now;
  if (startedAt > run.created_at) spans.push(internal(queuePosition, 'queue', run.created_at, startedAt));
  // Between its start and the first turn, the run's message was being stored.
  if (begunAt !== undefined && begunAt > startedAt) spans.push(internal(inputPosition, 'persist', startedAt, begunAt));
  spans.push(...approvalSpans(approvals, new Set(spans.map(({ id }) => id)), rootId, now));
  spans.sort((one, other) => one.startMs - other.startMs);

  const ends = spans.map(({ startMs, durationMs }) => startMs + durationMs);
  const root: Span = {
    id: rootId,
    parentId: null,
    name: run.agent_name ? `invoke_agent ${run.agent_name}` : 'invoke_agent',
    kind: 'internal',
    startMs: run.created_at,
    durationMs: Math.max(run.finished_at ?? now, ...ends) - run.created_at,
    attributes: rootAttributes(run, model),
  };
  return [root, ...spans];
}
