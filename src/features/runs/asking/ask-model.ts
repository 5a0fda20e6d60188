import type { Asked, Attempt } from '../../../platform/models/asking/ask.ts';
import type { Candidate } from '../../../platform/models/connections/connection.ts';
import type { ModelAnswer, OnText, TokenUsage } from '../../../platform/models/model.ts';
import type { Models } from '../../../platform/models/models.ts';
import { chargeOf } from '../../costs/index.ts';
import { estimateTokens } from '../context/context.ts';
import type { TurnBudget } from '../ending/turn-budget.ts';
import { spanOf, tokensOf, traced } from '../turn/trace.ts';
import type { TraceDetail } from '../turn/trace-entry.ts';
import type { Turn } from '../turn/turn.ts';
import { type AnswerCache, longestKept } from './answer-cache.ts';

type Deps = { models: Pick<Models, 'ask'>; budget: Pick<TurnBudget, 'beforeAttempt'>; cache: AnswerCache };

type Question = {
  request: Asked['request'];
  onText?: OnText | undefined;
  /** How many characters of a streamed answer have arrived. */
  produced?(): number;
};

const nameOf = ({ provider, model }: Candidate): string => `${provider}/${model}`;

/** Asks a model within a turn. The candidate that answers is charged and named in the trace. */
export function createAskModel({ models, budget, cache }: Deps) {
  function charge(turn: Turn, candidate: Candidate, usage: TokenUsage): void {
    turn.progress.addCharge(chargeOf(candidate.info, usage));
  }

  /** Asks the candidates until one has answered. */
  async function ask(turn: Turn, { request, onText, produced = () => 0 }: Question, details: TraceDetail[]) {
    const { progress } = turn;
    let asking: Candidate | undefined;
    let last: Attempt | undefined;
    try {
      const { answer, candidate } = await models.ask({
        targets: progress.targets,
        request,
        onText,
        beforeAttempt(next) {
          asking = next;
          return budget.beforeAttempt(turn, next, request);
        },
        onAttempt(attempt) {
          // The only attempt is the span of the call itself.
          if (attempt.reason || last) progress.addSpan(attemptSpan(turn, attempt));
          last = attempt;
          if (attempt.usage) charge(turn, attempt.candidate, attempt.usage);
        },
      });
      charge(turn, candidate, answer.usage);
      const { provider, model } = turn.admission.model;
      details.push(...tokensOf(answer.usage), answer.finishReason);
      const name = nameOf(candidate);
      if (candidate.provider !== provider || candidate.model !== model) details.push(name);
      progress.answeredBy(name);
      return answer;
    } catch (error) {
      // An interrupted answer is charged for the prompt and the part that arrived, as the provider does. Otherwise a client
      // could get around a budget by hanging up.
      const stopped = turn.abort.signal.aborted;
      if (asking && (stopped || (produced() > 0 && !last?.usage))) {
        const usage = {
          promptTokens: estimateTokens(request.messages),
          cachedTokens: 0,
          completionTokens: Math.ceil(produced() / 4),
          estimated: true,
        };
        charge(turn, asking, usage);
        details.push(...tokensOf(usage), null);
      }
      throw error;
    }
  }

  /** The same for an agent with `cacheSeconds`: the answer to the same request is given again. */
  async function askOrRecall(turn: Turn, key: string, question: Question, details: TraceDetail[]) {
    const { progress } = turn;
    const kept = await cache.find(turn, key);
    if (kept) {
      details.push(...tokensOf(kept.answer.usage), kept.answer.finishReason, kept.model, 'cached');
      progress.answeredBy(kept.model, true);
      return kept.answer;
    }
    const { onText } = question;
    let said = '';
    const heard =
      onText &&
      ((delta: string) => {
        if (said.length <= longestKept) said += delta;
        return onText(delta);
      });
    const answer = await ask(turn, { ...question, onText: heard }, details);
    const { model } = progress.answerer;
    if (model) await cache.keep(turn, key, model, heard ? { ...answer, text: said } : answer);
    return answer;
  }

  return function askModel(turn: Turn, kind: 'chat' | 'summary', question: Question): Promise<ModelAnswer> {
    const key = kind === 'chat' ? cache.keyOf(turn, question.request) : undefined;
    return traced(turn, kind, (details) =>
      key ? askOrRecall(turn, key, question, details) : ask(turn, question, details),
    );
  };
}

const attemptSpan = (turn: Turn, { candidate, beganMs, ms, reason, usage }: Attempt) =>
  spanOf(turn, 'attempt', beganMs, ms, [
    nameOf(candidate),
    ...(usage ? tokensOf(usage) : []),
    ...(reason ? [{ error: reason }] : []),
  ]);

export type AskModel = ReturnType<typeof createAskModel>;
