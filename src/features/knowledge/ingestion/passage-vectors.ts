import type { Transaction } from '../../../platform/db/database.ts';
import type { Embeddings } from '../../../platform/embeddings/embeddings.ts';
import { dotProduct } from '../../../platform/search/bits.ts';
import type { MayEmbed } from '../../../platform/search/text-search.ts';
import type { EmbeddingCosts } from './embedding-costs.ts';
import { indexedText, type PassageRow } from './passages.store.ts';
import type { VersionRow } from './work.store.ts';

type Deps = { embeddings: Pick<Embeddings, 'embed'>; mayEmbed: MayEmbed; costs: EmbeddingCosts };

/** Letters of one text for the model: the mean of short texts finds more than one vector of a whole passage (docs/decisions/0017). */
const longestPiece = 350;

/** Cut behind sentences, else behind words. */
export function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let rest = text.trim();
  while (rest.length > longestPiece) {
    const window = rest.slice(0, longestPiece);
    const sentence = Math.max(window.lastIndexOf('. '), window.lastIndexOf('\n'), window.lastIndexOf('? '));
    const place = sentence > 80 ? sentence + 1 : window.lastIndexOf(' ') > 80 ? window.lastIndexOf(' ') : longestPiece;
    pieces.push(rest.slice(0, place).toWellFormed().trim());
    rest = rest.slice(place).trim();
  }
  if (rest !== '') pieces.push(rest.toWellFormed());
  return pieces;
}

/** The mean of vectors, of length 1; undefined where none of them says anything. */
function meanOf(vectors: readonly Float32Array[]): Float32Array | undefined {
  const sum = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) + (vector[at] ?? 0);
  const length = Math.sqrt(dotProduct(sum, sum));
  if (!(length > 0)) return undefined;
  for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) / length;
  return sum;
}

/** The meaning of passages: the mean of their pieces. `pay` belongs in the transaction that keeps it. Undefined for all where the workspace forbids the provider. */
export function createPassageVectors({ embeddings, mayEmbed, costs }: Deps) {
  return async function vectorsOf(
    version: VersionRow,
    passages: readonly PassageRow[],
    signal: AbortSignal,
  ): Promise<{ vectors: (Float32Array | undefined)[]; pay(tx: Transaction): Promise<void> }> {
    if (!(await mayEmbed(version.workspace_id)))
      return { vectors: passages.map(() => undefined), pay: async () => undefined };
    const pieces = passages.map((passage) => piecesOf(indexedText(version.title, passage)));
    const pay = await costs.reserve(version, pieces.flat());
    const vectors = await embeddings.embed(pieces.flat(), { signal, as: 'statement', bulk: true });
    let at = 0;
    const means = pieces.map((own) => {
      at += own.length;
      return meanOf(vectors.slice(at - own.length, at));
    });
    return { vectors: means, pay };
  };
}

export type PassageVectors = ReturnType<typeof createPassageVectors>;
