import type { Agent } from '@client/api.ts';

const most = 4;

/** A first question for each tool that people know at once. */
const byTool: Record<string, string> = {
  calculator: 'What is 17% of 2,340?',
  current_time: 'What time is it in Tokyo?',
  memory_write: 'Remember that I prefer short answers.',
  memory_search: 'What do you know about me?',
  knowledge_search: 'What do your documents say? Name your sources.',
  http_fetch: 'Read https://example.com and say what is on it.',
};

/** The agent's own suggestions (`metadata.suggestions`), or questions that its tools can answer. */
export function suggestionsFor({ metadata, tools }: Agent): string[] {
  const own = metadata?.suggestions;
  const given = Array.isArray(own) ? own.filter((text) => typeof text === 'string' && text.trim() !== '') : [];
  if (given.length > 0) return (given as string[]).slice(0, most);
  const fitting = tools.flatMap((tool) => byTool[tool] ?? []);
  return (fitting.length > 0 ? fitting : ['What can you do for me?']).slice(0, most);
}
