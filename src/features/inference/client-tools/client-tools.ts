import { invalidField } from '../../../kernel/errors.ts';
import type { Brought, ClientResult, ClientTool, ClientTools, ClientWait } from '../../runs/index.ts';
import { readMessages } from '../conversation.ts';
import type { ChatCompletionRequest, ChatMessage } from '../inference.schema.ts';

const anyParameters = { type: 'object', properties: {} };

/** The tools of a request to an agent: they run at the client, beside the agent's own. */
export function clientToolsIn(body: ChatCompletionRequest): ClientTool[] | undefined {
  const { tools, tool_choice: choice, parallel_tool_calls } = body;
  if (!tools?.length || choice === 'none') return undefined;
  if (choice && choice !== 'auto')
    throw invalidField('tool_choice', 'an agent chooses by itself: only "auto" and "none"');
  if (parallel_tool_calls === false)
    throw invalidField('parallel_tool_calls', 'an agent may use several tools at once');
  return tools.map(({ function: { name, description, parameters } }) => ({
    name,
    description: description ?? '',
    parameters: parameters ?? anyParameters,
  }));
}

/** The results at the end of the messages; none if the last message is not a tool's. */
function resultsIn(messages: readonly ChatMessage[]): ClientResult[] {
  if (messages.at(-1)?.role !== 'tool') return [];
  const read = readMessages(messages);
  const first = read.findLastIndex(({ role }) => role !== 'tool') + 1;
  return read
    .slice(first)
    .flatMap((message) =>
      message.role === 'tool' ? [{ toolCallId: message.toolCallId, result: message.content, isError: false }] : [],
    );
}

type Call = {
  caller: Parameters<ClientTools['bring']>[0];
  session: string | undefined;
  body: ChatCompletionRequest;
};

/** A request that ends with results goes on with the run that waits for them. Undefined for any other request. */
export const createBringResults =
  (clientTools: Pick<ClientTools, 'bring'>) =>
  async ({ caller, session, body }: Call): Promise<Brought | undefined> => {
    const results = resultsIn(body.messages);
    if (results.length === 0) return undefined;
    const named = session?.startsWith('ses_') ? session : undefined;
    const brought = await clientTools.bring(caller, results, named);
    const path = `messages[${body.messages.length - 1}].tool_call_id`;
    if (!brought) throw invalidField(path, 'names no call of a tool that one of your runs waits for');
    return brought;
  };

export const callsOf = ({ calls }: ClientWait) =>
  calls.map(({ toolCallId, tool, params }) => ({ id: toolCallId, name: tool, arguments: JSON.stringify(params) }));

type RunUsage = ClientWait['usage'];

/** What was used since then: every request of a client tells its own usage. */
export const since = (usage: RunUsage, before: RunUsage | undefined): RunUsage => ({
  promptTokens: usage.promptTokens - (before?.promptTokens ?? 0),
  completionTokens: usage.completionTokens - (before?.completionTokens ?? 0),
  cachedTokens: (usage.cachedTokens ?? 0) - (before?.cachedTokens ?? 0),
  reasoningTokens: (usage.reasoningTokens ?? 0) - (before?.reasoningTokens ?? 0),
});

/** Says whether a text is the break after what an earlier request was told. */
export function createBreaks(brought: Brought | undefined): (delta: string) => boolean {
  let isFirst = brought !== undefined;
  return (delta) => {
    const isBreak = isFirst && delta === '\n\n';
    isFirst = false;
    return isBreak;
  };
}
