const begin = 101;
const end = 102;
const unknown = 100;
/** Longer words are unknown to the model. */
const longestWord = 100;
/** A sign of ASCII, a sign of another script, or a character of a script without spaces is a word of its own. */
const words = /[!-/:-@[-`{-~]|\p{P}|\p{Script=Han}|(?:(?![!-/:-@[-`{-~]|\p{P}|\p{Script=Han})\S)+/gu;

/** Splits a text as BERT does: small letters without accents, words and signs, then the longest known pieces of each word. */
export function createWordPieces(vocabulary: ReadonlyMap<string, number>, most: number): (text: string) => number[][] {
  function piecesOf(word: string): number[] {
    const pieces: number[] = [];
    if (word.length > longestWord) return [unknown];
    for (let start = 0; start < word.length; ) {
      let stop = word.length;
      let found: number | undefined;
      for (; stop > start; stop -= 1) {
        found = vocabulary.get((start === 0 ? '' : '##') + word.slice(start, stop));
        if (found !== undefined) break;
      }
      if (found === undefined) return [unknown];
      pieces.push(found);
      start = stop;
    }
    return pieces;
  }

  /** The tokens of a text in parts of at most `most`, each with the marks of its beginning and end. */
  return (text) => {
    const plain = text
      .toLowerCase()
      .normalize('NFD')
      .replace(/\p{Mn}/gu, '')
      .replace(/\p{Cc}/gu, ' ');
    const tokens = (plain.match(words) ?? []).flatMap(piecesOf);
    const parts: number[][] = [];
    for (let from = 0; from < tokens.length; from += most - 2)
      parts.push([begin, ...tokens.slice(from, from + most - 2), end]);
    return parts;
  };
}
