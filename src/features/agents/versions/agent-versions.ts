import type { Clock } from '../../../kernel/clock.ts';
import { createHook } from '../../../kernel/hooks.ts';
import type { Quotas } from '../../../kernel/quotas.ts';
import type { Reader, Transaction } from '../../../platform/db/database.ts';
import type { AgentBody } from '../agents.schema.ts';
import type { AgentVersionRow, AgentVersionStore } from './agent-versions.store.ts';
import {
  bodyDigestOf,
  changedDefinitions,
  type Definitions,
  type Describe,
  digestOf,
  keepingAbsent,
  type OwnDefinitions,
  sameDefinitions,
} from './definitions.ts';

type Deps = { store: AgentVersionStore; describe: Describe; quotas: Quotas; clock: Clock };

/** An agent that is new or whose version was just counted up. */
type Changed = {
  id: string;
  version: number;
  own: OwnDefinitions;
  before: Definitions | undefined;
  /** The body itself, or the earlier version that has the same body. */
  body: { json: string } | { version: number; digest: string };
  /** The fields that are known to differ. */
  changes: string[];
};

/** A version that a person made by a change of their own. */
export type OwnChange = { id: string; version: number };

/** This many newest versions are kept, and every accepted version besides. */
const keptVersions = 50;
/** Old versions are looked for at every tenth version only. */
const forgetEvery = 10;
const deepest = 5;
const mostPassedTo = 100;

const read = (definitions: string): Definitions => JSON.parse(definitions) as Definitions;

/**
 * Writes a version at each change of an agent, or of a tool, policy or agent it refers to. All in the caller's
 * transaction.
 */
export function createAgentVersions({ store, describe, quotas, clock }: Deps) {
  const onOwnChange = createHook<[tx: Transaction, userId: string, changes: readonly OwnChange[]]>();

  /** The agents that an agent may pass work to, directly or through others, each with its current version. */
  async function reach(
    reader: Reader,
    workspaceId: string,
    from: readonly string[],
    known: ReadonlyMap<string, { version: number; passesTo: readonly string[] }>,
  ): Promise<Record<string, number>> {
    const found: Record<string, number> = {};
    let wanted = [...new Set(from)];
    for (let depth = 0; depth < deepest && wanted.length > 0; depth += 1) {
      const room = mostPassedTo - Object.keys(found).length;
      const ids = wanted.filter((id) => !(id in found)).slice(0, room);
      const stored = await store.passing(
        reader,
        workspaceId,
        ids.filter((id) => !known.has(id)),
      );
      const agents = [
        ...ids.flatMap((id) => (known.has(id) ? [{ id, ...known.get(id) } as const] : [])),
        ...stored.map(({ id, version, definitions, body }) => ({
          id,
          version,
          passesTo: definitions ? read(definitions).passesTo : (JSON.parse(body ?? '{}') as AgentBody).spawn.agents,
        })),
      ];
      for (const { id, version } of agents) found[id] = version ?? 0;
      wanted = [...new Set(agents.flatMap(({ passesTo }) => passesTo ?? []))];
    }
    return found;
  }

  /** Agents that pass work to a changed agent get a new version too. */
  async function affected(tx: Transaction, workspaceId: string, changed: readonly Changed[], now: number) {
    const ids = new Set(changed.map(({ id }) => id));
    const naming = (await store.naming(tx, workspaceId, 'agt_')).filter(
      ({ id, definitions }) => !ids.has(id) && Object.keys(read(definitions).agents).some((other) => ids.has(other)),
    );
    if (naming.length === 0) return [];
    return bumped(
      tx,
      naming.map(({ id }) => id),
      now,
      (definitions) => definitions,
    );
  }

  /**
   * Counts up the version of each agent for which `change` returns new definitions; undefined leaves an agent as it is.
   */
  async function bumped(
    tx: Transaction,
    ids: readonly string[],
    now: number,
    change: (definitions: Definitions) => OwnDefinitions | undefined,
  ): Promise<Changed[]> {
    if (ids.length === 0) return [];
    await store.lock(tx, ids);
    const changed = (await store.allPresent(tx, ids)).flatMap((agent): Changed[] => {
      const { id, version, body_version, body_digest, definitions } = agent;
      // Written by a gateway without versions: `bringUpToDate` describes it later.
      if (definitions === null || body_version === null || body_digest === null) return [];
      const before = read(definitions);
      const own = change(before);
      const body = { version: body_version, digest: body_digest };
      return own ? [{ id, version: version + 1, own, before, body, changes: [] }] : [];
    });
    await store.bumpAll(
      tx,
      changed.map(({ id }) => id),
      now,
    );
    return changed;
  }

  async function write(
    tx: Transaction,
    workspaceId: string,
    changed: readonly Changed[],
    changedBy: string | null,
    isNew = false,
  ): Promise<void> {
    if (changed.length === 0) return;
    const now = clock.now();
    const all = isNew ? changed : [...changed, ...(await affected(tx, workspaceId, changed, now))];
    const known = new Map(all.map(({ id, version, own }) => [id, { version, passesTo: own.passesTo }]));
    const rows: (AgentVersionRow & { body: string | null })[] = [];
    for (const { id, version, own, before, body, changes } of all) {
      const agents = await reach(tx, workspaceId, own.passesTo, known);
      const definitions = { ...own, tools: keepingAbsent(own.tools, before?.tools), agents };
      const bodyDigest = 'json' in body ? bodyDigestOf(body.json) : body.digest;
      rows.push({
        agent_id: id,
        version,
        body_version: 'json' in body ? version : body.version,
        body_digest: bodyDigest,
        digest: digestOf(bodyDigest, definitions),
        definitions: JSON.stringify(definitions),
        changes: JSON.stringify([...changes, ...(before ? changedDefinitions(before, definitions) : [])]),
        changed_by: changedBy,
        created_at: now,
        body: 'json' in body ? body.json : null,
      });
    }
    await store.insertAll(tx, rows);
    if (changedBy !== null && !isNew) await onOwnChange.run(tx, changedBy, all);
    for (const { id, version } of all)
      if (version > keptVersions && version % forgetEvery === 0)
        await store.forgetUpTo(tx, id, workspaceId, version - keptVersions);
    await store.weigh(
      tx,
      all.map(({ id }) => id),
    );
    // A change that no person made is written even over the quota.
    if (changedBy !== null) quotas.require('agentBytes', await store.bytesIn(tx, workspaceId), 0);
  }

  return {
    describe,
    /** A person has changed an agent, and with it the agents that pass work to it. Not run for a new agent. */
    onOwnChange,

    /** After the agent itself was written, in the same transaction. */
    async record(
      tx: Transaction,
      agent: { id: string; workspaceId: string; version: number; json: string; changes: string[] },
      own: OwnDefinitions,
      changedBy: string | null,
    ): Promise<void> {
      const { id, workspaceId, version, json, changes } = agent;
      const earlier = version > 1 ? await store.definitionsOf(tx, id, version - 1) : undefined;
      const before = earlier ? read(earlier) : undefined;
      await write(tx, workspaceId, [{ id, version, own, before, body: { json }, changes }], changedBy, version === 1);
    },

    /**
     * The workspace's present tools with their digests. A missing tool is not a change until it is back with another
     * digest.
     */
    async toolsChanged(
      tx: Transaction,
      workspaceId: string,
      digests: ReadonlyMap<string, string>,
      named: string,
      changedBy: string | null,
    ): Promise<void> {
      const differs = ({ tools }: Definitions) =>
        Object.entries(tools).some(([name, digest]) => digests.has(name) && digests.get(name) !== digest);
      const naming = (await store.naming(tx, workspaceId, named)).filter(({ definitions }) =>
        differs(read(definitions)),
      );
      const changed = await bumped(
        tx,
        naming.map(({ id }) => id),
        clock.now(),
        (before) => {
          const tools = Object.entries(before.tools).map(([name, digest]) => [name, digests.get(name) ?? digest]);
          return differs(before) ? { ...before, tools: Object.fromEntries(tools) } : undefined;
        },
      );
      await write(tx, workspaceId, changed, changedBy);
    },

    async policyChanged(
      tx: Transaction,
      workspaceId: string,
      profileId: string,
      policy: unknown,
      changedBy: string | null,
    ): Promise<void> {
      const bound = (await store.naming(tx, workspaceId, `${profileId}"`)).filter(
        ({ definitions }) => read(definitions).memory.profileId === profileId,
      );
      const changed = await bumped(
        tx,
        bound.map(({ id }) => id),
        clock.now(),
        (before) => (before.memory.profileId === profileId ? { ...before, memory: { profileId, policy } } : undefined),
      );
      await write(tx, workspaceId, changed, changedBy);
    },

    /**
     * Corrects the current version where its definitions are missing or outdated: it was written by a gateway without
     * versions, or two changes were made at the same moment. No person made this change, so nobody has accepted it.
     */
    async bringUpToDate(agentId: string): Promise<void> {
      const seen = await store.current(agentId);
      if (!seen) return;
      const own = await describe(seen.workspace_id, JSON.parse(seen.body) as AgentBody);
      await store.transaction(async (tx) => {
        await store.lock(tx, [agentId]);
        const [agent] = await store.allPresent(tx, [agentId]);
        if (!agent || agent.version !== seen.version) return;
        const agents = await reach(tx, agent.workspace_id, own.passesTo, new Map());
        const before = agent.definitions === null ? undefined : read(agent.definitions);
        const definitions = { ...own, tools: keepingAbsent(own.tools, before?.tools), agents };
        if (before) {
          if (sameDefinitions(before, definitions)) return;
          const changed = await bumped(tx, [agentId], clock.now(), () => own);
          return write(tx, agent.workspace_id, changed, null);
        }
        const bodyDigest = bodyDigestOf(seen.body);
        const row = {
          agent_id: agentId,
          version: agent.version,
          body_version: agent.version,
          body_digest: bodyDigest,
          digest: digestOf(bodyDigest, definitions),
          definitions: JSON.stringify(definitions),
          changes: '[]',
          changed_by: null,
          created_at: clock.now(),
          body: seen.body,
        };
        if (agent.body_version === null) await store.insertAll(tx, [row]);
        else await store.describe(tx, row);
        await store.weigh(tx, [agentId]);
      });
    },
  };
}

export type AgentVersions = ReturnType<typeof createAgentVersions>;
