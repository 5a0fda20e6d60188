import { createMessageSearch, createMessageWords } from '../features/sessions/index.ts';
import { createSkillCache, createSkillLibrary, createSkillTools } from '../features/skills/index.ts';
import { createBuiltInTools, createPageReader, createTools } from '../features/tools/index.ts';
import { version } from '../version.ts';
import type { Foundation } from './foundation.ts';
import type { Knowledge } from './knowledge.ts';
import type { Memory } from './memory.ts';

export type Abilities = ReturnType<typeof composeAbilities>;

/** Tools and skills of agents. */
export function composeAbilities(foundation: Foundation, memory: Memory, knowledge: Knowledge) {
  const messageWords = createMessageWords(foundation);
  const searchMessages = createMessageSearch(foundation.database, messageWords);
  const pages = createPageReader(foundation);
  const builtIn = createBuiltInTools({
    ...foundation,
    pages,
    searchSessions: async (query, limit, { caller }) => (await searchMessages(caller, query, limit, undefined)).data,
    more: [...memory.tools, knowledge.tool],
  });
  const skillTools = createSkillTools(foundation);
  const skills = createSkillLibrary({ builtIn, tools: skillTools.tools });
  const skillCache = createSkillCache(foundation);
  const tools = createTools({ ...foundation, version, shared: [...builtIn, ...skills.tools], cache: skillCache });
  const threads = {
    start: () => undefined,
    stop: async () => void (await Promise.all([pages.stop(), skillTools.stop()])),
  };
  return { searchMessages, messageWords: messageWords.background, skills, skillCache, pages, threads, ...tools };
}
