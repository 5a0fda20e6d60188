import type { Protocol, RunEvent } from '../runs/index.ts';
import { answerArtifact, outputArtifact, statusOf, type Task, whatToApprove } from './tasks.ts';

type Fields = {
  delta: string;
  content?: string;
  output?: unknown;
  errors?: unknown;
  citations?: unknown;
  stopReason?: string;
  tool: string;
  requestId: string;
  message: string;
  code: string;
};

const ends = ({ type }: RunEvent) => type === 'stream_done' || type === 'error' || type === 'approval_required';

/** The events of a run as those of a task: the task itself, then what changes. Text is added to one artifact. */
export function spellTask(requestId: unknown, task: Task): Protocol {
  const named = { runId: task.id, sessionId: task.contextId };
  const where = { taskId: task.id, contextId: task.contextId };
  let told = false;
  let chunks = 0;
  const send = (result: object) => `data: ${JSON.stringify({ jsonrpc: '2.0', id: requestId, result })}\n\n`;
  const status = (state: Parameters<typeof statusOf>[1], text?: string, more: object = {}) =>
    send({ statusUpdate: { ...where, status: statusOf(named, state, text), ...more } });
  const artifact = (body: object, more: object) => send({ artifactUpdate: { ...where, artifact: body, ...more } });

  function text(delta: string): string {
    chunks += 1;
    return artifact(answerArtifact(delta), { append: chunks > 1, lastChunk: false });
  }

  function done({ content = '', output, errors, stopReason, citations }: Fields): string {
    return [
      // A run that was not streamed has its whole text here.
      chunks === 0 && content !== '' ? text(content) : '',
      output !== undefined && output !== null && !errors
        ? artifact(outputArtifact(output), { append: false, lastChunk: true })
        : '',
      status(
        stopReason === 'cancelled' ? 'cancelled' : 'completed',
        undefined,
        citations ? { metadata: { citations } } : {},
      ),
    ].join('');
  }

  function spelt({ type, fields }: RunEvent): string {
    const read = JSON.parse(fields) as Fields;
    switch (type) {
      case 'session_resolved':
        return status('running');
      case 'stream_chunk':
        return text(read.delta);
      case 'tool_call':
        return status('running', `Uses ${read.tool}.`);
      case 'approval_required':
        return status('awaiting_approval', whatToApprove(read.tool, read.requestId));
      case 'stream_done':
        return done(read);
      case 'error':
        return status('failed', `${read.message} (${read.code})`);
      default:
        return '';
    }
  }

  return {
    spell(event) {
      const first = told ? '' : send({ task });
      told = true;
      return `${first}${spelt(event)}`;
    },
    isLast: ends,
    // A task exists by now: its failure is its state, and not an error of the request.
    opening: { says: () => true, failure: () => undefined },
  };
}
