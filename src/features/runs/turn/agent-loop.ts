import { AppError } from '../../../kernel/errors.ts';
import type { ModelAnswer, ModelMessage, TokenUsage, ToolDefinition } from '../../../platform/models/model.ts';
import { chargeOf } from '../../costs/index.ts';
import { isShared, type Tool } from '../../tools/index.ts';
import { estimateTokens } from '../context/context.ts';
import type { ContextBuilder } from '../context/context-builder.ts';
import type { TurnBudget } from '../ending/turn-budget.ts';
import type { StopReason } from '../run.ts';
import { longestAnswer, paragraph } from './answer-text.ts';
import { createPieces, cutText } from './plain-text.ts';
import type { ToolStep } from './tool-step.ts';
import { tokensOf, traced } from './trace.ts';
import type { PendingApproval, Turn } from './turn.ts';
import type { TurnMemory } from './turn-memory.ts';
import type { TurnModels } from './turn-models.ts';
import { withheld } from './withheld.ts';

export type Skill = { name: string; promptContext: string; tools: readonly string[] };

type Deps = {
  models: TurnModels;
  findTool(workspaceId: string, name: string): Promise<Tool | undefined>;
  findSkill(id: string): Skill | undefined;
  recall: TurnMemory['recall'];
  buildContext: ContextBuilder;
  toolStep: ToolStep;
  budget: TurnBudget;
  /** Throws if the tree of runs has spent its budget. */
  treeBudget(turn: Turn): Promise<void>;
};

/** An answer that arrives whole is shown in pieces of this size. */
const pieceLength = 32_768;

export type LoopEnd =
  | { stopReason: Extract<StopReason, 'end_turn' | 'max_steps' | 'max_tokens'> }
  | { parked: PendingApproval };

/** The agent loop: asks the model and runs the tools it calls, until it answers without a tool call. */
export function createAgentLoop({
  models,
  findTool,
  findSkill,
  recall,
  buildContext,
  toolStep,
  budget,
  treeBudget,
}: Deps) {
  async function toolsOf(
    { admission: { agent, accepted } }: Turn,
    skills: readonly Skill[],
  ): Promise<Map<string, Tool>> {
    const names = [...new Set([...agent.tools, ...skills.flatMap(({ tools }) => tools)])];
    const found = await Promise.all(names.map((name) => findTool(agent.workspaceId, name)));
    return new Map(
      found.flatMap((tool, index) => {
        if (!tool) return [];
        const agreed = !accepted || isShared(tool) || accepted.tools[tool.name] === tool.digest;
        return [[names[index] ?? tool.name, agreed ? tool : withheld(tool)]];
      }),
    );
  }

  function ask(turn: Turn, messages: ModelMessage[], tools: readonly ToolDefinition[]): Promise<ModelAnswer> {
    const { agent, model } = turn.admission;
    const { log } = turn;
    const { text } = turn.progress;
    const wholeCharacters = createPieces();
    let produced = 0;
    const show = (delta: string) => {
      text.add(delta);
      log.append('stream_chunk', { delta });
    };
    const onText = (piece: string) => {
      const delta = wholeCharacters(piece);
      if (delta === '') return undefined;
      if (produced === 0 && text.hasText()) {
        // The paragraph break is part of the whole text and of no message.
        show(paragraph);
        text.beginStep();
      }
      produced += delta.length;
      if (produced > longestAnswer) throw new AppError('model_error', 'The model’s answer is too long.');
      show(delta);
      return turn.flush();
    };
    return traced(turn, 'chat', async (details) => {
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
        charge(turn, answer.usage);
        details.push(...tokensOf(answer.usage), answer.finishReason);
        for (const piece of cutText(answer.text, pieceLength)) await onText(piece);
        return answer;
      } catch (error) {
        // An interrupted answer is charged for the prompt and the part that arrived, as the provider does. Otherwise a client
        // could get around a budget by hanging up.
        if ((turn.streams && produced > 0) || turn.abort.signal.aborted) {
          const usage = {
            promptTokens: estimateTokens(messages),
            cachedTokens: 0,
            completionTokens: Math.ceil(produced / 4),
            estimated: true,
          };
          charge(turn, usage);
          details.push(...tokensOf(usage), null);
        }
        throw error;
      }
    });
  }

  function charge(turn: Turn, usage: TokenUsage): void {
    const { provider, model } = turn.admission.model;
    turn.progress.addCharge(chargeOf(models, provider, model, usage));
  }

  return async function loop(turn: Turn, message: string): Promise<LoopEnd> {
    const { agent, notConfigured } = turn.admission;
    if (notConfigured !== null) throw new AppError('model_error', notConfigured, { retryable: false });
    const skills = agent.skills.map(findSkill).filter((skill) => skill !== undefined);
    const [tools, memory] = await Promise.all([
      toolsOf(turn, skills),
      turn.admission.remembers ? traced(turn, 'recall', () => recall(turn, message)) : undefined,
    ]);
    const definitions = [...tools.values()].map(({ name, description, parameters }) => ({
      name,
      description,
      parameters,
    }));

    // A run that was parked, or whose node died, first finishes its open tool calls.
    await toolStep.resume(turn, tools);

    while (turn.progress.steps < agent.maxSteps) {
      turn.abort.signal.throwIfAborted();
      const parts = {
        message,
        skills,
        memory,
        tools: definitions,
        reserve: (asked: readonly ModelMessage[], maxTokens: number) => budget.beforeCall(turn, asked, [], maxTokens),
        charge: (usage: TokenUsage) => charge(turn, usage),
      };
      const messages = await traced(turn, 'context', () => buildContext(turn, parts));
      await budget.beforeCall(turn, messages, definitions);
      await treeBudget(turn);
      const answer = await ask(turn, messages, definitions);
      turn.progress.endStep();
      if (answer.toolCalls.length === 0)
        return { stopReason: answer.finishReason === 'length' ? 'max_tokens' : 'end_turn' };
      const parked = await toolStep.run(turn, tools, answer);
      if (parked) return { parked };
    }
    return { stopReason: 'max_steps' };
  };
}

export type AgentLoop = ReturnType<typeof createAgentLoop>;
