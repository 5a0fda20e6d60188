import { type FakeAnswer, inPieces, startFakeProvider, type Wire } from './fake-anthropic-google.ts';

const usageOf = ({ usage = { input: 10, output: 5 } }: FakeAnswer) => ({
  promptTokenCount: usage.input,
  candidatesTokenCount: usage.output,
  cachedContentTokenCount: usage.cached ?? 0,
  totalTokenCount: usage.input + usage.output,
});

const chunkOf = (parts: object[], finishReason?: string) => ({
  candidates: [{ index: 0, content: { role: 'model', parts }, ...(finishReason && { finishReason }) }],
  responseId: 'fake',
  modelVersion: 'gemini-fake',
});

const callParts = ({ toolCalls = [], signature }: FakeAnswer) =>
  toolCalls.map(({ name, arguments: args }, index) => ({
    functionCall: { name, args },
    ...(signature && index === 0 && { thoughtSignature: signature }),
  }));

const event = (data: object) => `data: ${JSON.stringify(data)}\r\n\r\n`;

const wire: Wire = {
  isStream: (path) => path.includes(':streamGenerateContent'),
  whole: (answer) => ({
    ...chunkOf([...(answer.text ? [{ text: answer.text }] : []), ...callParts(answer)], answer.stopReason ?? 'STOP'),
    usageMetadata: usageOf(answer),
  }),
  events: (answer) => [
    ...inPieces(answer.text ?? '', 4).map((text) => event(chunkOf([{ text }]))),
    ...callParts(answer).map((part) => event(chunkOf([part]))),
    event({ ...chunkOf([{ text: '' }], answer.stopReason ?? 'STOP'), usageMetadata: usageOf(answer) }),
  ],
  error: (status, message) => ({ error: { code: status, message, status: 'UNAVAILABLE' } }),
  errorEvent: (message) => event({ error: { code: 503, message, status: 'UNAVAILABLE' } }),
};

/** A server for Google's generateContent API. */
export const startFakeGoogle = () => startFakeProvider(wire);
