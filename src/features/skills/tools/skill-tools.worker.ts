import { ToolError } from '../../../kernel/tool-error.ts';
import { answerCalls } from '../../../platform/answer-calls.ts';
import type { ToolContext } from '../../tools/index.ts';
import type { SkillAnswer, SkillQuestion } from './create-skill-tools.ts';
import { skillTools } from './skill-tools.ts';

/** These tools do not use their context: a result depends only on the parameters. */
const noContext = {} as ToolContext;

async function answer({ name, params }: SkillQuestion): Promise<SkillAnswer> {
  const tool = skillTools.find((one) => one.name === name);
  if (!tool) return { error: `There is no tool ${name}.` };
  try {
    return { result: await tool.execute(JSON.parse(params) as Record<string, unknown>, noContext) };
  } catch (error) {
    if (error instanceof ToolError) return { error: error.message };
    throw error;
  }
}

answerCalls<SkillQuestion, SkillAnswer>(async (question) => ({ answer: await answer(question) }));
