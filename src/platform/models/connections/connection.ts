import type { ConfiguredProvider } from '../configured-provider.ts';
import type { ModelInfo } from '../model.ts';

/** What a server speaks. */
export const connectionKinds = ['openai', 'anthropic', 'google', 'openai-compatible', 'azure-openai'] as const;
export type ConnectionKind = (typeof connectionKinds)[number];

/** Known servers that speak like OpenAI, and their addresses. */
export const presets = {
  openrouter: 'https://openrouter.ai/api/v1',
  mistral: 'https://api.mistral.ai/v1',
  groq: 'https://api.groq.com/openai/v1',
  deepseek: 'https://api.deepseek.com/v1',
  xai: 'https://api.x.ai/v1',
  together: 'https://api.together.xyz/v1',
  ollama: 'http://127.0.0.1:11434/v1',
  vllm: 'http://127.0.0.1:8000/v1',
} as const;
export type PresetName = keyof typeof presets;

export type ConnectionSettings = {
  /** Unique among all connections of all workspaces. */
  id: string;
  name: string;
  kind: ConnectionKind | PresetName;
  baseUrl?: string | undefined;
  apiKey?: string | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  /** The only models it is asked for; absent: any. */
  models?: readonly string[] | undefined;
  pool?: string | undefined;
  /** Its share of the pool's load, 1 unless given. With 0 it is asked only where the others fail. */
  weight?: number | undefined;
  /** Of a streamed answer: until its first token. */
  firstTokenTimeoutMs?: number | undefined;
  /** Of one attempt, until the end of the answer. */
  timeoutMs?: number | undefined;
};

/** A way to a provider of models. `own`: of a workspace, not of the operator. */
export type Connection = {
  id: string;
  name: string;
  /** The provider whose catalogue has its models. */
  catalogue: string;
  pool: string | null;
  weight: number;
  models: readonly string[] | null;
  own: boolean;
  provider: ConfiguredProvider;
};

/** A connection that may be asked, and for which model. */
export type Candidate = {
  connection: Connection;
  /** The connection's name. */
  provider: string;
  model: string;
  info: ModelInfo;
};
