import { createRecordLog } from './record-log.ts';

export type ReceivedEvent = { id: string; event: string; data: string; json: EventData };
type EventData = { type: string; runId: string; sessionId: string; agentId: string; seq: number } & Record<
  string,
  unknown
>;

type Options = { token?: string; body?: object; lastEventId?: string; headers?: Record<string, string> };

/** Parses by the HTML standard: lines end with LF, CR or CRLF, and an event with an empty line. */
function createParser(onEvent: (event: ReceivedEvent) => void, onComment: (text: string) => void) {
  let rest = '';
  let fields: Record<string, string> = {};
  const takeLine = (line: string) => {
    if (line === '') {
      if (fields.data !== undefined)
        onEvent({
          id: fields.id ?? '',
          event: fields.event ?? '',
          data: fields.data,
          json: JSON.parse(fields.data) as EventData,
        });
      fields = {};
      return;
    }
    if (line.startsWith(':')) return onComment(line.slice(1).trim());
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    fields[name] = name === 'data' && fields.data !== undefined ? `${fields.data}\n${value}` : value;
  };
  return (text: string) => {
    const lines = (rest + text).split(/\r\n|\n|\r/);
    rest = lines.pop() ?? '';
    lines.forEach(takeLine);
  };
}

/** Opens a stream of server-sent events and reads it as it arrives. */
export async function openEventStream(url: string, { token, body, lastEventId, headers = {} }: Options = {}) {
  const leaving = new AbortController();
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: leaving.signal,
  });
  // A 204 is a stream that has ended, without events.
  if (response.status !== 204 && !/event-stream/.test(response.headers.get('content-type') ?? ''))
    return { status: response.status, headers: response.headers, refusal: await response.text() };

  const log = createRecordLog<ReceivedEvent>(({ id, data }) => `${id} ${data.slice(0, 200)}`);
  const comments: string[] = [];
  const parse = createParser(log.add, (comment) => {
    comments.push(comment);
    log.changed();
  });
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) parse(decoder.decode(chunk, { stream: true }));
  };
  /** `end` when the server ended the stream, `cut` when the connection broke. */
  const ended = read().then(
    () => 'end' as const,
    () => 'cut' as const,
  );
  return {
    status: response.status,
    headers: response.headers,
    refusal: '',
    events: log.entries,
    comments,
    waitFor: log.waitFor,
    ended,
    /** All events, once the stream has ended. */
    async all(): Promise<ReceivedEvent[]> {
      await ended;
      return log.entries;
    },
    leave: () => leaving.abort(),
  };
}

export type EventStream = Extract<Awaited<ReturnType<typeof openEventStream>>, { events: ReceivedEvent[] }>;

/** The same; throws if the stream is refused. */
export async function openStream(url: string, options: Options): Promise<EventStream> {
  const stream = await openEventStream(url, options);
  if (!('events' in stream)) throw new Error(`The stream was refused with ${stream.status}: ${stream.refusal}`);
  return stream as EventStream;
}

export const isEnd = ({ event }: ReceivedEvent): boolean => event === 'stream_done' || event === 'error';
export const textOf = (events: readonly ReceivedEvent[]): string =>
  events.map(({ event, json }) => (event === 'stream_chunk' ? String(json.delta) : '')).join('');
export const typesOf = (events: readonly ReceivedEvent[]): string[] => events.map(({ event }) => event);
