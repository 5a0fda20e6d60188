import type { Caller } from '../../http/authentication.ts';
import type { Transaction } from '../../platform/db/database.ts';

export type JsonSchema = Record<string, unknown>;

/** Work that an agent passes on: a task to another agent, or the whole conversation. */
export type Delegation = {
  spawnAgent(input: { agentId: string; message: string }, context: ToolContext): Promise<unknown>;
  handOff(input: { agentId: string; reason: string | null }, context: ToolContext): Promise<unknown>;
};

export type ToolContext = {
  caller: Caller;
  agentId: string | null;
  sessionId: string | null;
  runId: string | null;
  toolCallId: string;
  /** By which the agent remembers, where that is not its present one. */
  memoryPolicy?: unknown;
  /** What the agent may pass on; there for the tools of a run only. */
  delegation?: Delegation;
  /** Aborted on cancel and when the tool's time is up. */
  signal: AbortSignal;
};

export type Tool = {
  name: string;
  description: string;
  /** `builtin`, `skill:<id>`, `http` or `mcp:<server>`. */
  source: string;
  /** JSON Schema of the parameters; checked before `execute` sees them. */
  parameters: JsonSchema;
  timeoutMs: number;
  /** Where a call that reports its progress may take longer. */
  longestMs?: number;
  /** The result came from outside: it is quoted as data wherever it goes, and never becomes memory by itself. */
  external: boolean;
  /** How long a result may be served again to anyone; only for tools whose result depends on the parameters alone. */
  cacheMs?: number;
  execute(params: Record<string, unknown>, context: ToolContext): Promise<unknown>;
  /** Of the whole definition: where it goes and what it says, not only its name. */
  readonly digest: string;
};

/** A tool of the gateway's own, which is the same for everyone; the toolbox adds the digest. */
export type SharedTool = Omit<Tool, 'digest'>;

export type ToolResult = { result: unknown; isError: boolean; durationMs: number };

/** The gateway's own: nobody but the operator can change what it does. */
export const isShared = ({ source }: Pick<Tool, 'source'>): boolean => source !== 'http' && !source.startsWith('mcp:');

/**
 * In the transaction that changes tools of a workspace: those that are there now, by name, with their digests. `named` is how
 * their names begin, or one whole name with a quotation mark behind it.
 */
export type OnToolsChanged = (
  tx: Transaction,
  workspaceId: string,
  digests: ReadonlyMap<string, string>,
  named: string,
  changedBy: string | null,
) => Promise<void>;

/** What a workspace can use, resolved by name. */
export type Toolbox = {
  find(workspaceId: string, name: string): Promise<Tool | undefined>;
  list(workspaceId: string): Promise<Tool[]>;
  /** What is wrong with these parameters, without running anything. */
  check(tool: Tool, params: unknown, workspaceId: string): Promise<{ path: string; message: string }[]>;
  /** Checks the parameters, runs, times out, caps the result; an error of the tool is a result, never a throw. */
  execute(tool: Tool, params: unknown, context: ToolContext): Promise<ToolResult>;
};
