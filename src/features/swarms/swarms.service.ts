import type { Caller } from '../../http/authentication.ts';
import type { Idempotency } from '../../http/idempotency/idempotency.store.ts';
import type { IdempotentRequest } from '../../http/idempotency/idempotency.ts';
import { type Page, type PageRequest, pageOf, pageSize, readCursor } from '../../http/pagination.ts';
import { type Clock, iso } from '../../kernel/clock.ts';
import { AppError, invalidField, notFound } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { Person } from '../../kernel/person.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Background, JobService, MessageReader, ReadMessage, Said } from '../runs/index.ts';
import { resultOf, type SwarmEnd } from './swarm-end.ts';
import type { CreateSwarm, Swarm, SwarmDetails, SwarmStarted } from './swarms.schema.ts';
import type { SwarmRow, SwarmStore } from './swarms.store.ts';

/** Characters of an answer that are shown here; the job has the whole answer. */
const shownCharacters = 65_536;
/** Of all members together, since each may have to be fetched. */
const mostFiles = 50;

type Deps = {
  database: Database;
  store: SwarmStore;
  end: SwarmEnd;
  background: Background;
  readMessage: MessageReader;
  cancelRun: JobService['cancel'];
  idempotency: Idempotency;
  clock: Clock;
};

function statusOf({ finished_at, cancel_requested }: SwarmRow): Swarm['status'] {
  if (finished_at === null) return 'running';
  return cancel_requested ? 'cancelled' : 'completed';
}

const shown = (row: SwarmRow): Swarm => ({
  id: row.id,
  status: statusOf(row),
  agentCount: Number(row.agent_count),
  maxConcurrency: row.max_concurrency,
  createdAt: iso(row.created_at),
  finishedAt: row.finished_at === null ? null : iso(row.finished_at),
  totalDurationMs: row.finished_at === null ? null : Math.max(0, row.finished_at - row.created_at),
});

/** Agents that work in parallel, each with its own message and session, and one combined result. */
export function createSwarmService(deps: Deps) {
  const { database, store, end, background, readMessage, cancelRun, idempotency, clock } = deps;

  async function own(person: Person, id: string): Promise<SwarmRow> {
    const swarm = await store.find(person, id);
    if (!swarm) throw notFound(`Swarm ${id}`);
    return swarm;
  }

  async function details(person: Person, id: string): Promise<SwarmDetails> {
    const swarm = await own(person, id);
    const members = await store.members(database, id, shownCharacters);
    return { ...shown(swarm), results: members.map(resultOf) };
  }

  async function readAll(
    caller: Caller,
    members: CreateSwarm['members'],
    held: Said['held'],
    key: IdempotentRequest | undefined,
  ): Promise<ReadMessage[]> {
    const isPlain = members.every(({ message }) => typeof message === 'string');
    // A swarm that was started before has its files already.
    if (!isPlain && key && (await idempotency.find(database, key))) return [];
    const files = members.flatMap(({ message }) =>
      typeof message === 'string' ? [] : message.filter(({ type }) => type !== 'text'),
    );
    if (files.length > mostFiles)
      throw invalidField('members', `must hold at most ${mostFiles} images and files together`);
    const messages: ReadMessage[] = [];
    for (const [index, { message }] of members.entries())
      messages.push(
        typeof message === 'string'
          ? { message }
          : await readMessage(caller, { message, held }, { path: `members.${index}.message` }),
      );
    return messages;
  }

  async function cancelMembers({ id, workspace_id, user_id }: SwarmRow): Promise<void> {
    for (const runId of await store.openRuns(id))
      await cancelRun({ workspaceId: workspace_id, userId: user_id }, runId).catch((error) => {
        // The run ended just now, or its session was deleted.
        if (!(error instanceof AppError && ['conflict', 'absent'].includes(error.kind))) throw error;
      });
  }

  return {
    async create(
      caller: Caller,
      { members, maxConcurrency = 5 }: CreateSwarm,
      held: Said['held'],
      key: IdempotentRequest | undefined,
    ): Promise<{ answer: SwarmStarted; replayed: boolean }> {
      const { userId, workspaceId } = caller;
      const id = newId('swm', clock.now());
      const messages = await readAll(caller, members, held, key);
      const knocks = await background.admitAll(
        members.map(({ agentId, responseFormat, reasoning }, index) => ({
          caller,
          agentId,
          ...(messages[index] ?? { message: '' }),
          responseFormat,
          reasoning,
          surface: `swarm:${id}:${index}`,
          kind: 'swarm',
          streams: true,
        })),
      );
      return store.transaction(async (tx) => {
        const stored = key && (await idempotency.claim(tx, key));
        if (stored) return { answer: JSON.parse(stored.body) as SwarmStarted, replayed: true };
        const now = clock.now();
        await store.insert(tx, { userId, workspaceId }, id, maxConcurrency, now);
        const placed = await background.placeAll(tx, { id, workspaceId, maxConcurrency }, knocks);
        for (const [index, { agentId }] of members.entries()) {
          const place = placed[index];
          const runId = place && 'runId' in place ? place.runId : null;
          const refused = place && 'refused' in place ? place.refused : undefined;
          const error = refused ? JSON.stringify({ code: refused.code, message: refused.message }) : null;
          await store.insertMember(tx, id, index, { agentId, runId, status: refused ? 'failed' : null, error });
        }
        // If no member was admitted, the swarm has ended already.
        await end.endWithLast(tx, id, now);
        const answer = { swarmId: id };
        if (key) await idempotency.store(tx, key, 202, answer);
        return { answer, replayed: false };
      });
    },

    get: details,

    async list(caller: Caller, { limit, cursor }: PageRequest): Promise<Page<Swarm>> {
      const size = pageSize(limit);
      const rows = await store.list(caller, size + 1, readCursor(cursor));
      return pageOf(rows, size, ({ created_at, id }) => ({ at: created_at, id }), shown);
    },

    async cancel(caller: Caller, id: string): Promise<SwarmDetails> {
      const swarm = await own(caller, id);
      if (statusOf(swarm) === 'completed') throw new AppError('conflict', 'The swarm has completed already.');
      await store.requestCancel(caller, id);
      await cancelMembers(swarm);
      return details(caller, id);
    },

    /** Ends swarms that did not end by themselves: a node died while it cancelled, or a member's session was deleted. */
    async tend(): Promise<void> {
      for (const swarm of await store.stuck()) {
        if (swarm.cancel_requested) await cancelMembers(swarm);
        await store.transaction(async (tx) => {
          await store.lock(tx, swarm.id);
          await store.endLost(tx, swarm.id);
          await end.endWithLast(tx, swarm.id, clock.now());
        });
      }
    },
  };
}

export type SwarmService = ReturnType<typeof createSwarmService>;
