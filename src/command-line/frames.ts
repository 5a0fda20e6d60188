import type { RunFrame } from '#client';
import { harmless, type Terminal } from './terminal.ts';

const longest = 200;

const brief = (value: unknown): string => {
  const text = harmless(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).replaceAll(/\s+/g, ' ');
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
};

/** A line about a frame that is not part of the answer's text; undefined if there is nothing to say. */
export function lineAbout(frame: RunFrame): string | undefined {
  switch (frame.type) {
    case 'queued':
      return `waits behind ${frame.position} other ${frame.position === 1 ? 'turn' : 'turns'}`;
    case 'tool_call':
      return `→ ${frame.tool} ${brief(frame.params)}`;
    case 'tool_result':
      return `← ${frame.tool} ${brief(frame.result)}${frame.isError ? ' (failed)' : ''}`;
    case 'approval_required':
      return `? ${frame.tool} ${brief(frame.params)} waits for approval ${frame.requestId}`;
    case 'approval_resolved':
      return frame.decision === 'approve' ? 'approved' : 'denied';
    case 'client_tools_required':
      return 'waits for the results of its client’s tools';
    default:
      return undefined;
  }
}

/** Writes the text of an answer as it comes, and the rest about it beside. */
export function createFramePrinter(terminal: Terminal) {
  let isInText = false;
  const endText = () => {
    if (isInText) terminal.print();
    isInText = false;
  };
  return {
    endText,
    show(frame: RunFrame): void {
      if (terminal.json) {
        terminal.print(JSON.stringify(frame));
        return;
      }
      if (frame.type === 'stream_chunk') {
        isInText = true;
        terminal.write(harmless(frame.delta));
      }
      const line = lineAbout(frame);
      if (line !== undefined) {
        endText();
        terminal.note(line);
      }
      if (frame.type === 'stream_done' || frame.type === 'error') endText();
      if (frame.type === 'error') terminal.note(`${harmless(frame.message)} (${frame.code})`, 'red');
    },
  };
}
