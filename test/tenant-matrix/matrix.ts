import { a2aRows } from './matrix-a2a.ts';
import { adminRows } from './matrix-admin.ts';
import { agentRows } from './matrix-agents.ts';
import { authRows } from './matrix-auth.ts';
import { automationRows, seedAutomation } from './matrix-automation.ts';
import { channelRows, seedChannels } from './matrix-channels.ts';
import { approvalRows, chatRows, jobRows, seedChats, sessionRows } from './matrix-chat.ts';
import { connectionRows, seedConnections } from './matrix-connections.ts';
import { consoleRows } from './matrix-console.ts';
import { costRows, operatorRows } from './matrix-costs.ts';
import { diagnosticRows, traceRows } from './matrix-diagnostics.ts';
import { fileRows, seedFiles } from './matrix-files.ts';
import { healthRows } from './matrix-health.ts';
import { inferenceRows } from './matrix-inference.ts';
import { invitationRows, seedInvitations } from './matrix-invitations.ts';
import { keyRows, seedKeys } from './matrix-keys.ts';
import { knowledgeRows, seedKnowledge } from './matrix-knowledge.ts';
import { mcpRows } from './matrix-mcp.ts';
import { memoryRows, seedMemory } from './matrix-memory.ts';
import { propagationRows } from './matrix-propagation.ts';
import { scheduleRows, seedSchedules } from './matrix-schedules.ts';
import { skillRows } from './matrix-skills.ts';
import { seedTools, toolRows } from './matrix-tools.ts';
import { seedWebhooks, webhookRows } from './matrix-webhooks.ts';
import { seedUsage, workspaceRows } from './matrix-workspaces.ts';
import type { Row } from './row.ts';
import type { Seed } from './world.ts';

/** One file for each group of features. A new route needs a row in one of them, and its stored data a seed. */
export const rows: readonly Row[] = [
  ...healthRows,
  ...authRows,
  ...keyRows,
  ...invitationRows,
  ...consoleRows,
  ...adminRows,
  ...diagnosticRows,
  ...operatorRows,
  ...workspaceRows,
  ...connectionRows,
  ...costRows,
  ...agentRows,
  ...toolRows,
  ...skillRows,
  ...chatRows,
  ...fileRows,
  ...sessionRows,
  ...jobRows,
  ...traceRows,
  ...approvalRows,
  ...automationRows,
  ...scheduleRows,
  ...webhookRows,
  ...memoryRows,
  ...knowledgeRows,
  ...propagationRows,
  ...inferenceRows,
  ...mcpRows,
  ...a2aRows,
  ...channelRows,
];
export const seeds: readonly Seed[] = [
  seedUsage,
  seedKeys,
  seedInvitations,
  seedTools,
  seedConnections,
  seedChats,
  seedFiles,
  seedAutomation,
  seedSchedules,
  seedWebhooks,
  seedMemory,
  seedKnowledge,
  seedChannels,
];
