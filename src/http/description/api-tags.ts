import type { RouteAuth } from '../authentication.ts';

/** The groups of the API description, in its order. */
export const tagDescriptions = {
  agents: 'Agents: what they are told, which model answers, what they may use, and the documents they answer from.',
  sessions: 'Conversations: their messages, the search through them, and who answers next.',
  chat: 'Talking to an agent, over HTTP, server-sent events or a WebSocket.',
  memory: 'What is remembered of the caller in a workspace, in four tiers.',
  'memory-profiles': 'Policies of remembering that agents are bound to.',
  tools: 'What agents can do: built-in tools, your own over HTTP, MCP servers; and the approvals of people.',
  jobs: 'Runs, whatever started them: one at a time, in batches, or as a swarm.',
  traces: 'Where the time and the tokens of a run went.',
  workspaces: 'Workspaces: members, settings, restrictions, grants, statistics, costs, and the first set-up.',
  skills: 'Bundled skills, and the cache of their tools’ results.',
  channels: 'Doors for other systems, opened by a signature.',
  auth: 'Accounts and their tokens.',
  inference: 'The protocol of OpenAI, for clients that speak it.',
  cron: 'Agents that are woken by the clock, or by news.',
  webhooks: 'Events: who is told, what was sent, what came back, and what changes in this API.',
  admin: 'For operators, with an API key: keys, accounts, people, audit and diagnostics.',
  health: 'How the gateway is, for probes and dashboards.',
} as const;

export const tags = Object.keys(tagDescriptions) as readonly string[];

/** The required credentials in words, at the end of every operation's description. */
export function whoMayCall(auth: RouteAuth): string {
  if (auth === 'none') return 'Needs no credentials.';
  if (auth === 'signature') return 'Needs a valid signature instead of a token.';
  if (auth === 'user') return 'Needs an access token.';
  if (auth === 'description') return 'Needs an access token, or a service account’s.';
  if (auth === 'workspace') return 'Needs an access token of a member of the workspace.';
  if (auth === 'member')
    return 'Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.';
  if (auth === 'memberOrAutonomous')
    return 'Needs an access token, or an API key with the scope autonomous for what API keys have started.';
  return `Needs an API key with the scope ${auth.slice('apiKey:'.length)}.`;
}
