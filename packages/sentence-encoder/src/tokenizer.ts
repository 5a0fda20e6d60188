/** The scores are logarithms of frequencies; a few pieces have none. */
export type Vocabulary = [piece: string, score: number | null][];

const wordStart = '▁';
const unknown = 0;
/** Special tokens of the model, which no text contains. */
const reserved = 6;

/**
 * Splits a text into known pieces with the highest total score. It reproduces the tokenizer of
 * `@energetic-ai/embeddings` exactly, including its quirks, because the vectors depend on it; that package needs
 * TensorFlow.
 */
export function createTokenizer(vocabulary: Vocabulary): (text: string) => number[] {
  /** The pieces and all their prefixes. */
  const numbers = new Map<string, number | undefined>();
  for (const [number, [piece]] of vocabulary.entries()) {
    if (number < reserved) continue;
    for (let end = 1; end < piece.length; end += 1) {
      const beginning = piece.slice(0, end);
      if (!numbers.has(beginning)) numbers.set(beginning, undefined);
    }
    numbers.set(piece, number);
  }

  return (text) => {
    const symbols = [...text.normalize('NFKC').replaceAll(' ', wordStart)];
    if (symbols.length > 0) symbols.unshift(wordStart);
    // The best score for each position in the text, and the piece that ends there.
    const best = new Array<number>(symbols.length + 1).fill(0);
    const last = new Array<number>(symbols.length + 1).fill(unknown);
    const reach = (end: number, score: number, number: number) => {
      const known = best[end] ?? 0;
      if (known !== 0 && score < known) return;
      best[end] = score;
      last[end] = number;
    };
    for (let start = 0; start < symbols.length; start += 1) {
      const reached = best[start] ?? 0;
      let piece = '';
      let isKnown = false;
      for (let end = start + 1; end <= symbols.length; end += 1) {
        piece += symbols[end - 1];
        const number = numbers.get(piece);
        if (number === undefined) {
          if (numbers.has(piece)) continue;
          break;
        }
        isKnown = true;
        reach(end, reached + (vocabulary[number]?.[1] ?? 0), number);
      }
      if (!isKnown) reach(start + 1, reached, unknown);
    }
    const tokens: number[] = [];
    for (let end = symbols.length; end > 0; ) {
      const token = last[end] ?? unknown;
      tokens.push(token);
      end -= vocabulary[token]?.[0].length ?? 1;
    }
    // Consecutive unknown tokens count as one.
    return tokens.reverse().filter((token, index) => token !== unknown || tokens[index - 1] !== unknown);
  };
}
