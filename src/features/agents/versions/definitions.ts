import { sha256Hex } from '../../../platform/crypto/digest.ts';
import { isShared } from '../../tools/index.ts';
import type { AgentBody } from '../agents.schema.ts';

/** The things that an agent's configuration refers to, as they were when the version was made. */
export type Definitions = {
  /** The digest of each tool that is not the gateway's own; null for one that was not there. */
  tools: Record<string, string | null>;
  memory: { profileId: string | null; policy: unknown };
  /** The agents it may pass work to directly. */
  passesTo: string[];
  /** Those agents and the ones they may pass work to, each with its version. */
  agents: Record<string, number>;
};
/** The part that is known without reading other agents. */
export type OwnDefinitions = Omit<Definitions, 'agents'>;

type Deps = {
  findTool(workspaceId: string, name: string): Promise<{ source: string; digest: string } | undefined>;
  policyOf(workspaceId: string, memoryProfileId: string | null): Promise<unknown>;
};

/** Looks up the references of a body. Never inside a transaction: an MCP server may have to be asked. */
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

/** A tool that is missing keeps the digest it had: if it comes back unchanged, nothing has changed. */
export const keepingAbsent = (tools: Definitions['tools'], before: Definitions['tools'] | undefined) =>
  Object.fromEntries(Object.entries(tools).map(([name, digest]) => [name, digest ?? before?.[name] ?? null]));

const sorted = <Value>(record: Record<string, Value>) =>
  Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1));

export const bodyDigestOf = (body: string): string => sha256Hex(body);

/** Over everything that decides what the agent does, except the gateway's own tools. */
export const digestOf = (bodyDigest: string, { tools, memory, agents }: Definitions): string =>
  sha256Hex(JSON.stringify([bodyDigest, sorted(tools), memory, sorted(agents)]));

const differs = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other);

/** The fields that are different. */
export const changedFields = (before: AgentBody, after: AgentBody): string[] =>
  Object.keys(after).filter((name) => differs(before[name as keyof AgentBody], after[name as keyof AgentBody]));

/** The differences between references that both have. An added tool is a change of the body instead. */
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
