import { AppError } from '../../../kernel/errors.ts';
import type {
  ModelAnswer,
  ModelMessage,
  ModelOptions,
  OnPiece,
  OnText,
  ToolDefinition,
} from '../../../platform/models/model.ts';
import type { ResponseFormat } from '../../agents/index.ts';
import { isShared, type Tool } from '../../tools/index.ts';
import type { AskModel } from '../asking/ask-model.ts';
import { clientTool } from '../client-tools/client-tool.ts';
import type { ContextBuilder } from '../context/context-builder.ts';
import { type CheckAnswer, formatOf, judge, repairRequest, type Structured } from '../ending/structured-answer.ts';
import type { StopReason } from '../run.ts';
import type { RunFiles } from '../run-files.ts';
import { longestAnswer, paragraph } from './answer-text.ts';
import { createPieces, cutText, plainText } from './plain-text.ts';
import type { ToolStep } from './tool-step.ts';
import { traced } from './trace.ts';
import type { ParkedFor, Turn } from './turn.ts';
import type { TurnKnowledge } from './turn-knowledge.ts';
import type { TurnMemory } from './turn-memory.ts';
import { withheld } from './withheld.ts';

export type Skill = { name: string; promptContext: string; tools: readonly string[] };

type Deps = {
  askModel: AskModel;
  findTool(workspaceId: string, name: string): Promise<Tool | undefined>;
  findSkill(id: string): Skill | undefined;
  recall: TurnMemory['recall'];
  retrieve: TurnKnowledge['retrieve'];
  buildContext: ContextBuilder;
  toolStep: ToolStep;
  /** The bytes of a file that a message of the person holds. */
  loadFile: RunFiles['bytes'];
  /** Throws if the tree of runs has spent its budget. */
  treeBudget(turn: Turn): Promise<void>;
  checkAnswer: CheckAnswer;
};

type Question = {
  turn: Turn;
  messages: ModelMessage[];
  tools: readonly ToolDefinition[];
  options: ModelOptions | undefined;
  hidden: boolean;
};

/** An answer that arrives whole is shown in pieces of this size. */
const pieceLength = 32_768;

export type LoopEnd =
  | {
      stopReason: Extract<StopReason, 'end_turn' | 'max_steps' | 'max_tokens' | 'invalid_output'>;
      structured?: Structured;
    }
  | { parked: ParkedFor };

/** The agent loop: asks the model and runs the tools it calls, until it answers without a tool call. */
export function createAgentLoop({
  askModel,
  findTool,
  findSkill,
  recall,
  retrieve,
  buildContext,
  toolStep,
  loadFile,
  treeBudget,
  checkAnswer,
}: Deps) {
  async function toolsOf(
    { run, admission: { agent, accepted } }: Turn,
    skills: readonly Skill[],
  ): Promise<Map<string, Tool>> {
    const names = [...new Set([...agent.tools, ...skills.flatMap(({ tools }) => tools)])];
    const found = await Promise.all(names.map((name) => findTool(agent.workspaceId, name)));
    const clients = (run.askedFor?.clientTools ?? []).filter(({ name }) => !names.includes(name));
    return new Map([
      ...found.flatMap((tool, index): [string, Tool][] => {
        if (!tool) return [];
        const agreed = !accepted || isShared(tool) || accepted.tools[tool.name] === tool.digest;
        return [[names[index] ?? tool.name, agreed ? tool : withheld(tool)]];
      }),
      ...clients.map((tool): [string, Tool] => [tool.name, clientTool(tool)]),
    ]);
  }

  /** Asks the model. An answer with a format is not shown before it is checked; its text is in the result. */
  async function ask({ turn, messages, tools, options, hidden }: Question): Promise<ModelAnswer> {
    const { agent } = turn.admission;
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
    text.beginStep();
    const streams = turn.streams && !hidden;
    const shows = turn.run.askedFor?.showReasoning === true;
    const request = {
      messages,
      tools,
      temperature: agent.temperature,
      maxTokens: agent.maxTokens,
      ...(options && { options }),
      cachesHead: true,
      load: (fileId: string) => loadFile(turn.run, fileId),
      workspaceId: turn.run.workspaceId,
      signal: turn.abort.signal,
      ...(streams && shows && { onPiece: reasoningInto(turn, onText) }),
    };
    const answer = await askModel(turn, 'chat', {
      request,
      ...(streams && { onText, produced: () => produced }),
    });
    if (shows && !streams && answer.reasoning) await think(turn, answer.reasoning.text);
    if (!hidden) for (const piece of cutText(answer.text, pieceLength)) await onText(piece);
    return answer;
  }

  /** Reasoning is no part of the answer. Of the other pieces only a refusal is text. */
  const reasoningInto =
    (turn: Turn, onText: OnText): OnPiece =>
    (piece) => {
      if (piece.type === 'refusal') return onText(piece.delta);
      if (piece.type === 'reasoning') return think(turn, piece.delta);
      return undefined;
    };

  function think({ log, flush }: Turn, text: string): void | Promise<void> {
    if (text !== '') log.append('reasoning_chunk', { delta: plainText(text) });
    return flush();
  }

  async function say({ progress, log, flush }: Turn, said: string): Promise<void> {
    const wholeCharacters = createPieces();
    progress.text.beginStep();
    for (const piece of cutText(said, pieceLength)) {
      const delta = wholeCharacters(piece);
      progress.text.add(delta);
      log.append('stream_chunk', { delta });
      await flush();
    }
  }

  /** Checks the last answer of a run with a format. One that is not valid is asked for again, once, with its errors. */
  async function settle(question: Question, format: ResponseFormat, first: ModelAnswer): Promise<LoopEnd> {
    const { turn, messages } = question;
    const end = async (text: string, stopReason: 'end_turn' | 'max_tokens' | 'invalid_output', how?: Structured) => {
      await say(turn, text);
      return how ? { stopReason, structured: how } : { stopReason };
    };
    for (let answer = first, tries = 1; ; tries += 1) {
      const { text, finishReason } = answer;
      if (finishReason === 'length') return end(text, 'max_tokens');
      const structured: Structured =
        finishReason === 'filtered'
          ? { errors: [{ path: '', message: 'was refused by the model' }] }
          : await judge(checkAnswer, format, text, turn.run.workspaceId);
      if ('json' in structured) return end(structured.json, 'end_turn', structured);
      if (tries === 2 || finishReason === 'filtered') return end(text, 'invalid_output', structured);
      const again: ModelMessage[] = [
        ...messages,
        ...(text.trim() === '' ? [] : [{ role: 'assistant' as const, content: plainText(text) }]),
        { role: 'user', content: repairRequest(structured.errors) },
      ];
      await treeBudget(turn);
      answer = await ask({ ...question, messages: again });
    }
  }

  return async function loop(turn: Turn, message: string): Promise<LoopEnd> {
    const { agent, notConfigured } = turn.admission;
    if (notConfigured !== null) throw new AppError('model_error', notConfigured, { retryable: false });
    const skills = agent.skills.map(findSkill).filter((skill) => skill !== undefined);
    const hasKnowledge = turn.admission.knowledge.length > 0;
    const [tools, memory, knowledge] = await Promise.all([
      toolsOf(turn, skills),
      turn.admission.remembers ? traced(turn, 'recall', () => recall(turn, message)) : undefined,
      hasKnowledge ? traced(turn, 'retrieval', () => retrieve(turn, message)) : undefined,
    ]);
    if (knowledge) turn.progress.cite(knowledge.citations);
    const definitions = [...tools.values()].map(({ name, description, parameters }) => ({
      name,
      description,
      parameters,
    }));

    const format = formatOf(turn);
    const options = optionsOf(turn, format);

    // A run that was parked, or whose node died, first finishes its open tool calls.
    await toolStep.resume(turn, tools);

    while (turn.progress.steps < agent.maxSteps) {
      turn.abort.signal.throwIfAborted();
      const parts = {
        message,
        skills,
        memory,
        knowledge: knowledge?.text,
        tools: definitions,
      };
      const messages = await traced(turn, 'context', () => buildContext(turn, parts));
      await treeBudget(turn);
      const question = { turn, messages, tools: definitions, options, hidden: format !== undefined };
      const answer = await ask(question);
      turn.progress.endStep();
      if (answer.toolCalls.length === 0 && format) return settle(question, format, answer);
      if (answer.toolCalls.length === 0)
        return { stopReason: answer.finishReason === 'length' ? 'max_tokens' : 'end_turn' };
      const parked = await toolStep.run(turn, tools, answer);
      if (parked) return { parked };
    }
    return { stopReason: 'max_steps' };
  };
}

/** Undefined leaves everything to the provider. */
function optionsOf({ run, admission }: Turn, format: ResponseFormat | undefined): ModelOptions | undefined {
  const reasoning = run.askedFor?.reasoning ?? admission.agent.reasoning ?? undefined;
  const showReasoning = run.askedFor?.showReasoning;
  if (!format && !reasoning && !showReasoning) return undefined;
  const { type: _, ...json } = format ?? {};
  return {
    ...(format && { json: { ...json, orInstruct: true } }),
    ...(reasoning && { reasoning }),
    ...(showReasoning && { showReasoning }),
  };
}

export type AgentLoop = ReturnType<typeof createAgentLoop>;
