import type { Part } from '../../kernel/parts.ts';

/** The one interface to all models. Code outside this folder does not see differences between providers. */
export type ToolCall = {
  id: string;
  name: string;
  /** JSON as the model wrote it. It may be malformed; the caller tells the model so. */
  arguments: string;
};

/**
 * A model's reasoning. It is sent back only to the provider, in the same field. `blocks` is the whole answer in the form of a
 * provider that wants it back unchanged, with its signatures.
 */
export type Reasoning = {
  field: 'reasoning_content' | 'reasoning';
  text: string;
  blocks?: { provider: string; parts: readonly unknown[] };
};

export const reasoningLevels = ['off', 'low', 'medium', 'high'] as const;
/** How much a model reasons before it answers. Providers have different names for it. */
export type ReasoningLevel = (typeof reasoningLevels)[number];

/** `parts`: what a message holds if it is more than text; `content` is then its text. */
export type ModelMessage =
  /** `stable`: so many characters at the beginning are the same in every turn, and worth a cache. */
  | { role: 'system'; content: string; stable?: number }
  | { role: 'user'; content: string; parts?: readonly Part[] }
  | { role: 'assistant'; content: string; toolCalls?: ToolCall[]; reasoning?: Reasoning }
  | {
      role: 'tool';
      toolCallId: string;
      name: string;
      content: string;
      isError: boolean;
      parts?: readonly Part[];
    };

/** The bytes of a file that a message holds. */
export type LoadFile = (fileId: string) => Promise<Buffer>;

export type ToolDefinition = {
  name: string;
  description: string;
  parameters: Record<string, unknown>;
  /** The provider enforces the parameters' schema, if it can. */
  strict?: boolean;
};

/** Options of the inference API; an agent's turn leaves all of them to the provider. */
export type ModelOptions = {
  toolChoice?: 'auto' | 'none' | 'required' | { name: string };
  parallelToolCalls?: boolean;
  stop?: readonly string[];
  topP?: number;
  presencePenalty?: number;
  frequencyPenalty?: number;
  seed?: number;
  reasoningEffort?: string;
  /** The same for any provider: one that does not know the level uses its own. */
  reasoning?: ReasoningLevel;
  /** The text of the reasoning is wanted, where a provider sends it on request only. */
  showReasoning?: boolean;
  /** Without a schema: any JSON. */
  json?: {
    schema?: Record<string, unknown>;
    name?: string;
    description?: string;
    strict?: boolean;
    /** A model without such an option is told in words instead of failing. */
    orInstruct?: boolean;
  };
};

export type ModelRequest = {
  model: string;
  messages: readonly ModelMessage[];
  tools: readonly ToolDefinition[];
  temperature: number | null;
  maxTokens: number | null;
  options?: ModelOptions;
  /** Its head (tools, the stable part of the system message) comes again: worth a place in the provider's cache. */
  cachesHead?: boolean;
  /** Needed if a message has parts; called when the request is written. */
  load?: LoadFile;
  /** For what workspaces take turns at, such as reading documents. */
  workspaceId?: string;
  /** Aborts the call at once, before the first token too. */
  signal: AbortSignal;
  /** How often a provider that fails before its first token is tried; 1 where the caller's client retries. */
  maxTries?: number;
  /** Receives the parts of a streamed answer that are not text. Without it, a refusal is text. */
  onPiece?: OnPiece;
};

/** A part of a streamed answer. The first piece of a call has its id and name; later pieces add to its arguments. */
export type AnswerPiece =
  /** `signature`: Anthropic's, for the reasoning so far. */
  | { type: 'reasoning'; field: Reasoning['field']; delta: string; signature?: string }
  | { type: 'refusal'; delta: string }
  | { type: 'tool_call'; index: number; id?: string; name?: string; arguments: string };
export type OnPiece = (piece: AnswerPiece) => void | Promise<void>;

/** Three counts that do not overlap, whatever the provider reports. `estimated` if it reported none. */
export type TokenUsage = {
  promptTokens: number;
  cachedTokens: number;
  completionTokens: number;
  estimated: boolean;
  /** Of the completion tokens, where the provider says so. */
  reasoningTokens?: number;
  /** Of the prompt tokens: those that the provider has put into its cache. */
  cacheWriteTokens?: number;
};

export type FinishReason = 'stop' | 'tool_calls' | 'length' | 'filtered';

export type ModelAnswer = {
  text: string;
  toolCalls: ToolCall[];
  finishReason: FinishReason;
  usage: TokenUsage;
  reasoning?: Reasoning;
  /** The text of a refusal, where the provider marks it; `text` has it too, unless it went to `onPiece`. */
  refusal?: string;
};

export type OnText = (delta: string) => void | Promise<void>;

export type ModelProvider = {
  /**
   * With `onText` the answer is streamed and `text` of the result stays empty. A promise from `onText` applies
   * backpressure until it resolves. Without `onText` the answer is fetched as a whole, which needs half the CPU.
   */
  generate(request: ModelRequest, onText?: OnText): Promise<ModelAnswer>;
};

export const providerNames = ['local', 'openai', 'anthropic', 'google', 'openai-compatible'] as const;

/** `cacheWrite` only where it is not the rate of the prompt. */
type Rates = { prompt: number; cached: number; completion: number; cacheWrite?: number };

/** Nano-dollars for one token. A prompt of more than `long.above` tokens, cached ones included, has other rates. */
export type Price = Rates & { long?: Rates & { above: number } };

/** What a model can take. An ability that is absent is not known: the model is asked. */
export const abilities = ['images', 'pdfs', 'json', 'reasoning'] as const;
export type Abilities = { [Ability in (typeof abilities)[number]]?: boolean };

export type ModelInfo = {
  provider: string;
  model: string;
  contextWindow: number | null;
  /** Undefined when the price is not known: the model then costs 0, and the answer says so. */
  price?: Price;
  /** The price list it is from. */
  priceVersion?: string;
  takes?: Abilities;
};
