import type { Config } from '../config.ts';
import { createAgentStore } from '../features/agents/index.ts';
import { createMeaning, createMemory, createMemoryTools } from '../features/memory/index.ts';
import type { Foundation } from './foundation.ts';
import type { Webhooks } from './webhooks.ts';

export type Memory = ReturnType<typeof composeMemory>;

/** Memory, its search, and the tools by which agents use it. */
export function composeMemory(config: Config, foundation: Foundation, { publish }: Webhooks) {
  const { dataDirectory } = config.database;
  const meaning = createMeaning({ ...foundation, dataDirectory });
  const memory = createMemory({
    ...foundation,
    meaning,
    publish,
    findAgent: createAgentStore(foundation.database).current,
  });
  return { meaning, memory, tools: createMemoryTools({ ...foundation, memory }) };
}
