import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { calculating, fetching, newAsker, park, resolve } from '../../../test/harness/approvals.ts';
import { attributesOf, type CollectedSpan, type Collector, startCollector } from '../../../test/harness/collector.ts';
import { engines } from '../../../test/harness/databases.ts';
import type { ModelStep } from '../../../test/harness/fake-model.ts';
import { actingAs, quickPerson } from '../../../test/harness/people.ts';
import { newTalker, patienceMs, say, startTalking, type Talker, type Talking } from '../../../test/harness/talking.ts';
import { type Receiver, startReceiver } from '../../../test/harness/webhook-receiver.ts';
import type { Trace, TraceSummary } from './traces.schema.ts';

type Page = { data: TraceSummary[]; nextCursor: string | null };
type Span = Trace['spans'][number];

const secret = 'xylophone-canary';

describe.each(engines)('the trace of a run on %s', (engine) => {
  let world: Talking;
  let collector: Collector;
  let receiver: Receiver;
  let ada: Talker;
  beforeAll(async () => {
    [collector, receiver] = await Promise.all([startCollector(), startReceiver()]);
    world = await startTalking(engine, {
      settings: {
        OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/otlp/`,
        OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=ships,authorization=Basic%20abc',
        OTEL_SERVICE_NAME: 'shipyard',
      },
    });
    ada = await newTalker(world.gateway, { agent: { tools: ['calculator'] } });
  });
  beforeEach(() => world.model.reset());
  afterAll(async () => {
    await world.stop();
    await Promise.all([collector.stop(), receiver.stop()]);
  });

  const idOf = (runId: string) => runId.replace('run_', 'trc_');
  const traceOf = async (runId: string, talker: Talker = ada): Promise<Trace> => {
    const { status, body } = await talker.act<Trace>('GET', `/traces/${idOf(runId)}`);
    expect(status).toBe(200);
    return body;
  };
  const named = (trace: Trace, name: string) => trace.spans.filter((span) => span.name === name);
  const one = (trace: Trace, name: string): Span => {
    const found = named(trace, name);
    expect(found.map((span) => span.name)).toEqual([name]);
    return found[0] as Span;
  };
  /** One root, no missing parent, every child within its parent, up to the rounding of times. */
  const expectTree = ({ spans, startedAt, durationMs }: Trace) => {
    const byId = new Map(spans.map((span) => [span.id, span]));
    expect(byId.size).toBe(spans.length);
    expect(spans.filter(({ parentId }) => parentId === null)).toEqual([spans[0]]);
    expect(spans[0]).toMatchObject({ startedAt, durationMs });
    const start = (span: Span) => Date.parse(span.startedAt);
    for (const span of spans.slice(1)) {
      const parent = byId.get(span.parentId ?? '') as Span;
      expect(parent, span.name).toBeDefined();
      expect(start(span), span.name).toBeGreaterThanOrEqual(start(parent) - 2);
      expect(start(span) + span.durationMs, span.name).toBeLessThanOrEqual(start(parent) + parent.durationMs + 2);
    }
  };
  const exported = async (runId: string): Promise<CollectedSpan[]> => {
    const spans = () =>
      collector
        .spans()
        .filter((span) => collector.spans().some((root) => root.traceId === span.traceId && isOf(root, runId)));
    await expect.poll(() => spans().length, { timeout: patienceMs }).toBeGreaterThan(0);
    return spans();
  };
  const isOf = (span: CollectedSpan, runId: string) => attributesOf(span)['gateway.run.id'] === runId;

  it('has the context, the model calls with their tokens, each tool and each save, and no text of the conversation', async () => {
    world.model.script(
      {
        text: `Let me see, ${secret}.`,
        toolCalls: [calculating, { name: 'calculator', arguments: { expression: '1/' } }],
      },
      `It is 42, ${secret}.`,
    );
    const { runId, sessionId } = await say(ada, `What is 6*7, ${secret}?`);
    const trace = await traceOf(runId);
    expect(trace).toMatchObject({
      id: idOf(runId),
      runId,
      sessionId,
      agentId: ada.agentId,
      kind: 'chat',
      status: 'completed',
      parentTraceId: null,
      childTraceIds: [],
      error: null,
    });
    expectTree(trace);
    expect(trace.spans.map(({ name }) => name).filter((name) => name !== 'persist')).toEqual([
      'invoke_agent Ada',
      'context',
      'chat fake',
      'execute_tool calculator',
      'execute_tool calculator',
      'context',
      'chat fake',
    ]);
    expect(named(trace, 'persist').length).toBeGreaterThanOrEqual(3);
    expect(JSON.stringify(trace)).not.toContain(secret);

    const chats = named(trace, 'chat fake');
    for (const { kind, attributes } of chats)
      expect({ kind, attributes }).toMatchObject({
        kind: 'client',
        attributes: {
          'gen_ai.operation.name': 'chat',
          'gen_ai.provider.name': 'openai-compatible',
          'gen_ai.request.model': 'fake',
        },
      });
    expect(chats.map(({ attributes }) => attributes['gen_ai.response.finish_reasons'])).toEqual([
      ['tool_calls'],
      ['stop'],
    ]);
    const sum = (key: string) => chats.reduce((total, { attributes }) => total + Number(attributes[key]), 0);
    expect(sum('gen_ai.usage.input_tokens')).toBe(trace.usage.promptTokens);
    expect(sum('gen_ai.usage.output_tokens')).toBe(trace.usage.completionTokens);
    expect(trace.usage.promptTokens).toBeGreaterThan(0);
    expect(trace.spans[0]?.attributes).toMatchObject({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.id': ada.agentId,
      'gen_ai.agent.name': 'Ada',
      'gen_ai.conversation.id': sessionId,
      'gen_ai.usage.input_tokens': trace.usage.promptTokens,
      'gen_ai.usage.output_tokens': trace.usage.completionTokens,
      'gateway.run.id': runId,
    });
    const tools = named(trace, 'execute_tool calculator').map(({ attributes }) => attributes);
    expect(tools).toContainEqual(expect.objectContaining({ 'error.type': 'tool_error' }));
    expect(tools.filter((attributes) => !('error.type' in attributes))).toEqual([
      {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'calculator',
        'gen_ai.tool.type': 'function',
        'gen_ai.tool.call.id': expect.any(String),
      },
    ]);
  });

  it('says what went wrong, and where', async () => {
    world.model.script({ status: 400, message: `no ${secret}` });
    const { status, body } = await ada.act<{ runId: string }>('POST', '/agent/chat', {
      agentId: ada.agentId,
      message: 'Hello?',
      surface: 'failing',
    });
    expect(status).toBe(502);
    const trace = await traceOf(body.runId);
    expectTree(trace);
    expect(trace).toMatchObject({ status: 'failed', error: { code: 'model_error' } });
    expect(one(trace, 'chat fake').attributes['error.type']).toBe('model_error');
    expect(trace.spans[0]?.attributes).toMatchObject({ 'error.type': 'model_error', 'gateway.run.status': 'failed' });
    expect(JSON.stringify(trace.spans)).not.toContain(secret);
  });

  it('shows the wait for an approval, while it lasts and afterwards', async () => {
    const asker = await newAsker(world);
    world.model.script({ toolCalls: [fetching(receiver, '/trace'), calculating] }, 'Fetched.');
    const { runId, approval } = await park(asker);
    const waiting = await traceOf(runId, asker);
    expectTree(waiting);
    expect(waiting.status).toBe('awaiting_approval');
    expect(one(waiting, 'approval').attributes).toEqual({
      'gen_ai.tool.name': 'http_fetch',
      'gateway.approval.id': approval.requestId,
      'gateway.approval.decision': 'pending',
    });
    expect(named(waiting, 'execute_tool calculator')).toHaveLength(1);

    await resolve(asker, approval.requestId, 'approve');
    await expect.poll(async () => (await traceOf(runId, asker)).status, { timeout: patienceMs }).toBe('completed');
    const trace = await traceOf(runId, asker);
    expectTree(trace);
    // The same spans with the same ids, and later ones.
    const before = waiting.spans.map(({ id, name }) => ({ id, name }));
    expect(trace.spans.map(({ id, name }) => ({ id, name }))).toEqual(expect.arrayContaining(before));
    expect(one(trace, 'approval').attributes['gateway.approval.decision']).toBe('approved');
    expect(one(trace, 'execute_tool http_fetch').attributes['error.type']).toBeUndefined();
    expect(named(trace, 'chat fake')).toHaveLength(2);
    const [root] = (await exported(runId)).filter((span) => isOf(span, runId));
    const waits = collector.spans().filter((span) => span.traceId === root?.traceId && span.name === 'approval');
    expect(waits.map(({ spanId }) => spanId)).toEqual([one(trace, 'approval').id]);
  });

  it('of a spawned run links to its parent, and back', async () => {
    const child = await ada.newAgent({ name: 'Child', systemPrompt: 'child' });
    const parent = await ada.newAgent({
      name: 'Parent',
      tools: ['spawn_agent'],
      spawn: { enabled: true, agents: ['*'] },
    });
    world.model.reply(({ body }): ModelStep => {
      if (body.messages?.[0]?.content === 'child') return 'Seven.';
      if (body.messages?.at(-1)?.role === 'tool') return 'Done.';
      return { toolCalls: [{ name: 'spawn_agent', arguments: { agentId: child, message: 'Count' } }] };
    });
    const { runId } = await say(ada, 'How many?', { agentId: parent });
    const trace = await traceOf(runId);
    expect(trace.childTraceIds).toHaveLength(1);
    const spawned = await traceOf((trace.childTraceIds[0] as string).replace('trc_', 'run_'));
    expect(spawned).toMatchObject({ kind: 'spawn', parentRunId: runId, parentTraceId: trace.id, agentId: child });
    const root = (await exported(spawned.runId)).find((span) => isOf(span, spawned.runId));
    expect(root?.links).toMatchObject([{ traceId: trace.otelTraceId, spanId: trace.spans[0]?.id }]);
  });

  it('shows a summary inside its context', async () => {
    const small = await startTalking(engine, { settings: { ASSUMED_CONTEXT_WINDOW: '2000' } });
    const talker = await newTalker(small.gateway, { agent: { maxTokens: 200 } });
    await say(talker, 'abc '.repeat(900));
    await say(talker, 'abd '.repeat(500));
    const { runId } = await say(talker, 'abe '.repeat(500));
    const trace = await traceOf(runId, talker);
    expectTree(trace);
    const compaction = one(trace, 'compaction');
    const parentOf = ({ parentId }: Span) => trace.spans.find(({ id }) => id === parentId);
    expect(parentOf(compaction)?.name).toBe('context');
    const summaries = named(trace, 'chat fake').filter((span) => parentOf(span) === compaction);
    expect(summaries.length).toBeGreaterThan(0);
    expect(Number(summaries[0]?.attributes['gen_ai.usage.input_tokens'])).toBeGreaterThan(100);
    await small.stop();
  });

  it('is visible to its person only, listed newest first, by agent, session, run and status', async () => {
    const eve = await newTalker(world.gateway);
    const runs = [];
    for (const [message, surface] of [
      ['one', 'a'],
      ['two', 'b'],
      ['three', 'a'],
    ] as const)
      runs.push(await say(eve, message, { surface }));
    const [first, second, third] = runs;
    const list = async (query = '') => (await eve.act<Page>('GET', `/traces?${query}`)).body;
    const ids = ({ data }: Page) => data.map(({ runId }) => runId);
    expect(ids(await list())).toEqual([third?.runId, second?.runId, first?.runId]);
    const page = await list('limit=2');
    expect(ids(await list(`limit=2&cursor=${page.nextCursor}`))).toEqual([first?.runId]);
    expect(ids(await list(`sessionId=${first?.sessionId}`))).toEqual([third?.runId, first?.runId]);
    expect(ids(await list(`runId=${second?.runId}`))).toEqual([second?.runId]);
    expect(ids(await list(`agentId=${ada.agentId}`))).toEqual([]);
    expect(ids(await list('status=failed'))).toEqual([]);
    expect((await list()).data[0]).toMatchObject({ id: idOf(third?.runId ?? ''), status: 'completed', usage: {} });

    const stranger = actingAs(world.gateway, await quickPerson(world.gateway));
    for (const act of [stranger, ada.act]) {
      expect((await act('GET', `/traces/${idOf(first?.runId ?? '')}`)).status).toBe(404);
      expect(ids((await act<Page>('GET', `/traces?runId=${first?.runId}`)).body)).toEqual([]);
    }
    for (const id of ['trc_nothing', first?.runId, 'trc_01jd3v9k4m8q2w5x7y0z1a2b3c', "trc_'--"])
      expect((await eve.act('GET', `/traces/${id}`)).status, id).toBe(404);
  });

  it('is exported to a collector as OTLP, with the same ids', async () => {
    world.model.script({ toolCalls: [calculating] }, `42, ${secret}`);
    const { runId } = await say(ada, secret, { surface: 'exported' });
    const trace = await traceOf(runId);
    const spans = await exported(runId);
    expect(trace.otelTraceId).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([trace.otelTraceId]));
    expect(spans.map(({ spanId, parentSpanId = null, name }) => ({ spanId, parentSpanId, name }))).toEqual(
      trace.spans.map(({ id, parentId, name }) => ({ spanId: id, parentSpanId: parentId, name })),
    );
    for (const span of spans) {
      expect(span.spanId).toMatch(/^[0-9a-f]{16}$/);
      expect(span.startTimeUnixNano).toMatch(/^\d{19}$/);
      expect(BigInt(span.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano));
      expect([1, 3]).toContain(span.kind);
      expect(span.status).toEqual({ code: 0 });
    }
    const chat = spans.find(({ name }) => name === 'chat fake') as CollectedSpan;
    expect(chat.kind).toBe(3);
    expect(chat.attributes).toContainEqual({
      key: 'gen_ai.usage.input_tokens',
      value: { intValue: expect.stringMatching(/^\d+$/) },
    });
    const upload = collector.uploads.find(({ text }) => text.includes(runId));
    expect(upload).toMatchObject({
      path: '/otlp/v1/traces',
      headers: { 'content-type': 'application/json', 'x-tenant': 'ships', authorization: 'Basic abc' },
    });
    expect(upload?.text).not.toContain(secret);
    expect(upload && attributesOf(upload.body.resourceSpans[0]?.resource as CollectedSpan)).toMatchObject({
      'service.name': 'shipyard',
    });
    const { text } = await world.gateway.call('GET', '/metrics');
    expect(Number(/^gateway_spans_exported_total (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(4);
    expect(text).toMatch(/^gateway_spans_dropped_total 0$/m);
  });

  it('joins the trace of the client, unless that is not sampled', async () => {
    const traceparent = (flags: string) => `00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-${flags}`;
    const ask = async (headers: Record<string, string>, path = '/agent/chat') => {
      const surface = `joined-${JSON.stringify(headers)}`.slice(0, 100);
      await ada.act('POST', path, { agentId: ada.agentId, message: 'Hi', surface }, headers);
      const { body } = await ada.act<Page>('GET', '/traces?limit=1');
      return body.data[0]?.runId as string;
    };
    const ignored = await ask({ traceparent: traceparent('00') });
    const joined = await ask({ traceparent: traceparent('01') });
    const streamed = await ask({ traceparent: traceparent('01') }, '/agent/chat/stream');
    const wrong = await ask({ traceparent: '00-00000000000000000000000000000000-00f067aa0ba902b7-01' });
    for (const runId of [joined, streamed]) {
      const root = (await exported(runId)).find((span) => isOf(span, runId));
      expect(root).toMatchObject({ traceId: '4bf92f3577b34da6a3ce929d0e0e4736', parentSpanId: '00f067aa0ba902b7' });
    }
    const root = (await exported(wrong)).find((span) => isOf(span, wrong));
    expect(root).toMatchObject({ traceId: (await traceOf(wrong)).otelTraceId });
    expect(root?.parentSpanId).toBeUndefined();
    // It came before the others and is not among them.
    expect(collector.spans().some((span) => isOf(span, ignored))).toBe(false);
    expectTree(await traceOf(ignored));
  });
});
