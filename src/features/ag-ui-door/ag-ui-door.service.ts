import type { Caller } from '../../http/authentication.ts';
import type { HeldData } from '../../http/validation/large-bodies.ts';
import { AppError, invalidField } from '../../kernel/errors.ts';
import type { ApprovalService } from '../approvals/index.ts';
import { mayUse } from '../mcp-door/index.ts';
import type { ClientTools, Engine, JobService, MessageReader, RunIdentity } from '../runs/index.ts';
import type { AgUiMessage, RunAgentInput } from './ag-ui.schema.ts';
import { type Decision, decisionsIn, refuseImpossible, resultsIn, saidIn, toolsIn } from './ag-ui-input.ts';
import type { ThreadStore } from './threads.store.ts';

type Deps = {
  threads: ThreadStore;
  engine: Pick<Engine, 'start' | 'mayStart' | 'settled'>;
  jobs: Pick<JobService, 'own'>;
  clientTools: Pick<ClientTools, 'bring' | 'giveUp'>;
  approvals: Pick<ApprovalService, 'get' | 'resolve'>;
  readMessage: MessageReader;
};

export type AgUiCall = {
  caller: Caller;
  /** Of the path. */
  agentId: string | undefined;
  body: RunAgentInput;
  held: HeldData | undefined;
  trace: string | undefined;
};

/** The run to show, the last event that the client has seen, and whether it still waits for the client. */
export type Shown = { run: RunIdentity; after: number; waits: boolean };

const isSession = (threadId: string) => threadId.startsWith('ses_');
const surfaceOf = (threadId: string) => `ag-ui:${threadId}`;

/** The field as the client knows it. */
function renamed(error: unknown): unknown {
  const [first] = error instanceof AppError ? (error.details.errors ?? []) : [];
  return first?.path.startsWith('clientTools')
    ? invalidField(first.path.replace('clientTools', 'tools'), first.message)
    : error;
}

/** Threads of AG-UI's clients. Each is a session of the person. */
export function createAgUiDoor({ threads, engine, jobs, clientTools, approvals, readMessage }: Deps) {
  async function start(call: AgUiCall, message: AgUiMessage): Promise<Shown> {
    const { caller, agentId, body, held, trace } = call;
    const { threadId, forwardedProps, messages } = body;
    const surface = surfaceOf(threadId);
    const waiting = isSession(threadId) ? null : await threads.runOf(caller, surface);
    // A person who writes on does not wait for a tool of the client.
    if (waiting) await clientTools.giveUp(waiting);
    if (agentId !== undefined && forwardedProps?.agentId !== undefined && forwardedProps.agentId !== agentId)
      throw invalidField('forwardedProps.agentId', 'is another agent than that of the address');
    const tools = toolsIn(body);
    const request = {
      caller,
      kind: 'ag-ui' as const,
      streams: true,
      trace,
      agentId: agentId ?? forwardedProps?.agentId,
      ...(isSession(threadId) ? { sessionId: threadId } : { surface }),
      reasoning: forwardedProps?.reasoning,
      showReasoning: forwardedProps?.showReasoning,
      ...(tools.length > 0 && { clientTools: tools }),
    };
    const path = `messages[${messages.length - 1}]`;
    const options = { path: `${path}.content`, mayStart: () => engine.mayStart(request) };
    try {
      const said = await readMessage(caller, { message: saidIn(message, path), held }, options);
      if (said.message.trim() === '' && !said.parts) throw invalidField(`${path}.content`, 'must not be blank');
      return { run: await engine.start({ ...request, ...said }), after: 0, waits: false };
    } catch (error) {
      throw renamed(error);
    }
  }

  async function decide(caller: Caller, { approvalId, approved, reason }: Decision): Promise<void> {
    const { status } = await approvals.get(caller, approvalId);
    // Somebody else may have decided in the meantime; their decision holds.
    if (status !== 'pending') return;
    await approvals.resolve(caller, approvalId, approved ? 'approve' : 'deny', reason).catch((error) => {
      if (!(error instanceof AppError && error.code === 'already_resolved')) throw error;
    });
  }

  /** The client brings decisions of a person, and sees the rest of the run. */
  async function resume({ caller, body }: AgUiCall): Promise<Shown> {
    const decisions = decisionsIn(body);
    if (!mayUse(caller, 'approvals')) throw new AppError('insufficient_scope', 'This key lacks the scope "approvals".');
    const found = await Promise.all(decisions.map(({ approvalId }) => approvals.get(caller, approvalId)));
    const [runId = '', ...others] = [...new Set(found.map((approval) => approval.runId))];
    if (others.length > 0) throw invalidField('resume', 'must be decisions about one run');
    const { session_id: sessionId, agent_id: agentId, last_seq: after } = await jobs.own(caller, runId);
    for (const decision of decisions) await decide(caller, decision);
    const outcome = await engine.settled(runId);
    return { run: { runId, sessionId, agentId }, after, waits: outcome !== undefined && outcome.kind !== 'ended' };
  }

  return async function open(call: AgUiCall): Promise<Shown> {
    const { caller, body } = call;
    refuseImpossible(body);
    if (body.resume?.length) return resume(call);
    const last = body.messages.at(-1);
    if (last?.role === 'user') return start(call, last);
    const results = resultsIn(body.messages);
    if (results.length === 0)
      throw invalidField('messages', 'the last message must be the person’s, or a tool’s result');
    const brought = await clientTools.bring(caller, results, isSession(body.threadId) ? body.threadId : undefined);
    if (!brought) throw invalidField('messages', 'name no call of a tool that one of your runs waits for');
    return brought;
  };
}

export type AgUiDoor = ReturnType<typeof createAgUiDoor>;
