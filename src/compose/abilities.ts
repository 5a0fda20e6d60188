import { createMessageSearch } from '../features/sessions/index.ts';
import { createSkillCache, createSkillLibrary, skillTools } from '../features/skills/index.ts';
import { createBuiltInTools, createTools } from '../features/tools/index.ts';
import { version } from '../version.ts';
import type { Foundation } from './foundation.ts';
import type { Memory } from './memory.ts';

export type Abilities = ReturnType<typeof composeAbilities>;

/** What agents can use: tools and skills. */
export function composeAbilities(foundation: Foundation, memory: Memory) {
  const searchMessages = createMessageSearch(foundation.database);
  const builtIn = createBuiltInTools({
    ...foundation,
    searchSessions: async (query, limit, { caller }) => (await searchMessages(caller, query, limit, undefined)).data,
    more: memory.tools,
  });
  const skills = createSkillLibrary({ builtIn, tools: skillTools });
  const skillCache = createSkillCache(foundation);
  const tools = createTools({ ...foundation, version, shared: [...builtIn, ...skills.tools], cache: skillCache });
  return { searchMessages, skills, skillCache, ...tools };
}
