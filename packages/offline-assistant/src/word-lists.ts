import lists from './word-lists.json' with { type: 'json' };

export const words = (text: string): string[] => text.split(' ');

/** The words of one list in `word-lists.json`. */
export const wordList = (name: keyof typeof lists): ReadonlySet<string> => new Set(lists[name].flatMap(words));
