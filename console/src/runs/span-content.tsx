import type { Message, TraceSpan } from '@client/api.ts';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../api/queries.ts';
import { Json } from '../ui/basics.tsx';
import { number } from '../ui/format.tsx';

/** Traces store no text: the text shown is read from the conversation, if the user may read that. */
export function useMessages(sessionId: string | undefined): Message[] {
  const { data } = useQuery({
    ...queries.queryOptions('get', '/sessions/{id}', {
      params: { path: { id: sessionId ?? '' }, query: { limit: 200 } },
    }),
    enabled: sessionId !== undefined,
    retry: false,
  });
  return data?.messages ?? [];
}

const isChat = ({ attributes }: TraceSpan) => attributes['gen_ai.operation.name'] === 'chat';

type Content = { given?: unknown; answered?: unknown };

/** What a model was asked last and what it said, or what a tool was given and what it answered. */
export function contentOf(
  span: TraceSpan,
  spans: TraceSpan[],
  messages: Message[],
  runId: string,
): Content | undefined {
  const own = messages.filter((message) => message.runId === runId);
  const callId = span.attributes['gen_ai.tool.call.id'];
  if (typeof callId === 'string' && callId !== '') {
    const call = own.flatMap(({ role, toolCalls }) => (role === 'assistant' ? (toolCalls ?? []) : []));
    const answer = own.find(({ role, toolCalls }) => role === 'tool' && toolCalls?.[0]?.id === callId);
    const made = call.find(({ id }) => id === callId);
    return made && { given: made.params, ...(answer && { answered: answer.content }) };
  }
  if (!isChat(span) || span.name.startsWith('attempt')) return undefined;
  // Calls that made a summary lie deeper, and their texts are in no conversation.
  const root = spans.find(({ parentId }) => parentId === null)?.id;
  const calls = spans
    .filter((each) => isChat(each) && each.parentId === root && !each.name.startsWith('attempt'))
    .sort((one, other) => Date.parse(one.startedAt) - Date.parse(other.startedAt));
  const said = own.filter(({ role }) => role === 'assistant')[calls.indexOf(span)];
  if (!said) return undefined;
  const before = messages.slice(0, messages.indexOf(said));
  const since = before.findLastIndex(({ role }) => role === 'assistant');
  return {
    given: before.slice(since + 1).map(({ role, content }) => ({ role, content })),
    answered: said.toolCalls?.length ? { content: said.content, toolCalls: said.toolCalls } : said.content,
  };
}

/** "312 + 45 tokens", where a span has counted them. */
export function tokensOf({ attributes }: TraceSpan): string {
  const [given, said] = ['input', 'output'].map((kind) => attributes[`gen_ai.usage.${kind}_tokens`]);
  return typeof given === 'number' && typeof said === 'number' ? `${number(given)} + ${number(said)} tokens` : '';
}

export function SpanContent({ span, content }: { span: TraceSpan; content: Content | undefined }) {
  return (
    <div className="span-content">
      {content && (
        <div className="columns">
          <section>
            <h3>{isChat(span) ? 'Asked last' : 'Given'}</h3>
            <Json value={content.given ?? null} label={`What ${span.name} was given`} />
          </section>
          {content.answered !== undefined && (
            <section>
              <h3>{isChat(span) ? 'Said' : 'Answered'}</h3>
              <Json value={content.answered} label={`What ${span.name} answered`} />
            </section>
          )}
        </div>
      )}
      <h3>Attributes</h3>
      <Json value={span.attributes} label={`Attributes of ${span.name}`} />
    </div>
  );
}
