import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Caller } from '../../../http/authentication.ts';
import { AppError, invalidField } from '../../../kernel/errors.ts';
import type { Embeddings } from '../../../platform/embeddings/embeddings.ts';
import type { EmbeddingList, EmbeddingRequest } from '../inference.schema.ts';
import type { ModelNames } from '../model-names.ts';
import type { ProviderModels } from '../provider-models.ts';
import { type EmbeddingInput, readInput } from './embedding-input.ts';

type Deps = {
  embeddings: Pick<Embeddings, 'model' | 'dimension' | 'embed' | 'embedTokens'>;
  names: ModelNames;
  models: ProviderModels;
};

const tokensOf = (text: string): number => Math.ceil(text.length / 4);

const countTokens = (input: EmbeddingInput): number =>
  'texts' in input
    ? input.texts.reduce((sum, text) => sum + tokensOf(text), 0)
    : input.tokens.reduce((sum, { length }) => sum + length, 0);

const asBase64 = ({ buffer, byteOffset, byteLength }: Float32Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64');

/** Vectors encoded at a time: some 5,000 numbers, which take two or three milliseconds. */
const vectorsInOneGo = 8;

/** 2,048 vectors are twenty megabytes of text: encoded in pieces, so that other requests are served in between. */
async function* spell(vectors: readonly Float32Array[], base64: boolean, rest: Omit<EmbeddingList, 'object' | 'data'>) {
  yield '{"object":"list","data":[';
  for (let from = 0; from < vectors.length; from += vectorsInOneGo) {
    const some = vectors.slice(from, from + vectorsInOneGo).map((vector, offset) => {
      const embedding = base64 ? asBase64(vector) : [...vector];
      return JSON.stringify({ object: 'embedding', index: from + offset, embedding });
    });
    yield `${from > 0 ? ',' : ''}${some.join(',')}`;
    await nextTurn();
  }
  yield `],${JSON.stringify(rest).slice(1)}`;
}

/** Embeddings of the gateway's one embedding model: the built-in one, or the operator's choice. */
export function createEmbedTexts({ embeddings, names, models }: Deps) {
  async function compute(input: EmbeddingInput, { dimensions }: EmbeddingRequest, signal: AbortSignal) {
    // Without priority: otherwise a few hundred texts would delay the recall of every turn.
    const options = { signal, ...(dimensions ? { dimensions } : {}) };
    if ('texts' in input) return embeddings.embed(input.texts, options);
    if (embeddings.embedTokens) return embeddings.embedTokens(input.tokens, options);
    throw invalidField('input', `${embeddings.model} reads text, not tokens: send the text`);
  }

  /** The response as text, in pieces. */
  return async function embed(caller: Caller, body: EmbeddingRequest, signal: AbortSignal): Promise<Readable> {
    const choice = await names.choose(caller, body.model);
    if (`${choice.provider}/${choice.model}` !== embeddings.model)
      throw new AppError('not_found', `${body.model} makes no embeddings here: ${embeddings.model} does.`, {
        errors: [{ path: 'model', message: 'makes no embeddings' }],
      });
    const wanted = body.dimensions;
    const hasOther = (length: number) => wanted && wanted !== length;
    const otherNumber = (length: number) =>
      invalidField('dimensions', `${embeddings.model} has ${length}, and no other number`);
    if (choice.provider === 'local' && hasOther(embeddings.dimension)) throw otherNumber(embeddings.dimension);
    const input = readInput(body);
    const promptTokens = countTokens(input);
    const usage = { promptTokens, cachedTokens: 0, completionTokens: 0, estimated: true };
    const vectors = await models.chargeFor(caller, choice, usage, async () => {
      const found = await compute(input, body, signal);
      const length = found[0]?.length ?? 0;
      if (hasOther(length)) throw otherNumber(length);
      return found;
    });
    const rest = { model: embeddings.model, usage: { prompt_tokens: promptTokens, total_tokens: promptTokens } };
    return Readable.from(spell(vectors, body.encoding_format === 'base64', rest), { objectMode: false });
  };
}

export type EmbedTexts = ReturnType<typeof createEmbedTexts>;
