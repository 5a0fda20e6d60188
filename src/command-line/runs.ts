import type { Job, RunFrame } from '#client';
import type { Command } from './command.ts';
import { CommandFailed, UsageError } from './failure.ts';
import { lineAbout } from './frames.ts';
import { harmless } from './terminal.ts';

const columns = {
  id: ({ id }: Job) => id,
  status: ({ status }: Job) => status,
  kind: ({ kind }: Job) => kind,
  created: ({ createdAt }: Job) => createdAt,
  cost: ({ costUsd }: Job) => `$${costUsd.toFixed(4)}`,
  message: ({ message }: Job) => (message.length > 50 ? `${message.slice(0, 50)}…` : message),
};

const resolving = (verb: 'approve' | 'deny', summary: string): Command => ({
  name: `runs ${verb}`,
  summary,
  usage: '<approval id>',
  most: 1,
  async run({ terminal, connection, argument }) {
    const path = { id: argument(0, 'approval id') };
    const client = await connection.person();
    const approval = await client.post('/approvals/{id}/resolve', { path, body: { decision: verb } });
    terminal.show(approval, { id: approval.id, run: approval.runId, tool: approval.tool, status: approval.status });
  },
});

export const runs: Command[] = [
  {
    name: 'runs list',
    summary: 'List your runs, newest first',
    usage: '[--limit <number>] [--status <status>]',
    options: { limit: { type: 'string' }, status: { type: 'string' } },
    optionHelp: { limit: 'how many, 20 by default', status: 'such as running, failed or awaiting_approval' },
    async run({ terminal, connection, text }) {
      const limit = Number(text('limit') ?? 20);
      if (!Number.isInteger(limit) || limit < 1) throw new UsageError('--limit is a number from 1 on.');
      const client = await connection.person();
      const status = text('status') as Job['status'] | undefined;
      const found: Job[] = [];
      for await (const job of client.each('/jobs', { query: { ...(status ? { status } : {}) } })) {
        found.push(job);
        if (found.length >= limit) break;
      }
      terminal.list(found, columns);
    },
  },
  {
    name: 'runs show',
    summary: 'Show a run and its answer',
    usage: '<run id>',
    most: 1,
    async run({ terminal, connection, argument }) {
      const run = await (await connection.person()).get('/jobs/{id}', { path: { id: argument(0, 'run id') } });
      terminal.show(run, {
        id: run.id,
        status: run.status,
        session: run.sessionId,
        agent: run.agentId,
        model: run.model,
        message: run.message,
        answer: run.content,
        error: run.error?.message,
        approval: run.approval?.requestId,
        cost: `$${run.costUsd.toFixed(4)}`,
      });
      return run.status === 'failed' ? 1 : 0;
    },
  },
  {
    name: 'runs cancel',
    summary: 'Cancel a run; its text so far is kept',
    usage: '<run id>',
    most: 1,
    async run({ terminal, connection, argument }) {
      const id = argument(0, 'run id');
      await (await connection.person()).post('/jobs/{id}/cancel', { path: { id } });
      terminal.note(`Cancelled ${id}.`);
    },
  },
  resolving('approve', 'Allow the tool call that a run waits with'),
  resolving('deny', 'Refuse the tool call that a run waits with'),
];

/** A line of the log: what happened, and what is known of it. */
function lineOf(frame: RunFrame): string {
  const about = (() => {
    if (frame.type === 'stream_done') return `${frame.stopReason} ${frame.durationMs} ms: ${frame.content}`;
    if (frame.type === 'error') return `${frame.code}: ${frame.message}`;
    if (frame.type === 'stream_chunk' || frame.type === 'reasoning_chunk') return JSON.stringify(frame.delta);
    if (frame.type === 'session_resolved') return frame.sessionId;
    return lineAbout(frame) ?? '';
  })();
  return `${String(frame.seq).padStart(4)}  ${frame.type.padEnd(21)} ${harmless(about).replaceAll(/\s+/g, ' ')}`;
}

export const logs: Command = {
  name: 'logs',
  summary: 'The events of a run from its beginning, and as they come until it ends',
  usage: '[<run id>]',
  most: 1,
  async run({ terminal, connection, args }) {
    const client = await connection.person();
    const id = args[0] ?? (await client.get('/jobs', { query: { limit: 1 } })).data[0]?.id;
    if (!id) throw new CommandFailed('There is no run yet.');
    let last: RunFrame | undefined;
    for await (const frame of client.jobs.stream(id)) {
      last = frame;
      terminal.print(terminal.json ? JSON.stringify(frame) : lineOf(frame));
    }
    return last?.type === 'error' ? 1 : 0;
  },
};
