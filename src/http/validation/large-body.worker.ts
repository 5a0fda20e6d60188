import { createHash } from 'node:crypto';
import type { Transferable } from 'node:worker_threads';
import { answerCalls } from '../../platform/answer-calls.ts';
import { readDataUrl, type SentData } from './data-url.ts';
import { holdsNul, notJson, type Refusal, refusalOf, withNul } from './read-json.ts';

export type LargeBody = { bytes: Uint8Array };
/** The body as it is checked and handled, with the data of its longest texts apart. */
export type ReadBody = { value: unknown; held: SentData[] } | { refusal: Refusal };

/** No text that a route takes is longer, so only data is. */
const longestText = 500_000;
/** The members of a body that hold messages, and those of their parts that hold data. Elsewhere text stays text. */
const messageFields = new Set(['message', 'messages', 'members', 'input']);
const dataFields = new Set(['data', 'url', 'image_url', 'file_data', 'value']);

type Json = Record<string, unknown>;

/** As the parser of small bodies: such a member could become the prototype of an object. */
const poisons = (key: string, value: unknown): boolean =>
  key === '__proto__' ||
  (key === 'constructor' && typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype'));

function isPoisoned(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, member]) => poisons(key, member) || isPoisoned(member));
}

/**
 * Puts `held:<number>:<digest>` in the place of long data URLs. The digest is part of it because equal bodies are told by
 * their text (Idempotency-Key).
 */
function holdData(container: Json, held: SentData[]): void {
  for (const [key, value] of Object.entries(container)) {
    if (typeof value === 'object' && value !== null) holdData(value as Json, held);
    if (typeof value !== 'string' || value.length <= longestText || !dataFields.has(key)) continue;
    // Anthropic's and AG-UI's clients send the type beside the base64.
    const type = { base64: container.media_type, data: container.mimeType }[String(container.type)];
    const data = readDataUrl(typeof type === 'string' ? `data:${type};base64,${value}` : value);
    if (!data) continue;
    container[key] = `held:${held.length}:${createHash('sha256').update(data.bytes).digest('hex')}`;
    held.push(data);
  }
}

function read(text: string): ReadBody {
  const refusal = refusalOf(text);
  if (refusal) return { refusal };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { refusal: notJson };
  }
  if (isPoisoned(value)) return { refusal: notJson };
  if (text.includes('\\u0000') && holdsNul(value)) return { refusal: withNul };
  const held: SentData[] = [];
  for (const [key, member] of Object.entries((value ?? {}) as Json))
    if (messageFields.has(key) && typeof member === 'object' && member !== null) holdData(member as Json, held);
  return { value, held };
}

answerCalls<LargeBody, ReadBody>(async ({ bytes }) => {
  const answer = read(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
  const transfer = 'held' in answer ? answer.held.map(({ bytes: { buffer } }) => buffer as ArrayBuffer) : [];
  // A small buffer may share its memory with others; what is held is large.
  return { answer, transfer: transfer as Transferable[] };
});
