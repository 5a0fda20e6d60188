import { type FakeAnswer, inPieces, startFakeProvider, type Wire } from './fake-anthropic-google.ts';
import { badFile, unknownField } from './file-rules.ts';

const usageOf = ({ usage = { input: 10, output: 5 } }: FakeAnswer) => ({
  promptTokenCount: usage.input,
  candidatesTokenCount: usage.output,
  cachedContentTokenCount: usage.cached ?? 0,
  thoughtsTokenCount: usage.reasoning ?? 0,
  totalTokenCount: usage.input + usage.output,
});

const chunkOf = (parts: object[], finishReason?: string) => ({
  candidates: [{ index: 0, content: { role: 'model', parts }, ...(finishReason && { finishReason }) }],
  responseId: 'fake',
  modelVersion: 'gemini-fake',
});

const thoughtsOf = ({ thinking }: FakeAnswer, count: number) =>
  inPieces(thinking ?? '', count).map((text) => ({ text, thought: true }));

const callParts = ({ toolCalls = [], signature }: FakeAnswer) =>
  toolCalls.map(({ name, arguments: args }, index) => ({
    functionCall: { name, args },
    ...(signature && index === 0 && { thoughtSignature: signature }),
  }));

const event = (data: object) => `data: ${JSON.stringify(data)}\r\n\r\n`;

type Part = {
  text?: string;
  inlineData?: { mimeType?: string; data?: string };
  functionCall?: object;
  functionResponse?: { parts?: Part[] };
};
const kinds = ['text', 'inlineData', 'functionCall', 'functionResponse'];
const inlineTypes = /^(?:image\/(?:png|jpeg|gif|webp)|application\/pdf)$/;

/** https://ai.google.dev/api/caching#Part: a part holds exactly one kind of data. */
function badPart(part: Part, path: string): string | undefined {
  const odd = unknownField(part, [...kinds, 'thought', 'thoughtSignature']);
  if (odd) return `Invalid JSON payload received. Unknown name "${odd}" at '${path}': Cannot find field.`;
  if (kinds.filter((kind) => kind in part).length !== 1) return `Invalid value at '${path}': oneof field 'data'.`;
  const { inlineData, functionResponse } = part;
  if (inlineData) {
    const other = unknownField(inlineData, ['mimeType', 'data']);
    if (other) return `Unknown name "${other}" at '${path}.inline_data'.`;
    const problem = badFile(inlineData.mimeType, inlineData.data, inlineTypes);
    return problem && `Invalid value at '${path}.inline_data': ${problem}.`;
  }
  return badParts(functionResponse?.parts, `${path}.function_response`);
}

function badParts(parts: readonly Part[] = [], path: string): string | undefined {
  for (const [index, part] of parts.entries()) {
    const problem = badPart(part, `${path}.parts[${index}]`);
    if (problem) return problem;
  }
  return undefined;
}

function findComplaint({ contents }: Record<string, unknown>): string | undefined {
  for (const [index, { parts }] of ((contents ?? []) as { parts: Part[] }[]).entries()) {
    if (parts.length === 0) return `contents[${index}].parts must not be empty.`;
    const problem = badParts(parts, `contents[${index}]`);
    if (problem) return problem;
  }
  return undefined;
}

const wire: Wire = {
  complaint: findComplaint,
  isStream: (path) => path.includes(':streamGenerateContent'),
  whole: (answer) => ({
    ...chunkOf(
      [...thoughtsOf(answer, 1), ...(answer.text ? [{ text: answer.text }] : []), ...callParts(answer)],
      answer.stopReason ?? 'STOP',
    ),
    usageMetadata: usageOf(answer),
  }),
  events: (answer) => [
    ...thoughtsOf(answer, 2).map((part) => event(chunkOf([part]))),
    ...inPieces(answer.text ?? '', 4).map((text) => event(chunkOf([{ text }]))),
    ...callParts(answer).map((part) => event(chunkOf([part]))),
    event({ ...chunkOf([{ text: '' }], answer.stopReason ?? 'STOP'), usageMetadata: usageOf(answer) }),
  ],
  error: (status, message) => ({ error: { code: status, message, status: 'UNAVAILABLE' } }),
  errorEvent: (message) => event({ error: { code: 503, message, status: 'UNAVAILABLE' } }),
};

/** A server for Google's generateContent API. */
export const startFakeGoogle = () => startFakeProvider(wire);
