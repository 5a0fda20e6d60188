import numberWords from './number-words.json' with { type: 'json' };

const scales: Readonly<Record<string, number>> = numberWords.scales;
const small = new Map(Object.entries(numberWords.values));

/** Reads a number in words at a position in a list of words: its value and the number of words. */
export function readNumberWords(words: readonly string[], from: number): { value: number; length: number } | undefined {
  let total = 0;
  let group = 0;
  let length = 0;
  for (let at = from; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const unit = small.get(word);
    const scale = scales[word];
    if (unit !== undefined) {
      // "four five" is two numbers, "forty five" one.
      const fits = length === 0 || group % 100 === 0 || (group % 10 === 0 && group % 100 >= 20 && unit < 10);
      if (!fits) break;
      group += unit;
    } else if (scale === 100 || scale === 12) group = (group || 1) * scale;
    else if (scale !== undefined) {
      total += (group || 1) * scale;
      group = 0;
    } else if (word === 'and' && length > 0 && (group >= 100 || total > 0) && small.has(words[at + 1] ?? '')) continue;
    else break;
    length = at - from + 1;
  }
  if (length === 0) return undefined;
  const point = words[from + length] === 'point' ? decimals(words, from + length + 1) : undefined;
  if (!point) return { value: total + group, length };
  return { value: Number(`${total + group}.${point.digits}`), length: length + 1 + point.length };
}

function decimals(words: readonly string[], from: number) {
  let digits = '';
  for (let at = from; at < words.length; at += 1) {
    const value = small.get(words[at] ?? '');
    if (value === undefined || value > 9) break;
    digits += value;
  }
  return digits ? { digits, length: digits.length } : undefined;
}
