import { randomUUID } from 'node:crypto';
import { type Clock, iso } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { ToolCall } from '../../platform/models/model.ts';
import { insertMessage } from '../sessions/index.ts';
import type { Tool, Toolbox, ToolResult } from '../tools/index.ts';
import type { RunStore } from './run.store.ts';
import type { ToolCallRow } from './run.ts';
import { elapsedMs, type PendingApproval, type Turn, traced } from './turn.ts';

export type NewApproval = {
  id: string;
  runId: string;
  sessionId: string;
  agentId: string;
  workspaceId: string;
  userId: string;
  toolCallId: string;
  tool: string;
  params: string;
  expiresAt: number;
};
export type ApprovalDecision = {
  id: string;
  status: 'pending' | 'approved' | 'denied' | 'expired';
  reason: string | null;
};

/** What a step needs of approvals: to ask, and to read the answers. */
export type ApprovalDesk = {
  lifetimeMs: number;
  ask(tx: Transaction, approval: NewApproval): Promise<void>;
  decisions(runId: string): Promise<Map<string, ApprovalDecision>>;
};

type Deps = { store: RunStore; toolbox: Pick<Toolbox, 'execute'>; approvals: ApprovalDesk; clock: Clock };
type Asked = { id: string; tool: string; text: string; params: unknown; problem?: string };
type Answered = { call: Asked; outcome: ToolResult; external: boolean };

const failure = (message: string): ToolResult => ({ result: { error: message }, isError: true, durationMs: 0 });
const cutOff = 'The outcome is unknown: the gateway stopped while this tool was running. It was not run again.';

/** The calls of one step: written down before they run, run side by side, and written down when they are done. */
export function createToolStep({ store, toolbox, approvals, clock }: Deps) {
  function read(calls: readonly ToolCall[], tools: ReadonlyMap<string, Tool>): Asked[] {
    const seen = new Set<string>();
    return calls.map(({ id, name, arguments: text }) => {
      const own = id !== '' && !seen.has(id) ? id : `call_${randomUUID()}`;
      seen.add(own);
      if (!tools.has(name))
        return { id: own, tool: name, text: '{}', params: {}, problem: `There is no tool "${name}".` };
      try {
        const params: unknown = JSON.parse(text === '' ? '{}' : text);
        if (typeof params !== 'object' || params === null || Array.isArray(params)) throw new Error('not an object');
        return { id: own, tool: name, text: text || '{}', params };
      } catch {
        return {
          id: own,
          tool: name,
          text: '{}',
          params: {},
          problem: 'The arguments are not a valid JSON object. Send them again.',
        };
      }
    });
  }

  const growth = (turn: Turn, messages: number) => {
    const sum = { messages, promptTokens: 0, completionTokens: 0, costNano: 0 };
    for (const { usage, costNano } of turn.charges) {
      sum.promptTokens += usage.promptTokens + usage.cachedTokens;
      sum.completionTokens += usage.completionTokens;
      sum.costNano += costNano;
    }
    return sum;
  };

  const owner = ({ run, admission }: Turn) => ({
    workspaceId: run.workspaceId,
    userId: run.userId,
    agentId: admission.agent.id,
  });
  const totals = (turn: Turn) => ({
    ...turn.totals,
    toolCalls: turn.toolCalls.length,
    steps: turn.steps,
    lastSeq: turn.log.lastSeq(),
    activeMs: elapsedMs(turn),
  });

  /** One transaction of a turn in progress: the session's row first, then the fence, then what is new. */
  async function save(
    turn: Turn,
    messages: number,
    write: (tx: Transaction, now: number) => Promise<void>,
  ): Promise<void> {
    const now = clock.now();
    const events = turn.log.takeUnstored();
    await store.transaction(async (tx) => {
      await store.addToSession(tx, turn.run.sessionId, growth(turn, messages), false, now);
      await store.progress(tx, turn.fence, totals(turn));
      for (const charge of turn.charges) await store.charge(tx, owner(turn), turn.run.id, charge, now);
      await store.insertEvents(tx, turn.run.id, events, now);
      await write(tx, now);
    });
    turn.charges = [];
    turn.lastSeq += messages;
  }

  const message = (turn: Turn, seq: number, now: number) => ({
    id: newId('msg', now),
    sessionId: turn.run.sessionId,
    workspaceId: turn.run.workspaceId,
    userId: turn.run.userId,
    runId: turn.run.id,
    seq,
    agentId: turn.admission.agent.id,
    status: 'complete' as const,
    now,
  });

  async function execute(turn: Turn, tools: ReadonlyMap<string, Tool>, call: Asked): Promise<Answered> {
    const tool = tools.get(call.tool);
    if (!tool || call.problem)
      return { call, outcome: failure(call.problem ?? `There is no tool "${call.tool}".`), external: false };
    const { run, admission, abort } = turn;
    const outcome = await traced(
      turn,
      `tool ${call.tool}`,
      () =>
        toolbox.execute(tool, call.params, {
          caller: admission.caller,
          agentId: admission.agent.id,
          sessionId: run.sessionId,
          runId: run.id,
          toolCallId: call.id,
          signal: abort.signal,
        }),
      ({ isError }) => ({ tool: call.tool, isError }),
    );
    return { call, outcome, external: tool.external };
  }

  async function saveAnswers(
    turn: Turn,
    answers: readonly Answered[],
    finish?: (tx: Transaction, now: number) => Promise<void>,
  ): Promise<void> {
    for (const { call, outcome } of answers) {
      const durationMs = Math.round(outcome.durationMs);
      turn.toolCalls.push({
        id: call.id,
        tool: call.tool,
        params: call.params,
        result: outcome.result,
        isError: outcome.isError,
        durationMs,
      });
      turn.log.append('tool_result', {
        toolCallId: call.id,
        tool: call.tool,
        result: outcome.result,
        isError: outcome.isError,
        durationMs,
      });
    }
    await save(turn, answers.length, async (tx, now) => {
      for (const [index, { call, outcome, external }] of answers.entries()) {
        const { result, isError, durationMs } = outcome;
        const text = typeof result === 'string' ? result : JSON.stringify(result ?? null);
        await insertMessage(tx, {
          ...message(turn, turn.lastSeq + 1 + index, now),
          role: 'tool',
          content: text,
          toolCalls: JSON.stringify({ id: call.id, tool: call.tool, params: call.params }),
          meta: JSON.stringify({ isError, external }),
        });
        await store.finishToolCall(tx, turn.run.id, call.id, JSON.stringify(result ?? null), isError, durationMs);
        await store.countTool(tx, owner(turn), call.tool, now);
        await store.publish(
          tx,
          turn.run.workspaceId,
          'tool.executed',
          {
            agentId: turn.admission.agent.id,
            sessionId: turn.run.sessionId,
            tool: call.tool,
            durationMs: Math.round(durationMs),
            isError,
          },
          now,
        );
      }
      await finish?.(tx, now);
    });
  }

  return {
    owner,
    growth,
    totals,

    /** Undefined when the loop can go on; otherwise the run is parked and this is what it waits for. */
    async run(
      turn: Turn,
      tools: ReadonlyMap<string, Tool>,
      calls: readonly ToolCall[],
    ): Promise<PendingApproval | undefined> {
      const asked = read(calls, tools);
      const gated = (call: Asked) => !call.problem && turn.admission.agent.approvals.includes(call.tool);
      const expiresAt = clock.now() + approvals.lifetimeMs;
      const pending = asked.filter(gated).map((call) => ({ call, requestId: newId('apr') }));
      for (const { id, tool, params } of asked) turn.log.append('tool_call', { toolCallId: id, tool, params });
      const text = await turn.text.step();
      await save(turn, 1, async (tx, now) => {
        await insertMessage(tx, {
          ...message(turn, turn.lastSeq + 1, now),
          role: 'assistant',
          content: text,
          toolCalls: JSON.stringify(
            asked.map(({ id, tool, text: json, params }) => ({ id, tool, arguments: json, params })),
          ),
        });
        for (const [position, call] of asked.entries())
          await store.insertToolCall(tx, {
            run_id: turn.run.id,
            id: call.id,
            step: turn.steps,
            position,
            tool: call.tool,
            params: call.text,
            status: gated(call) ? 'waiting' : 'started',
            result: null,
            is_error: null,
            duration_ms: null,
          });
      });

      const free = await Promise.all(asked.filter((call) => !gated(call)).map((call) => execute(turn, tools, call)));
      turn.abort.signal.throwIfAborted();
      if (pending.length === 0) {
        await saveAnswers(turn, free);
        return undefined;
      }
      const waiting = pending.map(({ call, requestId }) => ({
        requestId,
        tool: call.tool,
        params: call.params,
        expiresAt: iso(expiresAt),
      }));
      const shown = waiting.map((approval) => turn.log.next('approval_required', approval));
      await saveAnswers(turn, free, async (tx, now) => {
        const { run, admission } = turn;
        for (const { call, requestId } of pending) {
          await approvals.ask(tx, {
            id: requestId,
            runId: run.id,
            sessionId: run.sessionId,
            agentId: admission.agent.id,
            workspaceId: run.workspaceId,
            userId: run.userId,
            toolCallId: call.id,
            tool: call.tool,
            params: JSON.stringify(call.params),
            expiresAt,
          });
          const data = {
            requestId,
            agentId: admission.agent.id,
            tool: call.tool,
            params: call.params,
            expiresAt: iso(expiresAt),
          };
          await store.publish(tx, run.workspaceId, 'approval.requested', data, now);
        }
        await store.insertEvents(tx, run.id, shown, now);
        await store.park(tx, turn.fence);
      });
      turn.log.show(shown);
      return waiting[0];
    },

    /** What was asked for before the run was parked or its node died; no call that ran is run again. */
    async resume(turn: Turn, tools: ReadonlyMap<string, Tool>): Promise<PendingApproval | undefined> {
      if (turn.steps === 0) return undefined;
      const rows = await store.toolCalls(turn.run.id);
      const done = rows.filter(({ status }) => status === 'done');
      turn.toolCalls = done.map((row) => ({
        id: row.id,
        tool: row.tool,
        params: JSON.parse(row.params),
        result: JSON.parse(row.result ?? 'null'),
        isError: row.is_error === 1,
        durationMs: row.duration_ms ?? 0,
      }));
      const open = rows.filter(({ status }) => status !== 'done');
      if (open.length === 0) return undefined;
      const decisions = await approvals.decisions(turn.run.id);
      const asked = (row: ToolCallRow): Asked => ({
        id: row.id,
        tool: row.tool,
        text: row.params,
        params: JSON.parse(row.params),
      });
      const answers: Answered[] = [];
      const approved: Asked[] = [];
      for (const row of open) {
        const decision = decisions.get(row.id);
        if (row.status === 'started' || !decision)
          answers.push({ call: asked(row), outcome: failure(cutOff), external: false });
        else if (decision.status === 'approved') approved.push(asked(row));
        else {
          const why =
            decision.status === 'expired'
              ? 'Nobody answered in time, which counts as no.'
              : `A person said no${decision.reason ? `: ${decision.reason}` : '.'}`;
          answers.push({ call: asked(row), outcome: failure(why), external: false });
        }
        if (decision)
          turn.log.append('approval_resolved', {
            requestId: decision.id,
            decision: decision.status === 'approved' ? 'approve' : 'deny',
          });
      }
      await save(turn, 0, async (tx) => {
        for (const { id } of approved) await store.startToolCall(tx, turn.run.id, id);
      });
      answers.push(...(await Promise.all(approved.map((call) => execute(turn, tools, call)))));
      turn.abort.signal.throwIfAborted();
      await saveAnswers(turn, answers);
      return undefined;
    },
  };
}

export type ToolStep = ReturnType<typeof createToolStep>;
