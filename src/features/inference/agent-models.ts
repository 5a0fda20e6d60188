import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, invalidField } from '../../kernel/errors.ts';
import type { Citation } from '../../kernel/parts.ts';
import type { ReasoningLevel } from '../../platform/models/model.ts';
import type { ResponseFormat } from '../agents/index.ts';
import {
  type Brought,
  type ClientTools,
  type ClientWait,
  type Engine,
  type FollowRun,
  type Outcome,
  ownError,
  type RunError,
  type RunEvent,
  type RunIdentity,
  type StreamRun,
} from '../runs/index.ts';
import { type AgentQuestion, type AgentRuns, awaitsApproval, errorOfRun } from './agent-runs.ts';
import { callsOf, clientToolsIn, createBreaks, createBringResults, since } from './client-tools/client-tools.ts';
import { usageOf } from './completion.ts';
import { conversationOf, filesIn, readMessages } from './conversation.ts';
import type { ChatCompletionRequest } from './inference.schema.ts';
import { readFormat } from './model-request.ts';
import type { Finish, Head, Said, Spelling } from './spelling.ts';

type Deps = {
  runs: AgentRuns;
  engine: Pick<Engine, 'outcome'>;
  streamRun: StreamRun;
  followRun: FollowRun;
  untilStopped(): AbortSignal;
  clientTools: Pick<ClientTools, 'bring'>;
};

export type AgentCall = Pick<AgentQuestion, 'caller' | 'agentId' | 'session' | 'held' | 'trace'> & {
  body: ChatCompletionRequest;
};

const finishes: Record<string, Finish> = { max_tokens: 'length', max_steps: 'length' };
const finishOf = (stopReason: string): Finish => finishes[stopReason] ?? 'stop';

/** Without a schema: any object. `text` is the default of OpenAI's clients, so it leaves the agent's own format. */
function formatOf(body: ChatCompletionRequest): ResponseFormat | undefined {
  const json = readFormat(body);
  if (!json) return undefined;
  const { name = 'json_object', schema = { type: 'object' }, description, strict } = json;
  return {
    type: 'json_schema',
    name,
    schema,
    ...(description === undefined ? {} : { description }),
    ...(strict === undefined ? {} : { strict }),
  };
}

type RunUsage = Extract<Outcome, { kind: 'ended' }>['usage'];
const tokensOf = ({ promptTokens, cachedTokens = 0, ...others }: RunUsage) =>
  usageOf({ ...others, promptTokens: promptTokens - cachedTokens, cachedTokens });

const levels: Record<string, ReasoningLevel> = {
  none: 'off',
  minimal: 'low',
  low: 'low',
  medium: 'medium',
  high: 'high',
  xhigh: 'high',
};
function levelOf({ reasoning_effort: effort }: ChatCompletionRequest): ReasoningLevel | undefined {
  if (!effort) return undefined;
  const level = Object.hasOwn(levels, effort) ? levels[effort] : undefined;
  if (!level) throw invalidField('reasoning_effort', `must be one of: ${Object.keys(levels).join(', ')}`);
  return level;
}

/** The field as OpenAI's clients know it. */
function renamed(error: unknown): unknown {
  const [first] = error instanceof AppError ? (error.details.errors ?? []) : [];
  if (first?.path === 'responseFormat.schema') return invalidField('response_format.json_schema.schema', first.message);
  const tools = first?.path.match(/^clientTools(\[\d+\])?/);
  return first && tools ? invalidField(`tools${tools[1] ? `${tools[1]}.function.name` : ''}`, first.message) : error;
}

/** An agent under the name of a model. */
export function createAgentModels({ runs, engine, streamRun, followRun, untilStopped, clientTools }: Deps) {
  const bringResults = createBringResults(clientTools);

  async function start({ body, ...call }: AgentCall, streams: boolean) {
    const clientTools = clientToolsIn(body);
    try {
      return await runs.start({
        ...call,
        streams,
        inputs: filesIn(body.messages),
        read: (parts) => conversationOf(readMessages(body.messages, parts)),
        responseFormat: formatOf(body),
        reasoning: levelOf(body),
        clientTools,
      });
    } catch (error) {
      throw renamed(error);
    }
  }

  const headOf = (runId: string, { body: { model } }: AgentCall): Head => ({
    id: runId,
    created: Math.floor(Date.now() / 1_000),
    model,
  });

  function saidIn(outcome: Outcome): Said {
    const { runId, sessionId } = outcome;
    if (outcome.kind === 'parked') throw awaitsApproval(outcome);
    if (outcome.kind === 'awaiting_client') return calling('', outcome.client);
    const { content, stopReason, usage, error, citations } = outcome;
    if (error) throw errorOfRun(ownError(error), { runId, sessionId });
    return { text: content, toolCalls: [], finish: finishOf(stopReason), usage: tokensOf(usage), citations };
  }

  const calling = (text: string, wait: ClientWait, before?: RunUsage): Said => ({
    text,
    toolCalls: callsOf(wait),
    finish: 'tool_calls',
    usage: tokensOf(since(wait.usage, before)),
  });

  /** The answer since `brought`, until the run ends or waits for the client. */
  async function collect(run: RunIdentity, gone: AbortSignal, brought: Brought | undefined): Promise<Said> {
    const { runId, sessionId } = run;
    const isBreak = createBreaks(brought);
    let text = '';
    const until = AbortSignal.any([gone, untilStopped()]);
    for await (const batch of followRun(run, brought?.after ?? 0, until).batches()) {
      for (const { type, fields } of batch) {
        if (type === 'error') throw errorOfRun(JSON.parse(fields) as RunError, { runId, sessionId });
        if (type === 'stream_chunk') {
          const { delta } = JSON.parse(fields) as { delta: string };
          if (!isBreak(delta)) text += delta;
        }
        if (type === 'client_tools_required') return calling(text, JSON.parse(fields) as ClientWait, brought?.usage);
        if (type !== 'stream_done') continue;
        const { usage, stopReason, citations } = JSON.parse(fields) as Done;
        const spent = tokensOf(since(usage, brought?.usage));
        return { text, toolCalls: [], finish: finishOf(stopReason), usage: spent, citations };
      }
      if (!batch.some(({ type }) => type === 'approval_required')) continue;
      const outcome = await engine.outcome(runId);
      if (outcome.kind === 'parked') throw awaitsApproval(outcome);
    }
    throw new AppError('unavailable', 'The gateway is stopping.', { extra: { runId, sessionId } });
  }

  /** The run of the request: a new one, or the one that its results belong to. */
  async function open(call: AgentCall, streams: boolean) {
    const brought = await bringResults(call);
    return brought ? { run: brought.run, brought } : { run: await start(call, streams), brought };
  }

  /** Some results are missing, or an approval. */
  async function refuseWaiting(runId: string): Promise<void> {
    const outcome = await engine.outcome(runId);
    if (outcome.kind === 'parked') throw awaitsApproval(outcome);
    if (outcome.kind !== 'awaiting_client') return;
    const missing = outcome.client.calls.map(({ toolCallId }) => toolCallId).join(', ');
    throw invalidField('messages', `the tool calls ${missing} must be answered too`);
  }

  return {
    async complete<Whole>(
      call: AgentCall,
      spelling: Spelling<Whole>,
      reply: FastifyReply,
      gone: AbortSignal,
    ): Promise<Whole> {
      const { run, brought } = await open(call, false);
      const { runId, sessionId } = run;
      reply.headers({ 'x-run-id': runId, 'x-session-id': sessionId });
      if (brought?.waits) await refuseWaiting(runId);
      const stopWatching = runs.cancelWhenGone(call.caller, runId, gone);
      const said =
        'outcome' in run && !call.body.tools?.length ? run.outcome.then(saidIn) : collect(run, gone, brought);
      return spelling.whole(headOf(runId, call), await said.finally(stopWatching));
    },

    async stream(
      call: AgentCall,
      spelling: Spelling<unknown>,
      request: FastifyRequest,
      reply: FastifyReply,
      gone: AbortSignal,
    ): Promise<void> {
      const { run, brought } = await open(call, true);
      const { runId, sessionId } = run;
      reply.raw.setHeader('x-run-id', runId).setHeader('x-session-id', sessionId);
      if (brought?.waits) await refuseWaiting(runId);
      const isBreak = createBreaks(brought);
      const begin = once(() => spelling.begin(headOf(runId, call)));
      const stopWatching = runs.cancelWhenGone(call.caller, runId, gone);

      const failureIn = (fields: string) => errorOfRun(JSON.parse(fields) as RunError, { runId, sessionId });
      const opening = {
        says: ({ type }: RunEvent) => speaking.has(type),
        failure: ({ type, fields }: RunEvent) => (type === 'error' ? failureIn(fields) : undefined),
      };

      /** Failures here would break the stream off; the client learns of them instead. */
      async function* ending(
        finish: Finish,
        usage: RunUsage,
        before: string,
        citations?: Done['citations'],
      ): AsyncGenerator<string> {
        try {
          const spent = tokensOf(since(usage, brought?.usage));
          yield before + (await spelling.end({ finish, usage: spent, citations }));
        } catch (error) {
          yield spelling.failed(
            error instanceof AppError ? error : new AppError('internal', 'Unexpected error'),
            request.id,
          );
        }
      }

      function spell({ type, fields }: RunEvent): string | AsyncIterable<string> {
        if (type === 'session_resolved') return begin();
        if (type === 'stream_chunk') {
          const { delta } = JSON.parse(fields) as { delta: string };
          return isBreak(delta) ? '' : begin() + spelling.text(delta);
        }
        if (type !== 'error' && !isLast({ type })) return '';
        stopWatching();
        if (type === 'error') return spelling.failed(failureIn(fields), request.id);
        if (type === 'client_tools_required') {
          const wait = JSON.parse(fields) as ClientWait;
          const calls = callsOf(wait).map((each, index) => spelling.toolCall(each, index));
          return ending('tool_calls', wait.usage, begin() + calls.join(''));
        }
        const { usage, stopReason, citations } = JSON.parse(fields) as Done;
        return ending(finishOf(stopReason), usage, begin(), citations);
      }

      const watching = streamRun(request, reply, run, brought?.after ?? 0, { spell, opening, isLast });
      await watching.finally(stopWatching);
    },
  };
}

type Done = { usage: RunUsage; stopReason: string; citations?: readonly Citation[] };

const isLast = ({ type }: Pick<RunEvent, 'type'>) => type === 'stream_done' || type === 'client_tools_required';
const speaking: ReadonlySet<RunEvent['type']> = new Set(['stream_chunk', 'stream_done', 'client_tools_required']);

/** Its text the first time, then none. */
function once(make: () => string): () => string {
  let made = false;
  return () => {
    if (made) return '';
    made = true;
    return make();
  };
}

export type AgentModels = ReturnType<typeof createAgentModels>;
