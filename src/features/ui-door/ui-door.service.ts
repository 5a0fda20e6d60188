import type { Caller } from '../../http/authentication.ts';
import type { HeldData } from '../../http/validation/large-bodies.ts';
import { AppError, invalidField } from '../../kernel/errors.ts';
import type { ApprovalService } from '../approvals/index.ts';
import { mayUse } from '../mcp-door/index.ts';
import type {
  ClientTools,
  Engine,
  JobService,
  MessageReader,
  Regenerate,
  RunIdentity,
  StartRequest,
} from '../runs/index.ts';
import type { UiChatRequest, UiMessage } from './ui.schema.ts';
import type { UiChat, UiChatStore } from './ui-chats.store.ts';
import { answersIn, type Decision, saidIn } from './ui-message.ts';

type Deps = {
  store: UiChatStore;
  engine: Pick<Engine, 'start' | 'mayStart' | 'settled'>;
  jobs: Pick<JobService, 'own'>;
  clientTools: Pick<ClientTools, 'bring' | 'waiting' | 'giveUp'>;
  approvals: Pick<ApprovalService, 'get' | 'resolve'>;
  readMessage: MessageReader;
  regenerate: Pick<Regenerate, 'prepare'>;
};

export type UiCall = { caller: Caller; body: UiChatRequest; held: HeldData | undefined; trace: string | undefined };

/** The run to show, and the number of the last event that the page has seen. */
export type Shown = { run: RunIdentity; after: number; waits: boolean };

const anyParameters = { type: 'object', properties: {} };
const surfaceOf = (chatId: string) => `ui:${chatId}`;
const isSession = (chatId: string) => chatId.startsWith('ses_');

/** The field as the page knows it. */
function renamed(error: unknown): unknown {
  const [first] = error instanceof AppError ? (error.details.errors ?? []) : [];
  return first?.path.startsWith('clientTools')
    ? invalidField(first.path.replace('clientTools', 'tools'), first.message)
    : error;
}

/** Chats of pages that use the AI SDK. Each is a session of the person, by the chat's id. */
export function createUiDoor({ store, engine, jobs, clientTools, approvals, readMessage, regenerate }: Deps) {
  const chatOf = (caller: Caller, chatId: string, agentId?: string): Promise<UiChat | undefined> =>
    isSession(chatId) ? store.byId(caller, chatId) : store.bySurface(caller, surfaceOf(chatId), agentId);

  /** The chat's session; without an agent in the request, that of the agent which it is with. */
  function placeOf({ id, agentId }: UiChatRequest, chat: UiChat | undefined) {
    if (isSession(id)) return { sessionId: id, agentId };
    return chat && agentId === undefined ? { sessionId: chat.sessionId } : { surface: surfaceOf(id), agentId };
  }

  /** How every run of a page is started. Its metadata has the page's id of the message. */
  function howOf({ caller, body, trace }: UiCall, messageId: string | undefined): Omit<StartRequest, 'message'> {
    const { responseFormat, reasoning, showReasoning, tools } = body;
    const clientTools = tools?.map(({ name, description = '', parameters = anyParameters }) => ({
      name,
      description,
      parameters,
    }));
    return {
      caller,
      kind: 'ui',
      streams: true,
      trace,
      ...(responseFormat && { responseFormat }),
      ...(reasoning && { reasoning }),
      ...(showReasoning && { showReasoning }),
      ...(clientTools?.length && { clientTools }),
      ...(messageId && { metadata: { messageId } }),
    };
  }

  /** The message of the session that the page means: an answer by its run, a question by the page's own id. */
  async function messageOf(sessionId: string, messageId: string | null | undefined): Promise<string | undefined> {
    if (!messageId || messageId.startsWith('msg_')) return messageId ?? undefined;
    const found = messageId.startsWith('run_')
      ? await store.answerOf(sessionId, messageId)
      : await store.questionOf(sessionId, JSON.stringify({ messageId }));
    if (!found?.id) throw invalidField('messageId', 'names no message of this chat');
    return found.id;
  }

  /** Another answer to a question, or another question in its place. */
  async function again(call: UiCall, last: UiMessage, chat: UiChat | undefined, isEdit: boolean): Promise<Shown> {
    const { caller, body, held } = call;
    if (!chat) throw invalidField('id', 'names no chat that has begun');
    if (chat.runId) await clientTools.giveUp(chat.runId);
    const path = `messages[${body.messages.length - 1}]`;
    const messageId = await messageOf(chat.sessionId, body.messageId);
    const asked = { ...(messageId && { messageId }), ...(isEdit && { message: saidIn(last, path), held }) };
    const prepared = await regenerate.prepare(caller, chat.sessionId, asked);
    try {
      const run = await engine.start({ ...prepared, ...howOf(call, isEdit ? last.id : undefined) });
      return { run, after: 0, waits: false };
    } catch (error) {
      throw renamed(error);
    }
  }

  async function start(call: UiCall, message: UiMessage, chat: UiChat | undefined): Promise<Shown> {
    const { caller, body, held } = call;
    // A person who writes on does not wait for a tool of the page.
    if (chat?.runId) await clientTools.giveUp(chat.runId);
    const request = { ...howOf(call, message.id), ...placeOf(body, chat) };
    const path = `messages[${body.messages.length - 1}]`;
    const options = { path: `${path}.parts`, mayStart: () => engine.mayStart(request) };
    try {
      const said = await readMessage(caller, { message: saidIn(message, path), held }, options);
      return { run: await engine.start({ ...request, ...said }), after: 0, waits: false };
    } catch (error) {
      throw renamed(error);
    }
  }

  async function decide(caller: Caller, runId: string, { approvalId, approved, reason }: Decision): Promise<boolean> {
    const approval = await approvals.get(caller, approvalId);
    if (approval.runId !== runId) return false;
    if (!mayUse(caller, 'approvals')) throw new AppError('insufficient_scope', 'This key lacks the scope "approvals".');
    // Somebody else may have decided in the meantime; their decision holds.
    if (approval.status === 'pending')
      await approvals.resolve(caller, approvalId, approved ? 'approve' : 'deny', reason).catch((error) => {
        if (!(error instanceof AppError && error.code === 'already_resolved')) throw error;
      });
    return true;
  }

  /** The page answers what the run waits for, and sees the rest of it. */
  async function goOn({ caller }: UiCall, message: UiMessage, chat: UiChat | undefined): Promise<Shown> {
    const { decisions, results } = answersIn(message);
    if (decisions.length + results.length === 0)
      throw invalidField('messages', 'the last message must be the person’s, or answer what the agent waits for');
    if (!chat?.runId) throw new AppError('already_resolved', 'The agent does not wait for this any more.');
    const { runId, sessionId, agentId } = { ...chat, runId: chat.runId };
    const { last_seq: after } = await jobs.own(caller, runId);
    const open = new Set((await clientTools.waiting(runId))?.calls.map(({ toolCallId }) => toolCallId));
    const brought = results.filter(({ toolCallId }) => open.has(toolCallId));
    let isAnswer = brought.length > 0 && (await clientTools.bring(caller, brought)) !== undefined;
    for (const decision of decisions) isAnswer = (await decide(caller, runId, decision)) || isAnswer;
    if (!isAnswer) throw new AppError('already_resolved', 'The agent does not wait for this any more.');
    const outcome = await engine.settled(runId);
    return { run: { runId, sessionId, agentId }, after, waits: outcome !== undefined && outcome.kind !== 'ended' };
  }

  return {
    async open(call: UiCall): Promise<Shown> {
      const { caller, body } = call;
      const { trigger, messageId, messages } = body;
      const last = messages.at(-1) as UiMessage;
      if (last.role === 'system') throw invalidField('messages', 'an agent has its own instructions');
      const chat = await chatOf(caller, body.id, body.agentId);
      if (trigger === 'regenerate-message') return again(call, last, chat, false);
      if (last.role === 'assistant') return goOn(call, last, chat);
      if (messageId) return again(call, last, chat, true);
      return start(call, last, chat);
    },

    /** Undefined if nothing of the chat runs. */
    async underWay(caller: Caller, chatId: string): Promise<Shown | undefined> {
      const chat = await chatOf(caller, chatId);
      if (!chat?.runId) return undefined;
      const { runId, sessionId, agentId } = chat;
      return { run: { runId, sessionId, agentId }, after: 0, waits: false };
    },
  };
}

export type UiDoor = ReturnType<typeof createUiDoor>;
