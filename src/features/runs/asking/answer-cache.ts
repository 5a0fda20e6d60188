import { createHash } from 'node:crypto';
import type { Clock } from '../../../kernel/clock.ts';
import type { Log } from '../../../kernel/log.ts';
import type { ModelAnswer, ModelRequest } from '../../../platform/models/model.ts';
import type { Turn } from '../turn/turn.ts';
import type { AnswerCacheStore } from './answer-cache.store.ts';

type Deps = { store: Pick<AnswerCacheStore, 'find' | 'put'>; clock: Clock; log: Log };
type Request = Omit<ModelRequest, 'model'>;

/** A longer answer is not kept. */
export const longestKept = 262_144;
const nothing = { promptTokens: 0, cachedTokens: 0, completionTokens: 0, estimated: false };

/** Of the person, the agent, the model that is meant and the whole request. */
function digestOf({ run, admission }: Turn, request: Request): string {
  const { provider, model } = admission.model;
  const { messages, tools, temperature, maxTokens, options } = request;
  const whole = [provider, model, messages, tools, temperature, maxTokens, options ?? null];
  const owner = [run.workspaceId, run.userId, admission.agent.id];
  return createHash('sha256')
    .update(JSON.stringify([owner, whole]))
    .digest('hex');
}

/** Files and reasoning are not kept. */
const isPlain = ({ messages, options }: Request): boolean =>
  !options?.showReasoning && !messages.some((message) => 'parts' in message && message.parts);

/** Kept answers of agents with `cacheSeconds`. An answer of a model that the agent may no longer use is not given. */
export function createAnswerCache({ store, clock, log }: Deps) {
  return {
    /** Undefined where nothing is kept: for most agents. */
    keyOf(turn: Turn, request: Request): string | undefined {
      // Who asks again wants another answer.
      if (!turn.admission.agent.cacheSeconds || turn.run.again) return undefined;
      return isPlain(request) ? digestOf(turn, request) : undefined;
    },

    async find({ progress }: Turn, key: string): Promise<{ model: string; answer: ModelAnswer } | undefined> {
      const kept = await store.find(key, clock.now());
      const mayAnswer = progress.targets.some((candidates) =>
        candidates.some(({ provider, model }) => `${provider}/${model}` === kept?.model),
      );
      if (!kept || !mayAnswer) return undefined;
      return {
        model: kept.model,
        answer: { text: kept.answer, toolCalls: [], finishReason: 'stop', usage: nothing },
      };
    },

    /** Only whole answers without tool calls are kept. A turn does not fail because its answer cannot be. */
    async keep({ run, admission: { agent } }: Turn, key: string, model: string, answer: ModelAnswer): Promise<void> {
      const { text, toolCalls, finishReason } = answer;
      if (toolCalls.length > 0 || finishReason !== 'stop' || text === '' || text.length > longestKept) return;
      const { workspaceId, userId, sessionId } = run;
      const expiresAt = clock.now() + (agent.cacheSeconds ?? 0) * 1_000;
      await store
        .put({ id: key, workspaceId, userId, agentId: agent.id, sessionId, model, answer: text, expiresAt })
        .catch((error: unknown) => log.warn({ err: error, runId: run.id }, 'an answer was not kept for its request'));
    },
  };
}

export type AnswerCache = ReturnType<typeof createAnswerCache>;
