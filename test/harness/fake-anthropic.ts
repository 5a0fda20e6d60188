import { type FakeAnswer, inPieces, startFakeProvider, type Wire } from './fake-anthropic-google.ts';
import { badFile, imageTypes, pdfType, unknownField } from './file-rules.ts';

const usageOf = ({ usage = { input: 10, output: 5 } }: FakeAnswer) => ({
  input_tokens: usage.input,
  output_tokens: usage.output,
  cache_creation_input_tokens: usage.written ?? 0,
  cache_read_input_tokens: usage.cached ?? 0,
  ...(usage.reasoning && { output_tokens_details: { thinking_tokens: usage.reasoning } }),
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

type Block = { type: string; [field: string]: unknown };

const fieldsOf: Record<string, readonly string[]> = {
  text: ['text', 'citations'],
  image: ['source'],
  document: ['source', 'title', 'context', 'citations'],
  tool_use: ['id', 'name', 'input', 'caller'],
  tool_result: ['tool_use_id', 'content', 'is_error'],
  thinking: ['thinking', 'signature'],
  redacted_thinking: ['data'],
};
const blocksIn: Record<string, readonly string[]> = {
  user: ['text', 'image', 'document', 'tool_result'],
  assistant: ['text', 'tool_use', 'thinking', 'redacted_thinking'],
  tool_result: ['text', 'image', 'document'],
};

/** https://docs.claude.com/en/api/messages: the blocks of a message, or of a tool's result. */
function badBlocks(content: unknown, owner: string, path: string): string | undefined {
  if (typeof content === 'string') return content === '' && owner === 'user' ? `${path}: is empty` : undefined;
  if (!Array.isArray(content)) return `${path}: Input should be a valid list`;
  for (const [index, block] of (content as Block[]).entries()) {
    const problem = blocksIn[owner]?.includes(block.type) ? badBlock(block) : `no ${block.type} in ${owner} content`;
    if (problem) return `${path}.${index}.${block.type}: ${problem}`;
  }
  return undefined;
}

function badBlock(block: Block): string | undefined {
  const odd = unknownField(block, ['type', 'cache_control', ...(fieldsOf[block.type] ?? [])]);
  if (odd) return `${odd}: Extra inputs are not permitted`;
  if (block.type === 'text')
    return String(block.text).trim() === '' ? 'text content blocks must be non-empty' : undefined;
  if (block.type === 'tool_result') return badBlocks(block.content ?? [], 'tool_result', 'content');
  if (block.type !== 'image' && block.type !== 'document') return undefined;
  const { source } = block as unknown as { source: { type: string; media_type?: string; data?: string } };
  const other = unknownField(source, ['type', 'media_type', 'data']);
  if (other) return `source.${other}: Extra inputs are not permitted`;
  if (source.type !== 'base64') return `source.${source.type}: the gateway sends bytes`;
  return badFile(source.media_type, source.data, block.type === 'image' ? imageTypes : pdfType);
}

function findComplaint({ messages }: Record<string, unknown>): string | undefined {
  for (const [index, { role, content }] of ((messages ?? []) as { role: string; content: unknown }[]).entries()) {
    const problem = badBlocks(content, role, `messages.${index}.content`);
    if (problem) return problem;
  }
  return undefined;
}

const wire: Wire = {
  complaint: findComplaint,
  isStream: (_path, body) => body.stream === true,
  whole: (answer) => ({ ...messageOf(answer, blocksOf(answer)), stop_reason: stopReasonOf(answer) }),
  events: (answer) => [
    event({ type: 'message_start', message: messageOf(answer, []) }),
    event({ type: 'ping' }),
    ...blocksOf(answer).flatMap(blockEvents),
    event({
      type: 'message_delta',
      delta: { stop_reason: stopReasonOf(answer), stop_sequence: null },
      usage: {
        output_tokens: usageOf(answer).output_tokens,
        ...(answer.usage?.reasoning && { output_tokens_details: { thinking_tokens: answer.usage.reasoning } }),
      },
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
