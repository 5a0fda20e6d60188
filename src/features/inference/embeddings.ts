import type { Caller } from '../../http/authentication.ts';
import { AppError, invalidField } from '../../kernel/errors.ts';
import type { Embeddings } from '../../platform/embeddings/embeddings.ts';
import type { EmbeddingList, EmbeddingRequest } from './inference.schema.ts';
import type { ModelNames } from './model-names.ts';
import type { ProviderModels } from './provider-models.ts';

type Deps = {
  embeddings: Pick<Embeddings, 'model' | 'dimension' | 'embed'>;
  names: ModelNames;
  models: ProviderModels;
};

const tokensOf = (text: string): number => Math.ceil(text.length / 4);

const asBase64 = ({ buffer, byteOffset, byteLength }: Float32Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64');

/** The one model that texts are compared by here: the built-in one, or the operator's choice. */
export function createEmbedTexts({ embeddings, names, models }: Deps) {
  return async function embed(caller: Caller, body: EmbeddingRequest, signal: AbortSignal): Promise<EmbeddingList> {
    const choice = await names.choose(caller, body.model);
    if (`${choice.provider}/${choice.model}` !== embeddings.model)
      throw new AppError('not_found', `${body.model} makes no embeddings here: ${embeddings.model} does.`, {
        errors: [{ path: 'model', message: 'makes no embeddings' }],
      });
    const texts = [body.input].flat();
    const promptTokens = texts.reduce((sum, text) => sum + tokensOf(text), 0);
    const usage = { promptTokens, cachedTokens: 0, completionTokens: 0, estimated: true };
    const vectors = await models.chargeFor(caller, choice, usage, async () => {
      // Not urgent: a few hundred texts would keep every turn from the meaning of its question.
      const found = await embeddings.embed(texts, { signal });
      const length = found[0]?.length ?? 0;
      if (body.dimensions && body.dimensions !== length)
        throw invalidField('dimensions', `${embeddings.model} has ${length}, and no other number`);
      return found;
    });
    return {
      object: 'list',
      data: vectors.map((vector, index) => ({
        object: 'embedding' as const,
        index,
        embedding: body.encoding_format === 'base64' ? asBase64(vector) : [...vector],
      })),
      model: embeddings.model,
      usage: { prompt_tokens: promptTokens, total_tokens: promptTokens },
    };
  };
}

export type EmbedTexts = ReturnType<typeof createEmbedTexts>;
