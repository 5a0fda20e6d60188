import type { Log } from '../../kernel/log.ts';
import type { ModelAnswer, ModelMessage, ModelRequest } from './model.ts';
import type { Models } from './models.ts';

export const silentLog: Log = { info() {}, warn() {}, error() {} };

/** The real retry rules with short waits. */
export const hasty = {
  log: silentLog,
  retryRule: { baseMs: 5, windowMs: 2_000 },
  timeouts: { connectMs: 1_000, headersMs: 600, wholeMs: 600, idleMs: 400 },
};

export const canary = 'sk-canary-0123456789abcdefghijklmnop';

/** A string is the user's message. */
export function ask(conversation: string | ModelMessage[], rest: Partial<ModelRequest> = {}): ModelRequest {
  return {
    model: 'fake-model',
    messages: typeof conversation === 'string' ? [{ role: 'user', content: conversation }] : conversation,
    tools: [],
    temperature: null,
    maxTokens: null,
    signal: new AbortController().signal,
    ...rest,
  };
}

export const tool = (name: string, parameters: Record<string, unknown> = { type: 'object', properties: {} }) => ({
  name,
  description: `The tool ${name}.`,
  parameters,
});

/** Collects what is streamed. */
export function listener() {
  const deltas: string[] = [];
  return { deltas, onText: (delta: string) => void deltas.push(delta), text: () => deltas.join('') };
}

export type Mode = 'whole' | 'streamed';

/** The answer, whole or streamed, with its complete text. */
export async function hear(models: Models, provider: string, request: ModelRequest, mode: Mode): Promise<ModelAnswer> {
  if (mode === 'whole') return models.generate(provider, request);
  const heard = listener();
  const answer = await models.generate(provider, request, heard.onText);
  if (answer.text !== '') throw new Error('What was streamed came a second time.');
  return { ...answer, text: heard.text() };
}

export const failureOf = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => Promise.reject(new Error('It was expected to fail, and did not.')),
    (error: Error) => error,
  );
