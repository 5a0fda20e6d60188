import { estimateTokens, type ModelRequestBody } from './chat-completions.ts';

/** Answers POST /v1/embeddings: equal texts have equal vectors, and texts that share words have similar ones. */
export function createEmbeddings(body: ModelRequestBody) {
  // Tokens are treated as words.
  const inputs = [body.input ?? ''].flat().map((input) => (typeof input === 'string' ? input : input.join(' ')));
  const tokens = inputs.reduce((sum, input) => sum + estimateTokens(input), 0);
  return {
    object: 'list',
    data: inputs.map((input, index) => {
      const vector = embed(input, body.dimensions ?? 1536);
      const base64 = body.encoding_format === 'base64';
      return {
        object: 'embedding',
        index,
        embedding: base64 ? Buffer.from(vector.buffer).toString('base64') : [...vector],
      };
    }),
    model: body.model ?? '',
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  };
}

/** Each word adds 1 or -1 at a position given by its hash; the sum is scaled to length 1. */
function embed(text: string, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [text]) {
    const hash = fnv1a(word);
    const place = (hash >>> 1) % dimensions;
    vector[place] = (vector[place] ?? 0) + (hash & 1 ? 1 : -1);
  }
  const length = Math.hypot(...vector);
  return length === 0 ? vector.fill(1 / Math.sqrt(dimensions)) : vector.map((value) => value / length);
}

function fnv1a(word: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(word)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}
