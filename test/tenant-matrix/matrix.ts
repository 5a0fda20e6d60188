import { adminRows } from './matrix-admin.ts';
import { agentRows } from './matrix-agents.ts';
import { authRows } from './matrix-auth.ts';
import { healthRows } from './matrix-health.ts';
import { seedUsage, workspaceRows } from './matrix-workspaces.ts';
import type { Row } from './row.ts';
import type { Seed } from './world.ts';

/** One file a group of features; a new route needs a row in one of them, and what it stores a seed. */
export const rows: readonly Row[] = [...healthRows, ...authRows, ...adminRows, ...workspaceRows, ...agentRows];
export const seeds: readonly Seed[] = [seedUsage];
