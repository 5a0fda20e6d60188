import { sha256Hex } from '../../../platform/crypto/digest.ts';
import { isShared } from '../../tools/index.ts';
import type { AgentBody } from '../agents.schema.ts';

/** What an agent's configuration only names, as it was when the version was made. */
export type Definitions = {
  /** The digest of each tool that is not the gateway's own; null for one that was not there. */
  tools: Record<string, string | null>;
  memory: { profileId: string | null; policy: unknown };
  /** Whom it may pass work to, directly. */
  passesTo: string[];
  /** The same and whom those may pass it to, each with the version it had. */
  agents: Record<string, number>;
};
/** What is known without looking at other agents. */
export type OwnDefinitions = Omit<Definitions, 'agents'>;

type Deps = {
  findTool(workspaceId: string, name: string): Promise<{ source: string; digest: string } | undefined>;
  policyOf(workspaceId: string, memoryProfileId: string | null): Promise<unknown>;
};

/** Looks up what a body names. Not inside a transaction: an MCP server may have to be asked. */
export function createDescribe({ findTool, policyOf }: Deps) {
  return async function describe(workspaceId: string, body: AgentBody): Promise<OwnDefinitions> {
    const tools: OwnDefinitions['tools'] = {};
    for (const name of body.tools) {
      const tool = await findTool(workspaceId, name);
      if (!tool || !isShared(tool)) tools[name] = tool?.digest ?? null;
    }
    const policy = await policyOf(workspaceId, body.memoryProfileId);
    return { tools, memory: { profileId: body.memoryProfileId, policy }, passesTo: [...body.spawn.agents] };
  };
}

export type Describe = ReturnType<typeof createDescribe>;

/** A tool that is gone for a moment is the same tool when it is back the same: it keeps the digest it had. */
export const keepingAbsent = (tools: Definitions['tools'], before: Definitions['tools'] | undefined) =>
  Object.fromEntries(Object.entries(tools).map(([name, digest]) => [name, digest ?? before?.[name] ?? null]));

const sorted = <Value>(record: Record<string, Value>) =>
  Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1));

export const bodyDigestOf = (body: string): string => sha256Hex(body);

/** Over everything that decides what the agent does, but for what the gateway itself brings. */
export const digestOf = (bodyDigest: string, { tools, memory, agents }: Definitions): string =>
  sha256Hex(JSON.stringify([bodyDigest, sorted(tools), memory, sorted(agents)]));

const differs = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other);

/** The fields that are different. */
export const changedFields = (before: AgentBody, after: AgentBody): string[] =>
  Object.keys(after).filter((name) => differs(before[name as keyof AgentBody], after[name as keyof AgentBody]));

/** What is different of that which both name: a tool that was added is a change of the body. */
export function changedDefinitions(before: Definitions, after: Definitions): string[] {
  const changedIn = <Value>(one: Record<string, Value>, other: Record<string, Value>) =>
    Object.keys(other).filter((name) => name in one && differs(one[name], other[name]));
  const memory = differs(before.memory, after.memory);
  return [
    ...changedIn(before.tools, after.tools).map((name) => `tool:${name}`),
    ...(memory && before.memory.profileId === after.memory.profileId ? ['memory'] : []),
    ...changedIn(before.agents, after.agents).map((id) => `agent:${id}`),
  ];
}

export const sameDefinitions = (one: Definitions, other: Definitions): boolean =>
  digestOf('', one) === digestOf('', other);
