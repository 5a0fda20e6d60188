import type { Caller } from '../../http/authentication.ts';
import type { FilePart } from '../../kernel/parts.ts';
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
  /** The agent's memory policy, where it is not the present one. */
  memoryPolicy?: unknown;
  /** What the agent may pass on; only in a run. */
  delegation?: Delegation;
  /** Keeps an image of the result, so that the model sees it. Undefined if it is none that models see. Only in a run. */
  keepImage?(bytes: Uint8Array, name: string): Promise<FilePart | undefined>;
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
  /** The limit of a call that reports its progress. */
  longestMs?: number;
  /** The result came from outside: it is quoted as data wherever it goes, and never becomes memory by itself. */
  external: boolean;
  /** How long a result may be reused for anyone; only for tools whose result depends on the parameters alone. */
  cacheMs?: number;
  execute(params: Record<string, unknown>, context: ToolContext): Promise<unknown>;
  /** Of the whole definition: where it goes and what it says, not only its name. */
  readonly digest: string;
};

/** A tool of the gateway, the same for everyone; the toolbox adds the digest. */
export type SharedTool = Omit<Tool, 'digest'>;

export type ToolResult = { result: unknown; isError: boolean; durationMs: number };

/** Tools of the gateway: only the operator can change what they do. */
export const isShared = ({ source }: Pick<Tool, 'source'>): boolean => source !== 'http' && !source.startsWith('mcp:');

/**
 * In the transaction that changes tools of a workspace: the tools after the change, by name, with their digests. `named` is the
 * prefix of their names, or one whole name followed by a quotation mark.
 */
export type OnToolsChanged = (
  tx: Transaction,
  workspaceId: string,
  digests: ReadonlyMap<string, string>,
  named: string,
  changedBy: string | null,
) => Promise<void>;

/** The tools of a workspace, by name. */
export type Toolbox = {
  find(workspaceId: string, name: string): Promise<Tool | undefined>;
  list(workspaceId: string): Promise<Tool[]>;
  /** Checks parameters without running the tool. */
  check(tool: Tool, params: unknown, workspaceId: string): Promise<{ path: string; message: string }[]>;
  /** Checks the parameters, runs the tool under its time limit, caps the result. A tool's error is a result, never thrown. */
  execute(tool: Tool, params: unknown, context: ToolContext): Promise<ToolResult>;
};
