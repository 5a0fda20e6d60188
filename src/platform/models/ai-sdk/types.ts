import type { AnthropicProvider } from '@ai-sdk/anthropic';

/** The provider interface of the AI SDK, taken from one of the two packages: both use the same version of it. */
export type SdkModel = ReturnType<AnthropicProvider['languageModel']>;
export type CallOptions = Parameters<SdkModel['doGenerate']>[0];
export type Prompt = CallOptions['prompt'];
type PromptMessage = Prompt[number];
type PartsOf<Role> = Extract<PromptMessage, { role: Role; content: unknown[] }>['content'][number];
export type AssistantPart = Extract<PartsOf<'assistant'>, { type: 'text' | 'reasoning' | 'tool-call' }>;
export type TextPart = Extract<PartsOf<'user'>, { type: 'text' }>;
export type FilePart = Extract<PartsOf<'user'>, { type: 'file' }>;
export type ToolPart = Extract<PartsOf<'tool'>, { type: 'tool-result' }>;
export type GenerateResult = Awaited<ReturnType<SdkModel['doGenerate']>>;
export type StreamPart =
  Awaited<ReturnType<SdkModel['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never;
export type SdkUsage = GenerateResult['usage'];
export type SdkMetadata = NonNullable<AssistantPart['providerOptions']>;
