/** The narrow door to every model. What a provider counts and calls differently ends on the far side of it. */
export type ToolCall = {
  id: string;
  name: string;
  /** JSON as the model wrote it: it may be malformed, and that is for the caller to say to the model. */
  arguments: string;
};

/** What a model thought before it spoke. It goes back to the provider under the name it came by, and to nobody else. */
export type Reasoning = { field: 'reasoning_content' | 'reasoning'; text: string };

export type ModelMessage =
  | { role: 'system' | 'user'; content: string }
  | { role: 'assistant'; content: string; toolCalls?: ToolCall[]; reasoning?: Reasoning }
  | { role: 'tool'; toolCallId: string; name: string; content: string; isError: boolean };

export type ToolDefinition = {
  name: string;
  description: string;
  parameters: Record<string, unknown>;
  /** The provider holds the model to the parameters, where it can. */
  strict?: boolean;
};

/** What only those who talk to a model itself may ask for; an agent's turn leaves all of it to the provider. */
export type ModelOptions = {
  toolChoice?: 'auto' | 'none' | 'required' | { name: string };
  parallelToolCalls?: boolean;
  stop?: readonly string[];
  topP?: number;
  presencePenalty?: number;
  frequencyPenalty?: number;
  seed?: number;
  reasoningEffort?: string;
  /** Without a schema: any JSON. */
  json?: { schema?: Record<string, unknown>; name?: string; description?: string; strict?: boolean };
};

export type ModelRequest = {
  model: string;
  messages: readonly ModelMessage[];
  tools: readonly ToolDefinition[];
  temperature: number | null;
  maxTokens: number | null;
  options?: ModelOptions;
  /** Aborts the call at once, before the first token too. */
  signal: AbortSignal;
  /** How often a provider that fails before its first token is asked; 1 where whoever asks tries again by itself. */
  maxTries?: number;
  /** Hears of a streamed answer what is not its text; a refusal is text where nobody listens here. */
  onPiece?: OnPiece;
};

/** Part of a streamed answer. The first piece of a call has its id and name, the others add to its arguments. */
export type AnswerPiece =
  | { type: 'reasoning'; field: Reasoning['field']; delta: string }
  | { type: 'refusal'; delta: string }
  | { type: 'tool_call'; index: number; id?: string; name?: string; arguments: string };
export type OnPiece = (piece: AnswerPiece) => void | Promise<void>;

/** Three buckets that never overlap, however the provider counts. `estimated` when it did not say. */
export type TokenUsage = { promptTokens: number; cachedTokens: number; completionTokens: number; estimated: boolean };

export type FinishReason = 'stop' | 'tool_calls' | 'length' | 'filtered';

export type ModelAnswer = {
  text: string;
  toolCalls: ToolCall[];
  finishReason: FinishReason;
  usage: TokenUsage;
  reasoning?: Reasoning;
  /** Where the provider tells a refusal from an answer, what it said; `text` has it too unless `onPiece` heard it. */
  refusal?: string;
};

export type OnText = (delta: string) => void | Promise<void>;

export type ModelProvider = {
  /**
   * With `onText` the answer is streamed as it comes, and `text` of the result stays empty: whoever listens has it. A
   * promise from `onText` holds the upstream back until it resolves. Without it the answer is fetched whole, which
   * costs half the CPU.
   */
  generate(request: ModelRequest, onText?: OnText): Promise<ModelAnswer>;
};

export const providerNames = ['local', 'openai', 'anthropic', 'google', 'openai-compatible'] as const;
export type ProviderName = (typeof providerNames)[number];

type Rates = { prompt: number; cached: number; completion: number };

/** Nano-dollars for one token. A prompt of more than `long.above` tokens, cached ones included, has other rates. */
export type Price = Rates & { long?: Rates & { above: number } };

export type ModelInfo = {
  provider: ProviderName;
  model: string;
  contextWindow: number | null;
  /** Undefined for a model we know no price of: it costs 0 and says so. */
  price?: Price;
  /** Which list the price is from. */
  priceVersion?: string;
};
