import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConfiguredProvider } from '../configured-provider.ts';
import { estimateUsage } from '../estimate.ts';
import type { ModelAnswer, ModelMessage, ModelRequest, OnText, ToolCall } from '../model.ts';
import type { Outcome } from './tool-result.ts';
import { phraseOutcome } from './tool-result.ts';
import { type Step, understand } from './understand.ts';

const slowWordMs = 150;

/** The assistant that needs no key: rules, no model. The same conversation always gets the same answer. */
export function createOfflineAssistant(): ConfiguredProvider {
  return {
    async generate(request, onText) {
      request.signal.throwIfAborted();
      const asked = request.messages.findLastIndex(({ role }) => role === 'user');
      const message = request.messages[asked]?.content ?? '';
      const steps = understand(message, {
        tools: request.options?.toolChoice === 'none' ? [] : request.tools,
        before: request.messages.slice(0, Math.max(0, asked)),
        all: request.messages,
      });
      const { calls, text } = respond(steps, outcomesSince(request.messages.slice(asked + 1)));
      if (calls.length > 0) return answer(request, '', calls, 'tool_calls');

      const limit = request.maxTokens === null ? Number.POSITIVE_INFINITY : request.maxTokens * 4;
      const whole = untilStop(text, request.options?.stop ?? []);
      const said = whole.slice(0, limit);
      const finish = said.length < whole.length ? 'length' : 'stop';
      if (!onText) return answer(request, said, [], finish);
      await speak(said, onText, request.signal, /\bslowly\b/i.test(message) ? slowWordMs : 0);
      return { ...answer(request, said, [], finish), text: '' };
    },

    check: async () => ['offline'],
  };
}

/** What comes before the first of the texts at which the caller wants it to stop. */
const untilStop = (text: string, stops: readonly string[]): string =>
  text.slice(0, Math.min(text.length, ...stops.map((stop) => text.indexOf(stop)).filter((at) => at >= 0)));

/** Calls what has not been called yet; once everything is there, says it. */
function respond(steps: Step[], outcomes: Outcome[]): { calls: ToolCall[]; text: string } {
  const left = [...outcomes];
  const calls: ToolCall[] = [];
  const said: string[] = [];
  for (const step of steps) {
    if ('say' in step) {
      said.push(step.say);
      continue;
    }
    const at = left.findIndex(({ name }) => name === step.tool);
    const [outcome] = at < 0 ? [] : left.splice(at, 1);
    if (outcome) said.push(step.phrase(outcome));
    else calls.push({ id: `call_${randomUUID()}`, name: step.tool, arguments: step.arguments });
  }
  // Results of calls that the message alone does not explain are told as they are.
  said.push(...left.map(phraseOutcome));
  return { calls, text: said.join('\n') };
}

const outcomesSince = (messages: readonly ModelMessage[]): Outcome[] =>
  messages.flatMap((message) => (message.role === 'tool' ? [message] : []));

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
