import type { Idempotency } from '../../http/idempotency/idempotency.store.ts';
import type { IdempotentRequest } from '../../http/idempotency/idempotency.ts';
import { type Clock, iso } from '../../kernel/clock.ts';
import { AppError, notFound } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import type { AuditLog } from '../audit/index.ts';
import type { Background, ChatReply, ChatService, MessageReader, Said } from '../runs/index.ts';
import type { AutonomousBatch, AutonomousRun, BatchProgress, BatchStarted } from './autonomous.schema.ts';
import { createAutonomousStore } from './autonomous.store.ts';

type Deps = {
  database: Database;
  chat: ChatService;
  background: Background;
  readMessage: MessageReader;
  idempotency: Idempotency;
  clock: Clock;
  audit: AuditLog;
};

type Held = Pick<Said, 'held'>;

/** The API key that asks, as the audit log names it, and its address. */
export type Asker = { apiKey: string; ip: string };

/** Messages that a key sends for a person have a surface of their own, apart from the person's own sessions. */
const ownSurface = 'autonomous';
const startedRun = 'autonomous.run';

type Admitted = Awaited<ReturnType<Background['admitAll']>>[number];
type Reply = ChatReply | { status: 202; body: { runId: string }; replayed: boolean };

/** The same error for an unknown user and for one who is not a member: the caller must not learn which. */
const refusalOf = (error: AppError, userId: string): AppError =>
  error.code === 'unauthenticated' || error.code === 'forbidden'
    ? new AppError('forbidden', `User ${userId} is not a member of the agent’s workspace.`)
    : error;

/** Turns that an API key starts on behalf of people. */
export function createAutonomous(deps: Deps) {
  const { database, chat, background, readMessage, idempotency, clock, audit } = deps;
  const store = createAutonomousStore(database);

  /** The run acts in the agent's own workspace. */
  async function workspaceOf(agentId: string): Promise<string> {
    const workspaceId = await store.workspaceOf(agentId);
    if (!workspaceId) throw notFound(`Agent ${agentId}`);
    return workspaceId;
  }

  async function begin(
    {
      userId,
      async,
      agentId,
      message,
      held,
      sessionId,
      surface = ownSurface,
      metadata,
      responseFormat,
      reasoning,
    }: AutonomousRun & Held,
    { apiKey, ip }: Asker,
    key: IdempotentRequest | undefined,
    trace: string | undefined,
  ): Promise<Reply> {
    const workspaceId = await workspaceOf(agentId);
    const caller = { userId, workspaceId };
    const entry = { userId, actor: apiKey, action: startedRun, outcome: 'success', ip } as const;
    const kept = {
      kind: 'autonomous',
      apiKey,
      // The audit entry locks the person's row, which an erasure locks first of all; so this locks it first too.
      alongside: (tx: Transaction) => store.holdPerson(tx, userId),
      afterwards: (tx: Transaction, runId: string) =>
        audit.append(tx, { ...entry, target: runId, detail: { agentId, workspaceId } }),
    } as const;
    const request = {
      agentId,
      message,
      held,
      surface,
      ...(sessionId && { sessionId }),
      ...(metadata && { metadata }),
      ...(responseFormat && { responseFormat }),
      ...(reasoning && { reasoning }),
    };
    if (!async) return chat.chat(caller, request, key, trace, kept);
    const start = { caller, ...request, ...kept, streams: true, trace };
    const deferred = await chat.once(start, key, background.defer);
    const replayed = 'earlier' in deferred;
    return { status: 202, body: { runId: replayed ? deferred.earlier : deferred.begun.runId }, replayed };
  }

  /** Each person gets their own copy of the files, which is erased with them. A person who cannot have it is refused. */
  async function withFiles(admitted: Admitted[], said: Said): Promise<Admitted[]> {
    const fetched = new Map();
    const results: Admitted[] = [];
    for (const result of admitted) {
      if ('refused' in result) results.push(result);
      else
        results.push(
          await readMessage(result.request.caller, said, { fetched }).then(
            (read): Admitted => ({ ...result, request: { ...result.request, ...read } }),
            (error: unknown): Admitted => {
              if (error instanceof AppError) return { request: result.request, refused: error };
              throw error;
            },
          ),
        );
    }
    return results;
  }

  async function recordRefusal({ userId, agentId }: AutonomousRun, { apiKey, ip }: Asker): Promise<void> {
    const entry = { userId, actor: apiKey, action: startedRun, target: agentId, outcome: 'failure', ip } as const;
    await store.transaction((tx) => audit.append(tx, entry));
  }

  return {
    run: (
      request: AutonomousRun & Held,
      asker: Asker,
      key: IdempotentRequest | undefined,
      trace: string | undefined,
    ): Promise<Reply> =>
      begin(request, asker, key, trace).catch(async (error) => {
        if (!(error instanceof AppError)) throw error;
        const refused = refusalOf(error, request.userId);
        if (refused.kind === 'forbidden') await recordRefusal(request, asker);
        throw refused;
      }),

    /** The batch and all its runs are stored in one transaction: a client that has the batch id has every run in the queue. */
    async batch(
      {
        agentId,
        userIds,
        message,
        held,
        surface = ownSurface,
        metadata,
        responseFormat,
        reasoning,
        maxConcurrency = 20,
      }: AutonomousBatch & Held,
      { apiKey, ip }: Asker,
      key: IdempotentRequest | undefined,
    ): Promise<{ answer: BatchStarted; replayed: boolean }> {
      const workspaceId = await workspaceOf(agentId);
      const given = [...new Set(userIds)];
      // In one order for all: two batches for the same people lock the same sessions.
      const people = given.toSorted();
      const admitted = await background.admitAll(
        people.map((userId) => ({
          caller: { userId, workspaceId },
          agentId,
          message: typeof message === 'string' ? message : '',
          surface,
          metadata,
          responseFormat,
          reasoning,
          kind: 'batch',
          apiKey,
          streams: true,
        })),
      );
      // A batch that was started before has its files already.
      const isNew = typeof message !== 'string' && !(key && (await idempotency.find(database, key)));
      const ready = isNew ? await withFiles(admitted, { message, held }) : admitted;
      return store.transaction(async (tx) => {
        const stored = key && (await idempotency.claim(tx, key));
        if (stored) return { answer: JSON.parse(stored.body) as BatchStarted, replayed: true };
        const id = newId('bat', clock.now());
        const placed = await background.placeAll(tx, { id, workspaceId, maxConcurrency }, ready);
        const byUser = new Map(
          people.map((userId, index): [string, BatchStarted['runs'][number]] => {
            const place = placed[index];
            if (place && 'runId' in place) return [userId, { userId, runId: place.runId }];
            const { code, message } = refusalOf(place?.refused ?? new AppError('internal', 'Not placed.'), userId);
            return [userId, { userId, error: { code, message } }];
          }),
        );
        const runs = given.flatMap((userId) => byUser.get(userId) ?? []);
        const refused = runs.filter((run) => 'error' in run).length;
        await store.insertBatch(tx, { id, agentId, users: given.length, refused, apiKey });
        const answer = { batchId: id, runs };
        if (key) await idempotency.store(tx, key, 202, answer);
        const detail = { agentId, workspaceId, users: given.length, refused };
        await audit.append(tx, {
          actor: apiKey,
          action: 'autonomous.batch',
          target: id,
          outcome: 'success',
          detail,
          ip,
        });
        return { answer, replayed: false };
      });
    },

    async progress({ apiKey }: Pick<Asker, 'apiKey'>, id: string): Promise<BatchProgress> {
      const batch = await store.findBatch(id, apiKey);
      if (!batch) throw notFound(`Batch ${id}`);
      const none = { queued: 0, running: 0, awaiting_approval: 0, completed: 0, failed: 0, cancelled: 0 };
      const found = (await store.countRuns(id)).map(({ status, count }) => [status, Number(count)]);
      const counts = { ...none, ...(Object.fromEntries(found) as Partial<typeof none>), refused: batch.refused };
      return {
        id,
        agentId: batch.agent_id,
        workspaceId: batch.workspace_id,
        status: counts.queued + counts.running + counts.awaiting_approval > 0 ? 'running' : 'completed',
        maxConcurrency: batch.max_concurrency,
        userCount: batch.users,
        counts,
        createdAt: iso(batch.created_at),
      };
    },
  };
}

export type Autonomous = ReturnType<typeof createAutonomous>;
