import type { Log } from '../../../kernel/log.ts';
import { ToolError } from '../../../kernel/tool-error.ts';
import { createFairThreads } from '../../../platform/fair-threads.ts';
import type { SharedTool } from '../../tools/index.ts';
import { skillTools } from './skill-tools.ts';

export type SkillQuestion = { name: string; params: string };
export type SkillAnswer = { result: unknown } | { error: string };

/**
 * Characters of the parameters. Shorter input takes a few milliseconds on the event loop; 200,000 characters take 0.2
 * s.
 */
const smallInput = 8_192;

/** The tools of skills, which only compute. Long inputs are processed in threads. */
export function createSkillTools({ log }: { log: Log }) {
  const threads = createFairThreads<SkillQuestion, SkillAnswer>({
    name: 'skill-tools',
    file: new URL('./skill-tools.worker.ts', import.meta.url),
    limits: { maxOldGenerationSizeMb: 256 },
    timeoutMs: 5_000,
    warmUp: { name: '', params: '{}' },
    mostWaiting: 32,
    log,
  });
  const tools = skillTools.map(
    (tool): SharedTool => ({
      ...tool,
      async execute(given, context) {
        const params = JSON.stringify(given);
        if (params.length <= smallInput) return tool.execute(given, context);
        const outcome = await threads.ask(context.caller.workspaceId, { name: tool.name, params });
        if (!('answer' in outcome)) throw new ToolError('The tool could not finish: the input takes too long.');
        if ('error' in outcome.answer) throw new ToolError(outcome.answer.error);
        return outcome.answer.result;
      },
    }),
  );
  return { tools, stop: threads.stop };
}
