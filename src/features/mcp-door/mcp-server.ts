import type * as Sdk from '@modelcontextprotocol/server';
import type { CallToolRequest, ServerContext } from '@modelcontextprotocol/server';
import type { Caller } from '../../http/authentication.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import type { Skill } from '../skills/index.ts';
import {
  type AgentCalls,
  type Asked,
  type Call,
  type CallResult,
  failed,
  type OnAsked,
  type Started,
} from './agent-calls.ts';
import { type Decide, formOf, whereToApprove } from './approvals-by-client.ts';
import { sessionElicits, showsForms } from './client-sessions.ts';
import { isAgent, longestMessage, type OfferedTools } from './offered-tools.ts';
import { mayUse } from './rights.ts';

/** One HTTP request to the door. */
export type Exchange = {
  caller: Caller;
  requestId: string;
  trace: string | undefined;
  /** As `initialize` returned it, before revision 2026-07-28. */
  session: string | undefined;
  /** Of earlier revisions, which cancel a call by a message of its own. */
  cancelled: AbortSignal;
  /** Calls back when the person closes the form about this approval without a decision. That may happen on another node. */
  onDismissed(approvalId: string, listener: () => void): void;
};

type Deps = {
  sdk: typeof Sdk;
  tools: OfferedTools;
  agents: AgentCalls;
  decide: Decide;
  skills: { list(): readonly Skill[]; find(id: string): Skill | undefined };
  version: string;
  baseUrl: string;
  log: Log;
};

/** Between two notifications about the progress of a call. */
const progressEveryMs = 250;

const instructions =
  'Each tool whose name begins with agt_ is an agent: it answers a message with its own instructions, tools and memory. The other tools are those of the workspace.';

/** A server for one request: nothing is kept between requests, so any node answers any of them. */
export function createServers({ sdk, tools, agents, decide, skills, version, baseUrl, log }: Deps) {
  const { ProtocolError, ProtocolErrorCode, inputRequired } = sdk;
  const unknown = (what: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no ${what} here.`);

  /** Answers contain no internal details. */
  async function guarded<Result>(
    { requestId }: Exchange,
    { mcpReq }: ServerContext,
    work: () => Promise<Result>,
  ): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      // Nobody reads the answer to a client that left.
      if (error instanceof ProtocolError || mcpReq.signal.aborted) throw error;
      if (error instanceof AppError && error.kind !== 'internal')
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message, { code: error.code });
      log.error({ err: error, requestId }, 'MCP request failed');
      throw new ProtocolError(
        ProtocolErrorCode.InternalError,
        'Something went wrong on our side. The request id helps us to find it.',
        { requestId },
      );
    }
  }

  function progressOf({ mcpReq }: ServerContext): Call['progress'] {
    const progressToken = mcpReq._meta?.progressToken;
    let last = { at: -Infinity, done: 0, message: '' };
    return (done, message) => {
      const now = performance.now();
      const isSoon = now - last.at < progressEveryMs && message === last.message;
      if (progressToken === undefined || done <= last.done || isSoon) return;
      last = { at: now, done, message };
      const params = { progressToken, progress: done, message };
      // The client may have left.
      void mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
    };
  }

  /** Revision 2026-07-28: the call ends with the question, and the client repeats it with the answer. */
  const byReturn: OnAsked = async ({ runId }, asked) =>
    inputRequired({
      inputRequests: Object.fromEntries(
        asked.map((one) => [one.requestId, inputRequired.elicit({ mode: 'form', ...formOf(one) })]),
      ),
      requestState: runId,
    });

  /** Earlier revisions: the question is a request to the client, whose answer may reach any node. */
  const byRequest =
    (server: Sdk.Server, { mcpReq }: ServerContext, { onDismissed }: Exchange): OnAsked =>
    async (started, asked, leave) => {
      for (const one of asked) {
        onDismissed(one.requestId, () => leave(whereToApprove(started, asked, baseUrl)));
        const question = {
          jsonrpc: '2.0' as const,
          id: one.requestId,
          method: 'elicitation/create',
          params: formOf(one),
        };
        await server.transport?.send(question, { relatedRequestId: mcpReq.id });
      }
      return undefined;
    };

  async function callAgent(
    server: Sdk.Server,
    { name, arguments: given = {} }: CallToolRequest['params'],
    context: ServerContext,
    exchange: Exchange,
    era: 'legacy' | 'modern',
  ): Promise<CallResult> {
    const { caller, trace } = exchange;
    const { mcpReq } = context;
    const gone = mcpReq.signal;
    const isModern = era === 'modern';
    const call: Call = {
      caller,
      trace,
      gone,
      cancelled: isModern ? gone : exchange.cancelled,
      progress: progressOf(context),
    };
    const asks = isModern
      ? showsForms((mcpReq.envelope as Record<string, unknown> | undefined)?.[sdk.CLIENT_CAPABILITIES_META_KEY])
      : sessionElicits(exchange.session);
    const tell = async (started: Started, asked: readonly Asked[]) => whereToApprove(started, asked, baseUrl);
    const onAsked: OnAsked =
      !asks || !mayUse(caller, 'approvals') ? tell : isModern ? byReturn : byRequest(server, context, exchange);
    const state = mcpReq.requestState<string>();
    if (state === undefined) {
      const { message, sessionId } = given as { message?: unknown; sessionId?: unknown };
      if (typeof message !== 'string' || message === '' || message.length > longestMessage)
        throw new AppError('validation_failed', `message must be a text of at most ${longestMessage} characters.`);
      if (sessionId !== undefined && typeof sessionId !== 'string')
        throw new AppError('validation_failed', 'sessionId must be a text.');
      return agents.start(call, name, { message, sessionId }, onAsked);
    }
    const answers = Object.entries(mcpReq.inputResponses ?? {});
    let undecided = answers.length === 0;
    async function decideAll(): Promise<void> {
      for (const [approvalId, answer] of answers)
        if (!(await decide(caller, approvalId, answer, state))) undecided = true;
    }
    // A form that was closed is not shown again.
    return agents.resume(call, state, decideAll, (started, asked, leave) =>
      undecided ? tell(started, asked) : onAsked(started, asked, leave),
    );
  }

  /** What is wrong with the call is a result that the client's model reads; a tool that does not exist is an error. */
  async function callTool(
    server: Sdk.Server,
    params: CallToolRequest['params'],
    context: ServerContext,
    exchange: Exchange,
    era: 'legacy' | 'modern',
  ): Promise<CallResult> {
    const { caller, requestId, cancelled } = exchange;
    const { name } = params;
    if (!isAgent(name) && !tools.mayCall(caller, name)) throw unknown(`tool ${name}`);
    try {
      if (isAgent(name)) return await callAgent(server, params, context, exchange, era);
      const signal = AbortSignal.any([context.mcpReq.signal, cancelled]);
      return await tools.call(caller, name, params.arguments, { id: requestId, signal });
    } catch (error) {
      if (!(error instanceof AppError) || error.kind === 'internal') throw error;
      if (error.code === 'not_found' && error.message.includes(name)) throw unknown(`tool ${name}`);
      return failed(error.message, error.code);
    }
  }

  return function createServer(era: 'legacy' | 'modern', exchange: Exchange): Sdk.Server {
    const server = new sdk.Server(
      { name: 'agent-gateway', title: 'Agent Gateway', version },
      { capabilities: { tools: {}, prompts: {} }, instructions },
    );
    server.setRequestHandler('tools/list', (_request, context) =>
      guarded(exchange, context, async () => ({ tools: await tools.list(exchange.caller) })),
    );
    server.setRequestHandler('tools/call', ({ params }, context) =>
      guarded(exchange, context, () => callTool(server, params, context, exchange, era)),
    );
    server.setRequestHandler('prompts/list', async () => ({
      prompts: skills.list().map(({ id, description }) => ({ name: id, description })),
    }));
    server.setRequestHandler('prompts/get', async ({ params }) => {
      const skill = skills.find(params.name);
      if (!skill) throw unknown(`prompt ${params.name}`);
      const content = { type: 'text' as const, text: skill.promptContext };
      return { description: skill.description, messages: [{ role: 'user' as const, content }] };
    });
    return server;
  };
}
