import { AppError } from '../../kernel/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import type {
  ModelAnswer,
  ModelMessage,
  ModelRequest,
  OnText,
  Price,
  ProviderName,
  ToolDefinition,
} from '../../platform/models/model.ts';
import { readHistory } from '../sessions/index.ts';
import type { Tool } from '../tools/index.ts';
import { longestAnswer } from './answer-text.ts';
import type { Compaction } from './compaction.ts';
import { estimateTokens, historyMessages, systemMessage } from './context.ts';
import type { StopReason } from './run.ts';
import type { ToolStep } from './tool-step.ts';
import { type PendingApproval, type Turn, traced } from './turn.ts';

export type Models = {
  generate(provider: ProviderName, request: ModelRequest, onText?: OnText): Promise<ModelAnswer>;
  info(provider: ProviderName, model: string): { price?: Price };
};

export type Skill = { name: string; promptContext: string; tools: readonly string[] };

type Deps = {
  database: Database;
  models: Models;
  findTool(workspaceId: string, name: string): Promise<Tool | undefined>;
  findSkill(id: string): Skill | undefined;
  /** What is remembered of the caller that bears on the message; undefined when there is nothing. */
  recall?: (turn: Turn, message: string) => Promise<string | undefined>;
  compaction: Compaction;
  toolStep: ToolStep;
};

export type LoopEnd =
  | { stopReason: Extract<StopReason, 'end_turn' | 'max_steps' | 'max_tokens'> }
  | { parked: PendingApproval };

/** The agent at work: ask the model, run what it asks for, ask again, until it has said what it has to say. */
export function createAgentLoop({ database, models, findTool, findSkill, recall, compaction, toolStep }: Deps) {
  async function toolsOf({ admission: { agent } }: Turn, skills: readonly Skill[]): Promise<Map<string, Tool>> {
    const names = new Set([...agent.tools, ...skills.flatMap(({ tools }) => tools)]);
    const tools = new Map<string, Tool>();
    for (const name of names) {
      const tool = await findTool(agent.workspaceId, name);
      if (tool) tools.set(name, tool);
    }
    return tools;
  }

  function ask(turn: Turn, messages: ModelMessage[], tools: readonly ToolDefinition[]): Promise<ModelAnswer> {
    const { agent, model } = turn.admission;
    const { log, text } = turn;
    let produced = 0;
    const onText = (delta: string) => {
      produced += delta.length;
      if (produced > longestAnswer)
        throw new AppError('model_error', 'The model’s answer is longer than any answer may be.');
      text.add(delta);
      log.append('stream_chunk', { delta });
      return turn.flush();
    };
    return traced(
      turn,
      'model',
      async () => {
        text.beginStep();
        try {
          const request = {
            model: model.model,
            messages,
            tools,
            temperature: agent.temperature,
            maxTokens: agent.maxTokens,
            signal: turn.abort.signal,
          };
          const answer = await models.generate(model.provider, request, turn.streams ? onText : undefined);
          if (!turn.streams && answer.text !== '') onText(answer.text);
          charge(turn, answer.usage);
          return answer;
        } catch (error) {
          // Whoever was cut off in mid-answer is charged for what came; the provider does the same.
          if (produced > 0 || turn.steps > 0)
            charge(turn, {
              promptTokens: estimateTokens(messages),
              cachedTokens: 0,
              completionTokens: Math.ceil(produced / 4),
              estimated: true,
            });
          throw error;
        }
      },
      ({ usage, finishReason }) => ({ provider: model.provider, model: model.model, finishReason, ...usage }),
    );
  }

  function charge(turn: Turn, usage: ModelAnswer['usage']): void {
    const { provider, model } = turn.admission.model;
    const { price } = models.info(provider, model);
    const costNano = price
      ? Math.round(
          usage.promptTokens * price.prompt +
            usage.cachedTokens * price.cached +
            usage.completionTokens * price.completion,
        )
      : 0;
    turn.charges.push({ provider, model, usage, costNano, price: price ? JSON.stringify(price) : null });
    turn.totals.prompt += usage.promptTokens;
    turn.totals.cached += usage.cachedTokens;
    turn.totals.completion += usage.completionTokens;
    turn.totals.costNano += costNano;
  }

  /** What the model is shown, compacted first when it would not fit. */
  async function context(
    turn: Turn,
    skills: readonly Skill[],
    memory: string | undefined,
    tools: readonly ToolDefinition[],
  ): Promise<ModelMessage[]> {
    const build = async () => {
      const rows = await readHistory(database, turn.run.sessionId, turn.summarySeq);
      const marker = rows.findLast(({ role, meta }) => role === 'system' && meta?.includes('"handoff"'));
      const system = systemMessage({
        systemPrompt: turn.admission.agent.systemPrompt,
        skills,
        memory,
        summary: turn.summary,
        handoff: marker?.content,
      });
      return { rows, messages: [...system, ...historyMessages(rows)] };
    };
    const { rows, messages } = await build();
    const toolTokens = Math.ceil(JSON.stringify(tools).length / 4);
    if (compaction.fits(turn, estimateTokens(messages) + toolTokens)) return messages;
    await traced(turn, 'compaction', () => compaction.compact(turn, rows, (usage) => charge(turn, usage)));
    const shorter = (await build()).messages;
    const size = estimateTokens(shorter) + toolTokens;
    if (!compaction.fits(turn, size))
      throw new AppError(
        'context_overflow',
        `The conversation needs about ${size} tokens even after it was summarised, more than ${turn.admission.model.model} takes.`,
      );
    return shorter;
  }

  return async function loop(turn: Turn, message: string): Promise<LoopEnd> {
    const { agent } = turn.admission;
    const skills = agent.skills.map(findSkill).filter((skill) => skill !== undefined);
    const [tools, memory] = await Promise.all([toolsOf(turn, skills), recall?.(turn, message)]);
    const definitions = [...tools.values()].map(({ name, description, parameters }) => ({
      name,
      description,
      parameters,
    }));

    // A run that was parked, or whose node died, goes on with the calls it had already been asked for.
    const open = await toolStep.resume(turn, tools);
    if (open) return { parked: open };

    while (turn.steps < agent.maxSteps) {
      turn.abort.signal.throwIfAborted();
      const messages = await traced(turn, 'context', () => context(turn, skills, memory, definitions));
      const answer = await ask(turn, messages, definitions);
      turn.steps += 1;
      if (answer.toolCalls.length === 0)
        return { stopReason: answer.finishReason === 'length' ? 'max_tokens' : 'end_turn' };
      const parked = await toolStep.run(turn, tools, answer.toolCalls);
      if (parked) return { parked };
    }
    return { stopReason: 'max_steps' };
  };
}

export type AgentLoop = ReturnType<typeof createAgentLoop>;
