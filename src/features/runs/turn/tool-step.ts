import { randomUUID } from 'node:crypto';
import { type Clock, iso } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import { type FilePart, filesIn, storedParts } from '../../../kernel/parts.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { ModelAnswer, Reasoning, ToolCall } from '../../../platform/models/model.ts';
import { countMessages, countTools } from '../../costs/index.ts';
import { insertMessage } from '../../sessions/index.ts';
import type { Delegation, Tool, Toolbox, ToolResult } from '../../tools/index.ts';
import { type ClientCall, isClients } from '../client-tools/client-tool.ts';
import type { ClientDesk } from '../client-tools/client-tools.service.ts';
import type { Publish } from '../ending/publish.ts';
import { guardedIn } from '../engine/tree.ts';
import type { RunEvent } from '../log/run-events.ts';
import type { RunStore } from '../run.store.ts';
import { shownUsage, type ToolCallRow } from '../run.ts';
import type { RunFiles } from '../run-files.ts';
import type { ApprovalDecision, ApprovalDesk } from './approval-desk.ts';
import type { SubjectOf } from './approval-subject.ts';
import { plainText } from './plain-text.ts';
import { doneCalls } from './progress.ts';
import { traced } from './trace.ts';
import type { ParkedFor, Turn } from './turn.ts';
import type { TurnRecord } from './turn-record.ts';

type Deps = {
  store: RunStore;
  record: TurnRecord;
  toolbox: Pick<Toolbox, 'execute' | 'check'>;
  delegation: Delegation;
  approvals: ApprovalDesk;
  clients: ClientDesk;
  files: Pick<RunFiles, 'take' | 'hold'>;
  subjectOf: SubjectOf;
  publish: Publish;
  clock: Clock;
};
/** The model's tool calls, and its reasoning before them. */
type Step = Pick<ModelAnswer, 'toolCalls' | 'reasoning'>;
type Asked = { id: string; tool: string; text: string; params: unknown; problem?: string };
/** `executed`: the tool was called, even if it failed. `images`: what the result holds besides text. */
type Answered = {
  call: Asked;
  outcome: ToolResult;
  external: boolean;
  executed: boolean;
  images?: readonly FilePart[] | undefined;
};
type Tools = ReadonlyMap<string, Tool>;

const mostCallsAtOnce = 32;
const inWords = ({ path, message }: { path: string; message: string }) => `${path} ${message}`;

const failure = (message: string): ToolResult => ({ result: { error: message }, isError: true, durationMs: 0 });
const cutOff = 'The outcome is unknown: the gateway stopped while this tool was running. It was not run again.';
const changed = 'The tool was changed after it was shown for approval; it was not run.';
const neverAsked = 'It was not run: the gateway stopped before an approval could be requested.';

const seenAsImage = /^image\/(?:png|jpeg|gif|webp)$/;

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** The tool calls of one step: stored, run in parallel, and stored again with their results. */
export function createToolStep(deps: Deps) {
  const { store, record, toolbox, delegation, approvals, clients, files, subjectOf, publish, clock } = deps;
  /** Models reuse ids and send arguments that are not JSON; neither may fail the turn. */
  function read(turn: Turn, calls: readonly ToolCall[], tools: Tools): Asked[] {
    const taken = new Set(turn.progress.toolCalls.map(({ id }) => id));
    return calls.map(({ id, name, arguments: text }, index) => {
      const given = plainText(id);
      const isUsable = given !== '' && given.length <= 200 && !taken.has(given) && !isClients(tools.get(name));
      // A client's result is found by this id alone, so no other call of any run has it.
      const own = isUsable ? given : `call_${randomUUID().replaceAll('-', '')}`;
      taken.add(own);
      const tool = plainText(name).slice(0, 200);
      const refused = (problem: string): Asked => ({ id: own, tool, text: '{}', params: {}, problem });
      if (index >= mostCallsAtOnce) return refused(`At most ${mostCallsAtOnce} tools run at once. Ask again.`);
      if (!tools.has(name)) return refused(`There is no tool "${tool}".`);
      try {
        const params: unknown = JSON.parse(text === '' ? '{}' : text);
        if (typeof params !== 'object' || params === null || Array.isArray(params)) throw new Error('not an object');
        return { id: own, tool: name, text: text || '{}', params };
      } catch {
        return refused('The arguments are not a valid JSON object. Send them again.');
      }
    });
  }

  async function execute(turn: Turn, tools: Tools, call: Asked): Promise<Answered> {
    const tool = tools.get(call.tool);
    if (!tool || call.problem) {
      const outcome = failure(call.problem ?? `There is no tool "${call.tool}".`);
      return { call, outcome, external: false, executed: false };
    }
    const { run, admission, abort } = turn;
    const images: FilePart[] = [];
    const keepImage = async (bytes: Uint8Array, name: string) => {
      const found = await keptImage(turn, bytes, name);
      if (found) images.push(found);
      return found;
    };
    const outcome = await traced(turn, 'tool', async (details) => {
      details.push(call.tool, call.id);
      const result = await toolbox.execute(tool, call.params, {
        caller: admission.caller,
        agentId: admission.agent.id,
        sessionId: run.sessionId,
        runId: run.id,
        toolCallId: call.id,
        delegation,
        keepImage,
        ...(admission.accepted && { memoryPolicy: admission.accepted.policy }),
        signal: abort.signal,
      });
      if (result.isError) details.push({ error: 'tool_error' });
      return result;
    });
    return { call, outcome, external: tool.external, executed: true, images };
  }

  /** The session refers to it once the result is stored. A file that nothing refers to is cleaned up. */
  async function keptImage({ run }: Turn, bytes: Uint8Array, name: string): Promise<FilePart | undefined> {
    const stored = await files.take(run, once(bytes), { name, listed: false, size: bytes.length });
    if (!seenAsImage.test(stored.mediaType)) return undefined;
    return { type: 'image', fileId: stored.id, name, mediaType: stored.mediaType, bytes: stored.bytes };
  }

  function announce(turn: Turn, answers: readonly Answered[]): void {
    for (const { call, outcome } of answers) {
      const { id, tool, params } = call;
      const done = { result: outcome.result, isError: outcome.isError, durationMs: Math.round(outcome.durationMs) };
      turn.progress.addToolCall({ id, tool, params, ...done });
      turn.log.append('tool_result', { toolCallId: id, tool, ...done });
    }
  }

  async function saveAnswers(
    turn: Turn,
    answers: readonly Answered[],
    finish?: (tx: Transaction, now: number) => Promise<void>,
    shown?: readonly RunEvent[],
  ): Promise<void> {
    const { agent } = turn.admission;
    const saved = await record.save(
      turn,
      answers.length,
      async (tx, { firstSeq, now }) => {
        for (const [index, { call, outcome, external, executed, images = [] }] of answers.entries()) {
          const { result, isError } = outcome;
          const durationMs = Math.round(outcome.durationMs);
          const json = JSON.stringify(result ?? null);
          await insertMessage(tx, {
            ...record.message(turn, firstSeq + index, now),
            role: 'tool',
            content: typeof result === 'string' ? plainText(result) : json,
            toolCalls: JSON.stringify({ id: call.id, tool: call.tool, params: call.params }),
            meta: JSON.stringify({ isError, external }),
            parts: storedParts(images),
          });
          if (images.length > 0) await files.hold(tx, turn.run, filesIn(images), { sessionId: turn.run.sessionId });
          await store.finishToolCall(tx, turn.run.id, call.id, json, isError, durationMs);
          if (!executed) continue;
          const data = { agentId: agent.id, sessionId: turn.run.sessionId, tool: call.tool, durationMs, isError };
          await publish(tx, turn.run, 'tool.executed', data, now);
        }
        const tools = answers.filter(({ executed }) => executed).map(({ call }) => call.tool);
        await countTools(tx, record.owner(turn), tools, now);
        await finish?.(tx, now);
      },
      shown,
    );
    // A parked run is admitted again by the node that resumes it.
    if (!finish) await record.mayGoOn(turn, saved);
  }

  async function writeDown(
    turn: Turn,
    tools: Tools,
    asked: readonly Asked[],
    gated: (call: Asked) => boolean,
    reasoning: Reasoning | undefined,
  ): Promise<void> {
    for (const { id, tool, params, problem } of asked) {
      const client = !problem && isClients(tools.get(tool)) && { client: true };
      turn.log.append('tool_call', { toolCallId: id, tool, params, ...client });
    }
    const toolCalls = JSON.stringify(
      asked.map(({ id, tool, text, params }) => ({ id, tool, arguments: text, params })),
    );
    const saved = await record.save(turn, 1, async (tx, { firstSeq, now }) => {
      const meta = reasoning ? JSON.stringify({ reasoning }) : null;
      await record.answer(tx, turn, { seq: firstSeq, status: 'complete', toolCalls, meta, now });
      for (const [position, call] of asked.entries())
        await store.insertToolCall(tx, {
          run_id: turn.run.id,
          id: call.id,
          step: turn.progress.steps,
          position,
          tool: call.tool,
          params: call.text,
          status: gated(call) ? 'waiting' : 'started',
        });
    });
    // The text is in a message now: a turn that stops from here on does not store it again.
    turn.progress.text.beginStep();
    await record.mayGoOn(turn, saved);
  }

  /** Undefined for a tool that no longer exists. It is never run. */
  async function subjectIn(tools: Tools, name: string, params: unknown): Promise<string | undefined> {
    const tool = tools.get(name);
    return tool && subjectOf(tool, params);
  }

  /** What the approvals of these calls are asked for. */
  async function approvalsFor(turn: Turn, tools: Tools, calls: readonly Asked[]) {
    const { run, admission } = turn;
    const agentId = admission.agent.id;
    const expiresAt = clock.now() + approvals.lifetimeMs;
    const subjects = await Promise.all(calls.map(({ tool, params }) => subjectIn(tools, tool, params)));
    const waiting = calls.map(({ id, tool, params }, index) => ({
      toolCallId: id,
      toolDigest: subjects[index] ?? '',
      shown: { requestId: newId('apr', clock.now()), tool, params, expiresAt: iso(expiresAt) },
    }));
    async function ask(tx: Transaction, now: number): Promise<void> {
      for (const { toolCallId, toolDigest, shown } of waiting) {
        const { requestId, tool, params } = shown;
        await approvals.ask(tx, {
          id: requestId,
          runId: run.id,
          sessionId: run.sessionId,
          agentId,
          workspaceId: run.workspaceId,
          userId: run.userId,
          toolCallId,
          tool,
          toolDigest,
          params: JSON.stringify(params),
          expiresAt,
        });
        await publish(tx, run, 'approval.requested', { ...shown, agentId }, now);
      }
    }
    return {
      ask,
      events: waiting.map(({ shown }) => turn.log.next('approval_required', shown)),
      first: waiting[0]?.shown,
    };
  }

  /** What the client is asked to run. */
  function clientCallsFor(turn: Turn, asked: readonly Asked[]) {
    const calls: ClientCall[] = asked.map(({ id, tool, params }) => ({ toolCallId: id, tool, params }));
    if (calls.length === 0) return { ask: async () => undefined, events: [], wait: undefined };
    const expiresAt = clock.now() + clients.lifetimeMs;
    const usage = shownUsage(turn.progress.totals);
    const wait = { calls, expiresAt: iso(expiresAt), usage };
    const event = turn.log.next('client_tools_required', wait);
    const ask = (tx: Transaction) => clients.ask(tx, { runId: turn.run.id, calls, seq: event.seq, usage, expiresAt });
    return { ask, events: [event], wait };
  }

  /** Asks whom the run waits for and parks it, in one transaction with the results of the calls that needed nobody. */
  async function park(
    turn: Turn,
    tools: Tools,
    calls: readonly Asked[],
    free: readonly Answered[],
  ): Promise<ParkedFor> {
    const isAtClient = ({ tool }: Asked) => isClients(tools.get(tool));
    const guarded = await approvalsFor(
      turn,
      tools,
      calls.filter((call) => !isAtClient(call)),
    );
    const atClient = clientCallsFor(turn, calls.filter(isAtClient));
    async function ask(tx: Transaction, now: number) {
      await guarded.ask(tx, now);
      await atClient.ask(tx);
      await countMessages(tx, record.owner(turn), turn.progress.uncounted + free.length, now);
      await store.park(tx, turn.claim, guarded.first === undefined);
    }
    await saveAnswers(turn, free, ask, [...guarded.events, ...atClient.events]);
    return { approval: guarded.first, client: atClient.wait };
  }

  /** Decides what happens to a call that was open when the run was parked or its node died. */
  async function judge(
    row: ToolCallRow,
    decision: ApprovalDecision | undefined,
    tools: Tools,
  ): Promise<ToolResult | 'run'> {
    if (row.status === 'started') return failure(cutOff);
    if (!decision) return failure(neverAsked);
    if (decision.status === 'approved') {
      // Compares exactly the parameters that will be run.
      const subject = await subjectIn(tools, row.tool, JSON.parse(decision.params));
      return subject === undefined || subject === decision.toolDigest ? 'run' : failure(changed);
    }
    if (decision.status === 'expired') return failure('Nobody answered in time, which counts as a denial.');
    return failure(`A person denied it${decision.reason ? `: ${decision.reason}` : '.'}`);
  }

  /** The results of the client's tools, or that there are none. */
  async function broughtBy(turn: Turn, open: readonly ToolCallRow[], tools: Tools): Promise<Map<string, Answered>> {
    const answers = new Map<string, Answered>();
    if (!open.some(({ tool }) => isClients(tools.get(tool)))) return answers;
    const calls = new Map((await clients.ofRun(turn.run.id)).map((call) => [call.id, call]));
    for (const row of open) {
      const found = calls.get(row.id);
      if (!found) continue;
      const { created_at: askedAt, resolved_at: at, status, result, is_error } = found;
      const durationMs = (at ?? turn.takenUpAt) - askedAt;
      const outcome =
        status === 'answered'
          ? { result: JSON.parse(result ?? 'null') as unknown, isError: is_error === 1, durationMs }
          : { ...failure('The client brought no result in time.'), durationMs };
      turn.progress.addSpan(['client_tool', askedAt - turn.takenUpAt, durationMs, row.tool, row.id, status]);
      const call = { id: row.id, tool: row.tool, text: row.params, params: JSON.parse(row.params) as unknown };
      answers.set(row.id, { call, outcome, external: true, executed: status === 'answered' });
    }
    return answers;
  }

  return {
    /** Undefined if the loop goes on; otherwise the run is parked. */
    async run(turn: Turn, tools: Tools, { toolCalls, reasoning }: Step): Promise<ParkedFor | undefined> {
      const asked = read(turn, toolCalls, tools);
      const guarded = guardedIn(turn);
      // An invalid call is refused without asking a person, and the model is told why. It is not checked a second time: a
      // guarded call that then passed would run without an approval.
      const waiting = new Set<Asked>();
      for (const call of asked) {
        const tool = tools.get(call.tool);
        if (!call.problem && isClients(tool)) waiting.add(call);
        if (call.problem || !tool || isClients(tool) || !guarded.has(call.tool)) continue;
        const problems = await toolbox.check(tool, call.params, turn.run.workspaceId);
        if (problems.length === 0) waiting.add(call);
        else call.problem = `The parameters are not valid: ${problems.map(inWords).join('; ')}.`;
      }
      const gated = (call: Asked) => waiting.has(call);
      await writeDown(turn, tools, asked, gated, reasoning);
      const free = await Promise.all(asked.filter((call) => !gated(call)).map((call) => execute(turn, tools, call)));
      turn.abort.signal.throwIfAborted();
      announce(turn, free);
      const pending = asked.filter(gated);
      if (pending.length > 0) return park(turn, tools, pending, free);
      await saveAnswers(turn, free);
      return undefined;
    },

    /** Finishes the calls that were open when the run was parked or its node died. No call runs twice. */
    async resume(turn: Turn, tools: Tools): Promise<void> {
      if (turn.progress.steps === 0) return;
      const rows = await store.toolCalls(turn.run.id);
      turn.progress.restoreToolCalls(doneCalls(rows));
      const open = rows.filter(({ status }) => status !== 'done');
      if (open.length === 0) return;
      const decisions = await approvals.decisions(turn.run.id);
      const brought = await broughtBy(turn, open, tools);
      const answers: Answered[] = [...brought.values()];
      const approved: Asked[] = [];
      for (const row of open) {
        if (brought.has(row.id)) continue;
        const call: Asked = { id: row.id, tool: row.tool, text: row.params, params: JSON.parse(row.params) };
        const decision = decisions.get(row.id);
        const outcome = await judge(row, decision, tools);
        if (outcome !== 'run') answers.push({ call, outcome, external: false, executed: false });
        else if (decision) approved.push({ ...call, text: decision.params, params: JSON.parse(decision.params) });
        if (decision && row.status === 'waiting') {
          const waitedMs = (decision.decidedAt ?? turn.takenUpAt) - decision.askedAt;
          const asked = decision.askedAt - turn.takenUpAt;
          turn.progress.addSpan(['approval', asked, waitedMs, row.tool, decision.id, decision.status]);
          turn.log.append('approval_resolved', {
            requestId: decision.id,
            decision: decision.status === 'approved' ? 'approve' : 'deny',
          });
        }
      }
      const saved = await record.save(turn, 0, async (tx) => {
        for (const { id } of approved) await store.startToolCall(tx, turn.run.id, id);
      });
      await record.mayGoOn(turn, saved);
      answers.push(...(await Promise.all(approved.map((call) => execute(turn, tools, call)))));
      turn.abort.signal.throwIfAborted();
      announce(turn, answers);
      await saveAnswers(turn, answers);
      if (brought.size > 0) await store.transaction((tx) => clients.forgetResults(tx, turn.run.id));
    },
  };
}

export type ToolStep = ReturnType<typeof createToolStep>;
