import type { Log } from '../../kernel/log.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { loadMcpBase } from '../../platform/mcp-base.ts';
import type { ApprovalService } from '../approvals/index.ts';
import type { Engine, FollowRun, JobService } from '../runs/index.ts';
import type { Skill } from '../skills/index.ts';
import { createAgentCalls } from './agent-calls.ts';
import { createDecisions } from './approvals-by-client.ts';
import { createMcpDoor as createDoor } from './mcp-door.service.ts';
import { createServers } from './mcp-server.ts';
import { createOfferedTools } from './offered-tools.ts';

type Deps = Parameters<typeof createOfferedTools>[0] & {
  bus: Bus;
  log: Log;
  runs: { engine: Engine; jobs: JobService; followRun: FollowRun; untilStopped(): AbortSignal };
  approvals: Pick<ApprovalService, 'get' | 'resolve'>;
  skills: { list(): readonly Skill[]; find(id: string): Skill | undefined };
  version: string;
  baseUrl: string;
  keepAliveMs: number;
};

/** The gateway as an MCP server. */
export function createMcpDoor({ bus, log, runs, approvals, skills, version, baseUrl, keepAliveMs, ...offers }: Deps) {
  const decide = createDecisions(approvals);
  const tools = createOfferedTools(offers);
  const agents = createAgentCalls(runs);
  async function load() {
    await loadMcpBase();
    const sdk = await import('@modelcontextprotocol/server');
    return { sdk, createServer: createServers({ sdk, tools, agents, decide, skills, version, baseUrl, log }) };
  }
  return createDoor({ load, decide, bus, keepAliveMs });
}
