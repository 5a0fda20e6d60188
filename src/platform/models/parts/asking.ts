import { AppError } from '../../../kernel/errors.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Documents } from '../../documents/documents.ts';
import type { Connection } from '../connections/connection.ts';
import type { Abilities, ModelAnswer, ModelInfo, ModelRequest, OnText } from '../model.ts';
import { ProviderFailure } from '../provider-failure.ts';
import { createPreparation, type Sent } from './prepare.ts';

type Deps = {
  look(connection: Connection, model: string): ModelInfo;
  documents: Documents;
  /** The models that an error may name. */
  known(): ModelInfo[];
  log: Log;
};

type Ability = keyof Sent;

const mostLearned = 1_000;

/**
 * Requests with files. A model that is not known to take them, or not to, is asked: if it refuses, that is remembered, and
 * the request is prepared once more.
 */
export function createAsking({ look, documents, known, log }: Deps) {
  const learned = new Map<string, Abilities>();

  function learn(name: string, ability: Ability): void {
    if (learned.size >= mostLearned) learned.clear();
    learned.set(name, { ...learned.get(name), [ability]: false });
    log.info({ model: name, ability }, 'the model refused a kind of file; it is not sent that kind from now on');
  }

  return {
    learned: (name: string): Abilities | undefined => learned.get(name),

    async withFiles(connection: Connection, request: ModelRequest, onText?: OnText): Promise<ModelAnswer> {
      const name = `${connection.name}/${request.model}`;
      const nameAnother = (ability: Ability) => {
        const other = known().find(({ takes }) => takes?.[ability]);
        return other && `${other.provider}/${other.model}`;
      };
      for (;;) {
        const { takes = {} } = look(connection, request.model);
        const prepare = createPreparation({ takes, documents, name, nameAnother });
        const { request: prepared, sent } = await prepare(request);
        try {
          return await connection.provider.generate(prepared, onText);
        } catch (error) {
          const refused = refusedIn(error, sent);
          if (!refused || takes[refused] !== undefined) throw error;
          learn(`${connection.id}/${request.model}`, refused);
        }
      }
    },
  };
}

const refusing = new Set([400, 404, 415, 422, 500, 501]);
const ofDocuments = /\bpdfs?\b|\bdocuments?\b|\bfiles?\b|file_data/i;
const ofImages = /image|vision|visual|multi-?modal/i;
/** The kind is refused, in the words of OpenAI, Anthropic, Google, Mistral, DeepSeek, vLLM, llama.cpp, Ollama, OpenRouter. */
const ofKind =
  /not (?:\w+ )?(?:support|enabled|allowed|accept|a multi)|n't support|unsupported|only (?:\w+ )?support|at most 0|unknown (?:variant|part|content|type)|unrecogni[sz]ed|invalid content type|unexpected|missing data required/i;
/** Servers without lists of parts. */
const ofLists = /content.{0,40}(?:must be|expected|should be|to be)[^.]{0,20}string|invalid type: sequence/i;
/** This one file is refused, not its kind. */
const ofThisFile =
  /format|corrupt|decode|too (?:large|big|many|small)|dimension|pixels|exceed|could not process|download|pages/i;

/** Which ability the provider says that the model lacks. */
function refusedIn(error: unknown, sent: Sent): Ability | undefined {
  const cause = error instanceof AppError ? error.details.cause : undefined;
  if (!(cause instanceof ProviderFailure) || !refusing.has(cause.status ?? 0)) return undefined;
  const { words } = cause;
  if (ofLists.test(words)) return sent.images ? 'images' : sent.pdfs ? 'pdfs' : undefined;
  if (!ofKind.test(words) || ofThisFile.test(words)) return undefined;
  if (sent.images && ofImages.test(words)) return 'images';
  return sent.pdfs && ofDocuments.test(words) ? 'pdfs' : undefined;
}
