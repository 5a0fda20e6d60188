import { AppError } from '../../../kernel/errors.ts';
import { ToolError } from '../../../kernel/tool-error.ts';
import type { Database } from '../../../platform/db/database.ts';
import { anyAgent } from '../../agents/index.ts';
import type { SessionService } from '../../sessions/index.ts';
import type { Delegation, ToolContext } from '../../tools/index.ts';
import type { Engine } from '../engine/engine.ts';
import { type TreeLimits, treeOf } from '../engine/tree.ts';
import { type Turn, withoutClient } from './turn.ts';

type Deps = {
  engine: Pick<Engine, 'start' | 'abort'>;
  turnOf(runId: string): Turn | undefined;
  sessions: Pick<SessionService, 'handOver'>;
  database: Database;
  limits: TreeLimits;
  admitAgent(
    person: { workspaceId: string; userId: string },
    agentId: string,
    pin: string | null,
  ): Promise<{ id: string; name: string }>;
};

/** The tools of an agent that spawn a child or hand the session over. */
export function createDelegation({ engine, turnOf, sessions, database, limits, admitAgent }: Deps): Delegation {
  function ownTurn({ runId }: ToolContext): Turn {
    const turn = runId === null ? undefined : turnOf(runId);
    if (!turn) throw new ToolError('This tool works only inside a conversation with an agent.');
    return turn;
  }

  /** The child is a run with a session of its own. It ends with its parent. */
  async function spawnAgent(
    { agentId, message }: { agentId: string; message: string },
    context: ToolContext,
  ): Promise<unknown> {
    const turn = ownTurn(context);
    const { spawn } = turn.admission.agent;
    if (!spawn.enabled) throw new ToolError('This agent may not spawn others.');
    // Without a list, none.
    if (!spawn.agents.includes(agentId) && !spawn.agents.includes(anyAgent))
      throw new ToolError(`This agent may not spawn ${agentId}.`);
    const tree = treeOf(turn, limits);
    if (turn.run.depth + 1 > tree.maxDepth)
      throw new ToolError(`Agents may be spawned at most ${tree.maxDepth} deep here.`);
    if (turn.progress.children >= spawn.maxChildren)
      throw new ToolError(`At most ${spawn.maxChildren} agents may be spawned in one turn.`);
    turn.progress.addChild();
    const started = await engine
      .start({
        // What binds the key that this began with binds all that comes of it.
        caller: { ...context.caller, ...(turn.run.keyId === null ? {} : { key: { id: turn.run.keyId } }) },
        agentId,
        message,
        // With the run's id, because models reuse the ids of tool calls.
        surface: `spawn:${turn.run.id}:${context.toolCallId}`.slice(0, 100),
        kind: 'spawn',
        streams: false,
        parent: { runId: turn.run.id, depth: turn.run.depth, tree },
        // An accepted version includes the agents it spawns, as they were when it was accepted.
        pin: turn.run.pin,
      })
      .catch((error) => {
        throw error instanceof AppError ? new ToolError(error.message) : error;
      });
    const stop = () => engine.abort(started.runId, 'cancelled');
    context.signal.addEventListener('abort', stop, { once: true });
    if (context.signal.aborted) stop();
    try {
      const outcome = withoutClient(await started.outcome);
      if (outcome.kind === 'parked')
        return { runId: outcome.runId, status: 'awaiting_approval', approval: outcome.approval };
      if (outcome.error) throw new ToolError(`The agent failed: ${outcome.error.message}`);
      return { runId: outcome.runId, content: outcome.content, stopReason: outcome.stopReason };
    } finally {
      context.signal.removeEventListener('abort', stop);
    }
  }

  async function handOff(
    { agentId, reason }: { agentId: string; reason: string | null },
    context: ToolContext,
  ): Promise<unknown> {
    const turn = ownTurn(context);
    const { workspaceId, userId, sessionId, id } = turn.run;
    try {
      const target = await admitAgent({ workspaceId, userId }, agentId, turn.run.pin);
      await database.transaction((tx) =>
        sessions.handOver(tx, { workspaceId, userId }, sessionId, target, reason ?? undefined, id),
      );
      turn.progress.handedOff();
      return { handedTo: target.id, name: target.name };
    } catch (error) {
      throw error instanceof AppError ? new ToolError(error.message) : error;
    }
  }

  return { spawnAgent, handOff };
}
