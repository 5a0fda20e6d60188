import { type FakeAnswer, inPieces, startFakeProvider, type Wire } from './fake-anthropic-google.ts';

const usageOf = ({ usage = { input: 10, output: 5 } }: FakeAnswer) => ({
  input_tokens: usage.input,
  output_tokens: usage.output,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: usage.cached ?? 0,
});

const stopReasonOf = ({ stopReason, toolCalls }: FakeAnswer) => stopReason ?? (toolCalls ? 'tool_use' : 'end_turn');

const event = (data: { type: string; [field: string]: unknown }) =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;

function blocksOf({ thinking, signature = 'signed', text, toolCalls = [] }: FakeAnswer) {
  return [
    ...(thinking === undefined ? [] : [{ type: 'thinking', thinking, signature }]),
    ...(text === undefined ? [] : [{ type: 'text', text }]),
    ...toolCalls.map(({ id, name, arguments: input }, index) => ({
      type: 'tool_use',
      id: id ?? `toolu_${index}`,
      name,
      input,
    })),
  ];
}

const messageOf = (answer: FakeAnswer, content: object[]) => ({
  id: 'msg_fake',
  type: 'message',
  role: 'assistant',
  model: 'claude-fake',
  content,
  stop_reason: null as string | null,
  stop_sequence: null,
  usage: usageOf(answer),
});

function blockEvents(block: ReturnType<typeof blocksOf>[number], index: number): string[] {
  const delta = (fields: object) => event({ type: 'content_block_delta', index, delta: fields });
  const start = (content_block: object) => event({ type: 'content_block_start', index, content_block });
  const stop = event({ type: 'content_block_stop', index });
  if ('thinking' in block) {
    const thought = inPieces(block.thinking, 2).map((piece) => delta({ type: 'thinking_delta', thinking: piece }));
    const signed = delta({ type: 'signature_delta', signature: block.signature });
    return [start({ type: 'thinking', thinking: '', signature: '' }), ...thought, signed, stop];
  }
  if ('text' in block) {
    const pieces = inPieces(block.text, 4).map((text) => delta({ type: 'text_delta', text }));
    return [start({ type: 'text', text: '' }), ...pieces, stop];
  }
  const pieces = inPieces(JSON.stringify(block.input), 3).map((partial_json) =>
    delta({ type: 'input_json_delta', partial_json }),
  );
  return [start({ ...block, input: {} }), ...pieces, stop];
}

const wire: Wire = {
  isStream: (_path, body) => body.stream === true,
  whole: (answer) => ({ ...messageOf(answer, blocksOf(answer)), stop_reason: stopReasonOf(answer) }),
  events: (answer) => [
    event({ type: 'message_start', message: messageOf(answer, []) }),
    event({ type: 'ping' }),
    ...blocksOf(answer).flatMap(blockEvents),
    event({
      type: 'message_delta',
      delta: { stop_reason: stopReasonOf(answer), stop_sequence: null },
      usage: { output_tokens: usageOf(answer).output_tokens },
    }),
    event({ type: 'message_stop' }),
  ],
  error: (status, message) => ({
    type: 'error',
    error: { type: status === 529 ? 'overloaded_error' : 'api_error', message },
  }),
  errorEvent: (message) => event({ type: 'error', error: { type: 'overloaded_error', message } }),
};

/** A server for Anthropic's messages API. */
export const startFakeAnthropic = () => startFakeProvider(wire);
