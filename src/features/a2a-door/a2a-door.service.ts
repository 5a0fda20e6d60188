import { randomUUID } from 'node:crypto';
import type { Caller } from '../../http/authentication.ts';
import { AppError, notFound } from '../../kernel/errors.ts';
import type { AgentBody } from '../agents/index.ts';
import type { ChatService, Engine, InputPart, JobService } from '../runs/index.ts';
import type { A2aMessage, A2aParams, A2aPart, A2aRequest, AgentCard } from './a2a.schema.ts';
import { cardOf, takesOurs } from './agent-card.ts';
import { RpcError } from './rpc-error.ts';
import { type Task, taskOf } from './tasks.ts';

type Deps = {
  /** An agent of any workspace. Who may use it is decided when a run of it begins. */
  agent(id: string): Promise<{ body: string; version: number } | undefined>;
  chat: Pick<ChatService, 'start'>;
  engine: Pick<Engine, 'outcome'>;
  jobs: Pick<JobService, 'own' | 'get' | 'cancel'>;
  baseUrl: string;
};

export type Asking = { caller: Caller; agentId: string; trace: string | undefined };
type Started = { runId: string; sessionId: string; agentId: string };
/** A whole answer, or a run to be streamed behind its task. */
export type Handled = { result: object } | { task: Task; run: Started };

/** Refused by name, each with the error that A2A has for it. */
const refused: Record<string, RpcError> = {
  ListTasks: new RpcError('unsupportedOperation', 'Tasks are not listed here: GET /jobs lists runs.'),
  GetExtendedAgentCard: new RpcError('noExtendedCard', 'There is one card for everyone.'),
};
const isAboutPush = (method: string) =>
  method.endsWith('TaskPushNotificationConfig') || method.endsWith('TaskPushNotificationConfigs');

function partOf(part: A2aPart): InputPart {
  const { text, raw, url, data, filename: name, mediaType = '' } = part;
  const given = [text, raw, url, data].filter((content) => content !== undefined);
  if (given.length !== 1) throw new RpcError('invalidParams', 'A part has one of text, raw, url and data.');
  if (text !== undefined) return { type: 'text', text };
  if (data !== undefined) return { type: 'text', text: JSON.stringify(data) };
  const isImage = mediaType.startsWith('image/');
  if (url !== undefined) {
    if (!isImage)
      throw new RpcError('contentTypeNotSupported', 'Only images are fetched by their address; send others as raw.');
    return { type: 'image', url, ...(name && { name }) };
  }
  const type = isImage ? 'image' : 'file';
  return { type, data: `data:${mediaType || 'application/octet-stream'};base64,${raw}`, ...(name && { name }) };
}

function messageIn({ message, configuration, tenant }: A2aParams): A2aMessage {
  if (!message) throw new RpcError('invalidParams', 'params.message is missing.');
  if (tenant) throw new RpcError('invalidParams', 'params.tenant is not used here: the key names the workspace.');
  if (message.taskId)
    throw new RpcError(
      'unsupportedOperation',
      `A task takes one message. To go on with the conversation send contextId without taskId.`,
    );
  if (message.referenceTaskIds?.length)
    throw new RpcError('unsupportedOperation', 'Tasks cannot be referred to: send contextId.');
  if (configuration?.taskPushNotificationConfig)
    throw new RpcError('pushNotSupported', 'There are no push notifications: POST /webhooks tells of runs.');
  if (!takesOurs(configuration?.acceptedOutputModes ?? []))
    throw new RpcError('contentTypeNotSupported', 'Answers are text/plain, and application/json for a format.');
  return message;
}

/** Agents for other agents, by A2A 1.0. A task is an ordinary run; it goes on if its client leaves. */
export function createA2aDoor({ agent, chat, engine, jobs, baseUrl }: Deps) {
  const urlOf = (agentId: string) => `${baseUrl}/a2a/${agentId}`;

  /** Throws unless the agent is published. */
  async function published(agentId: string): Promise<{ body: AgentBody; version: number }> {
    const found = await agent(agentId);
    const body = found && (JSON.parse(found.body) as AgentBody);
    if (!found || body?.a2a !== true) throw notFound(`Agent ${agentId}`);
    return { body, version: found.version };
  }

  async function start({ caller, agentId, trace }: Asking, params: A2aParams, streams: boolean): Promise<Started> {
    const message = messageIn(params);
    const parts = message.parts.map(partOf);
    return chat.start({
      caller,
      agentId,
      message: parts,
      kind: 'a2a',
      streams,
      trace,
      ...(message.contextId ? { sessionId: message.contextId } : { surface: `a2a:${randomUUID()}` }),
    });
  }

  const task = async (caller: Caller, runId: string, historyLength: number | undefined): Promise<Task> =>
    taskOf(await jobs.get(caller, runId), historyLength);

  /** A task of this person with this agent. */
  async function ownTask({ caller, agentId }: Asking, { id = '' }: A2aParams) {
    const missing = new RpcError('taskNotFound', `Task ${id} was not found.`);
    const run = await jobs.own(caller, id).catch((error) => {
      throw error instanceof AppError && error.code === 'not_found' ? missing : error;
    });
    if (run.kind !== 'a2a' || run.agent_id !== agentId) throw missing;
    return run;
  }

  async function cancel(asking: Asking, params: A2aParams): Promise<Task> {
    const { id } = await ownTask(asking, params);
    await jobs.cancel(asking.caller, id).catch((error) => {
      throw error instanceof AppError && error.code === 'conflict'
        ? new RpcError('taskNotCancelable', 'The task has ended.')
        : error;
    });
    return task(asking.caller, id, params.historyLength);
  }

  async function subscribe(asking: Asking, params: A2aParams): Promise<Handled> {
    const run = await ownTask(asking, params);
    if (run.finished_at !== null)
      throw new RpcError('unsupportedOperation', 'The task has ended: GetTask has its result.');
    const started = { runId: run.id, sessionId: run.session_id, agentId: run.agent_id };
    return { task: await task(asking.caller, run.id, 0), run: started };
  }

  async function send(asking: Asking, params: A2aParams): Promise<Handled> {
    const { returnImmediately = false, historyLength } = params.configuration ?? {};
    const { runId } = await start(asking, params, returnImmediately);
    if (!returnImmediately) await engine.outcome(runId);
    return { result: { task: await task(asking.caller, runId, historyLength) } };
  }

  async function handle(asking: Asking, { method, params = {} }: A2aRequest): Promise<Handled> {
    switch (method) {
      case 'SendMessage':
        return send(asking, params);
      case 'SendStreamingMessage': {
        const run = await start(asking, params, true);
        return { task: await task(asking.caller, run.runId, params.configuration?.historyLength), run };
      }
      case 'GetTask': {
        const { id } = await ownTask(asking, params);
        return { result: await task(asking.caller, id, params.historyLength) };
      }
      case 'CancelTask':
        return { result: await cancel(asking, params) };
      case 'SubscribeToTask':
        return subscribe(asking, params);
      default:
        if (isAboutPush(method))
          throw new RpcError('pushNotSupported', 'There are no push notifications: POST /webhooks tells of runs.');
        // Names of version 0.3 have a slash.
        if (method.includes('/')) throw new RpcError('versionNotSupported', 'This agent speaks A2A 1.0.');
        throw refused[method] ?? new RpcError('methodNotFound', `There is no method ${method}.`);
    }
  }

  return {
    async card(agentId: string): Promise<AgentCard> {
      const { body, version } = await published(agentId);
      return cardOf(body, version, urlOf(agentId));
    },

    async answer(asking: Asking, request: A2aRequest, version: string | undefined): Promise<Handled> {
      if (version !== undefined && version !== '1.0')
        throw new RpcError('versionNotSupported', `This agent speaks A2A 1.0, not ${version}.`);
      await published(asking.agentId);
      return handle(asking, request);
    },
  };
}

export type A2aDoor = ReturnType<typeof createA2aDoor>;
