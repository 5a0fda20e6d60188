import { randomUUID } from 'node:crypto';
import type { Message, Tool, ToolCall } from './conversation.ts';
import { fill } from './structured.ts';
import { type Outcome, phraseOutcome } from './tool-result.ts';
import { type Step, understand } from './understand.ts';

export type Reply = {
  /** If there are calls, `text` is empty. */
  calls: ToolCall[];
  text: string;
  /** The person asked for a slow answer. */
  slowly: boolean;
};

type Question = {
  messages: readonly Message[];
  tools: readonly Tool[];
  /** The answer is JSON of this JSON Schema. */
  schema?: Record<string, unknown> | undefined;
};

/** The next answer in a conversation, by rules without a model. The same conversation always gets the same answer. */
export function reply({ messages, tools, schema }: Question): Reply {
  const asked = messages.findLastIndex(({ role }) => role === 'user');
  const message = messages[asked]?.content ?? '';
  const steps = understand(message, { tools, before: messages.slice(0, Math.max(0, asked)), all: messages });
  const { calls, text } = respond(steps, outcomesSince(messages.slice(asked + 1)));
  const said = schema ? JSON.stringify(fill(schema, message, text)) : text;
  return { calls, text: calls.length > 0 ? '' : said, slowly: /\bslowly\b/i.test(message) };
}

/** Calls the tools that have not been called yet; once all results are there, it writes the answer. */
function respond(steps: Step[], outcomes: Outcome[]): { calls: ToolCall[]; text: string } {
  const left = [...outcomes];
  const calls: ToolCall[] = [];
  const said: string[] = [];
  for (const step of steps) {
    if ('say' in step) {
      said.push(step.say);
      continue;
    }
    const at = left.findIndex(({ name }) => name === step.tool);
    const [outcome] = at < 0 ? [] : left.splice(at, 1);
    if (outcome) said.push(step.phrase(outcome));
    else calls.push({ id: `call_${randomUUID()}`, name: step.tool, arguments: step.arguments });
  }
  // Results of calls that the message does not explain are shown unchanged.
  said.push(...left.map(phraseOutcome));
  return { calls, text: said.join('\n') };
}

const outcomesSince = (messages: readonly Message[]): Outcome[] =>
  messages.flatMap((message) => (message.role === 'tool' ? [message] : []));
