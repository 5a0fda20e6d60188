import { adminRows } from './matrix-admin.ts';
import { agentRows } from './matrix-agents.ts';
import { authRows } from './matrix-auth.ts';
import { approvalRows, chatRows, jobRows, seedChats, sessionRows } from './matrix-chat.ts';
import { healthRows } from './matrix-health.ts';
import { skillRows } from './matrix-skills.ts';
import { seedTools, toolRows } from './matrix-tools.ts';
import { seedWebhooks, webhookRows } from './matrix-webhooks.ts';
import { seedUsage, workspaceRows } from './matrix-workspaces.ts';
import type { Row } from './row.ts';
import type { Seed } from './world.ts';

/** One file a group of features; a new route needs a row in one of them, and what it stores a seed. */
export const rows: readonly Row[] = [
  ...healthRows,
  ...authRows,
  ...adminRows,
  ...workspaceRows,
  ...agentRows,
  ...toolRows,
  ...skillRows,
  ...chatRows,
  ...sessionRows,
  ...jobRows,
  ...approvalRows,
  ...webhookRows,
];
export const seeds: readonly Seed[] = [seedUsage, seedTools, seedChats, seedWebhooks];
