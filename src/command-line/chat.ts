import { createInterface } from 'node:readline';
import { type ApprovalRequiredFrame, type GatewayClient, isLast, type RunFrame } from '#client';
import { chosenAgent } from './agents.ts';
import type { Command, Context } from './command.ts';
import { CommandFailed, UsageError } from './failure.ts';
import { createFramePrinter } from './frames.ts';
import type { Terminal } from './terminal.ts';

type Turn = { message: string; agentId: string; sessionId: string | undefined };
type Decide = (frame: ApprovalRequiredFrame) => Promise<'approve' | 'deny' | undefined>;

/** One turn. Ctrl-C cancels the run, which then ends by itself; what it has said is kept. */
async function talk(client: GatewayClient, terminal: Terminal, { sessionId, ...turn }: Turn, decide: Decide) {
  const printer = createFramePrinter(terminal);
  let last: RunFrame | undefined;
  let runId: string | undefined;
  const cancel = () => {
    if (runId) void client.post('/jobs/{id}/cancel', { path: { id: runId } }).catch(() => undefined);
  };
  process.on('SIGINT', cancel);
  try {
    for await (const frame of client.chat.stream({ ...turn, ...(sessionId === undefined ? {} : { sessionId }) })) {
      last = frame;
      runId = frame.runId;
      printer.show(frame);
      if (frame.type !== 'approval_required') continue;
      const decision = await decide(frame);
      if (!decision)
        throw new CommandFailed(
          `The run waits for approval ${frame.requestId}. \`agent-gateway runs approve ${frame.requestId}\` allows it, \`agent-gateway logs ${frame.runId}\` shows the rest.`,
        );
      await client.post('/approvals/{id}/resolve', { path: { id: frame.requestId }, body: { decision } });
    }
  } finally {
    process.off('SIGINT', cancel);
    printer.endText();
  }
  return { sessionId: last?.sessionId, isWell: last !== undefined && isLast(last) && last.type === 'stream_done' };
}

/** Lines until Ctrl-D, or Ctrl-C on an empty line; each is a turn of one conversation. */
async function converse(context: Context, turn: (message: string) => Promise<unknown>): Promise<void> {
  const { terminal } = context;
  terminal.note('Enter sends, Ctrl-C stops an answer, Ctrl-D ends.');
  for (;;) {
    const message = await new Promise<string | undefined>((resolve) => {
      const reader = createInterface({ input: process.stdin, output: process.stderr, terminal: true });
      const close = (answer: string | undefined) => {
        reader.removeAllListeners('close');
        reader.close();
        resolve(answer);
      };
      reader.once('close', () => resolve(undefined));
      reader.once('SIGINT', () => close(undefined));
      reader.question('> ', close);
    });
    if (message === undefined) return;
    if (message.trim() !== '') await turn(message);
  }
}

export const chat: Command = {
  name: 'chat',
  summary: 'Talk with an agent; one message, or a conversation',
  usage: '[<message>] [--agent <id or name>] [--session <id>] [--yes]',
  most: Number.POSITIVE_INFINITY,
  options: {
    agent: { type: 'string', short: 'a' },
    session: { type: 'string', short: 's' },
    yes: { type: 'boolean', short: 'y' },
  },
  optionHelp: {
    agent: 'which agent; needed if there are several',
    session: 'continues a conversation',
    yes: 'allows every tool call that needs approval',
  },
  async run(context) {
    const { terminal, connection, args, values, text } = context;
    const isConversation = args.length === 0 && terminal.isTyped;
    const given = args.length > 0 ? args.join(' ') : await terminal.piped();
    if (!isConversation && given.trim() === '')
      throw new UsageError('There is no message: neither as an argument nor on stdin.');
    const client = await connection.person();
    const { id: agentId } = await chosenAgent(client, text('agent'), terminal.note);
    let sessionId = text('session');
    const decide: Decide = async ({ tool }) => {
      if (values.yes === true) return 'approve';
      if (!terminal.isTyped) return undefined;
      return (await terminal.confirm(`Allow ${tool}?`)) ? 'approve' : 'deny';
    };
    const turn = async (message: string) => {
      const done = await talk(client, terminal, { message, agentId, sessionId }, decide);
      sessionId = done.sessionId ?? sessionId;
      return done;
    };
    if (!isConversation) return (await turn(given)).isWell ? 0 : 1;
    await converse(context, (message) => turn(message).catch((error: Error) => terminal.note(error.message, 'red')));
    if (sessionId) terminal.note(`agent-gateway chat --session ${sessionId} continues it.`);
    return 0;
  },
};
