import { designer } from './designer.ts';
import { engineer } from './engineer.ts';
import { teacher } from './teacher.ts';

/**
 * What one person has said over time, each thing under a name, and questions with the name of their answer. Many statements
 * are about the same matter, so that the right one must be found among its neighbours.
 *
 * `paraphrased` questions avoid the words of their answer; `named` ones ask by a name, a number or a rare word. None was
 * changed or left out because of how it fared. The parts of the ranking were found on the engineer and the designer. The
 * teacher was held back, decided which of them stayed (not a thesaurus of related words, which helped only those it had
 * been written for), and was among those the weights were set on in the end.
 */
export type RememberedPerson<Name extends string = string> = {
  statements: Readonly<Record<Name, string>>;
  paraphrased: readonly (readonly [question: string, answer: Name])[];
  named: readonly (readonly [question: string, answer: Name])[];
};

export const people: Readonly<Record<string, RememberedPerson>> = { engineer, designer, teacher };
