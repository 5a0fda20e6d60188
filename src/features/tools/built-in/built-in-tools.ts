import type { Clock } from '../../../kernel/clock.ts';
import type { Egress } from '../../../platform/egress/egress.ts';
import type { SharedTool } from '../tool.ts';
import { calculatorTool } from './calculator.ts';
import { createSessionSearchTool, handoffTool, type SearchSessions, spawnAgentTool } from './conversation-tools.ts';
import { createCurrentTimeTool } from './current-time.ts';
import { createHttpFetchTool } from './http-fetch.ts';
import type { PageReader } from './page-reader.ts';

/** Names that a workspace's own tools may not have. */
export const builtInNames: readonly string[] = [
  'current_time',
  'calculator',
  'http_fetch',
  'knowledge_search',
  'memory_search',
  'memory_write',
  'profile_update',
  'session_search',
  'spawn_agent',
  'handoff',
];

type Deps = {
  clock: Clock;
  egress: Egress;
  pages: PageReader;
  searchSessions?: SearchSessions;
  /** Tools that come ready-made from another feature, such as those of memory. */
  more?: readonly SharedTool[];
};

/** Tools whose part of the gateway is not given are left out. */
export function createBuiltInTools({ clock, egress, pages, searchSessions, more = [] }: Deps): SharedTool[] {
  return [
    createCurrentTimeTool(clock),
    calculatorTool,
    createHttpFetchTool(egress, pages),
    ...(searchSessions ? [createSessionSearchTool(searchSessions)] : []),
    spawnAgentTool,
    handoffTool,
    ...more,
  ];
}
