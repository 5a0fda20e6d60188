import { setTimeout as sleep } from 'node:timers/promises';
import { reply } from '#offline-assistant';
import type { ConfiguredProvider } from './configured-provider.ts';
import { estimateUsage } from './estimate.ts';
import type { ModelAnswer, ModelRequest, OnText, ToolCall } from './model.ts';

const slowWordMs = 150;
/** For an answer in JSON without a schema. */
const anyObject = { type: 'object', properties: { answer: { type: 'string' } } };

/** The provider `local`: the offline assistant, which needs neither a key nor the network. */
export function createOfflineProvider(): ConfiguredProvider {
  return {
    async generate(request, onText) {
      request.signal.throwIfAborted();
      const tools = request.options?.toolChoice === 'none' ? [] : request.tools;
      const json = request.options?.json;
      const schema = json && (json.schema?.properties ? json.schema : anyObject);
      const { calls, text, slowly } = reply({ messages: request.messages, tools, schema });
      if (calls.length > 0) return answer(request, '', calls, 'tool_calls');

      const limit = request.maxTokens === null ? Number.POSITIVE_INFINITY : request.maxTokens * 4;
      const whole = untilStop(text, request.options?.stop ?? []);
      const said = whole.slice(0, limit);
      const finish = said.length < whole.length ? 'length' : 'stop';
      if (!onText) return answer(request, said, [], finish);
      await speak(said, onText, request.signal, slowly ? slowWordMs : 0);
      return { ...answer(request, said, [], finish), text: '' };
    },

    check: async () => ['offline'],
  };
}

/** The text up to the first of the caller's stop sequences. */
const untilStop = (text: string, stops: readonly string[]): string =>
  text.slice(0, Math.min(text.length, ...stops.map((stop) => text.indexOf(stop)).filter((at) => at >= 0)));

async function speak(text: string, onText: OnText, signal: AbortSignal, wordMs: number): Promise<void> {
  for (const word of text.match(/\s*\S+|\s+$/g) ?? []) {
    if (wordMs > 0) await sleep(wordMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    const held = onText(word);
    if (!held) continue;
    await held;
    signal.throwIfAborted();
  }
}

const answer = (
  request: ModelRequest,
  text: string,
  toolCalls: ToolCall[],
  finishReason: ModelAnswer['finishReason'],
): ModelAnswer => ({ text, toolCalls, finishReason, usage: estimateUsage(request, text.length, toolCalls) });
