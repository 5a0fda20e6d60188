import type { Role } from '#sentence-encoder';
import { normalise } from '#sentence-encoder/normalise';

/** The vectors of a person's statements and questions, and which statement answers each question. */
export type Person = { statements: Float32Array[]; questions: Float32Array[]; answers: number[] };
export type Matrices = Record<Role, Float32Array>;

const rounds = 15;
const pace = 3e-4;
/** The temperature: similarities that differ by this much differ by a factor of e. */
const temperature = 0.1;
/** Weight decay: without it the matrices overfit these people. */
const restraint = 0.03;

/** v + v · M for each vector, normalised, with its length before. Row by row, because a whole matrix does not fit the cache. */
function turnAll(vectors: readonly Float32Array[], matrix: Float32Array) {
  const turned = vectors.map((vector) => vector.slice());
  const size = Math.sqrt(matrix.length);
  for (let row = 0; row < size; row += 1) {
    const values = matrix.subarray(row * size, (row + 1) * size);
    for (let index = 0; index < vectors.length; index += 1)
      addTo(turned[index] as Float32Array, (vectors[index] as Float32Array)[row] as number, values);
  }
  return turned.map((vector) => ({ length: Math.sqrt(dot(vector, vector)), vector: normalise(vector) }));
}

/** sum += factor · values */
function addTo(sum: Float32Array, factor: number, values: Float32Array): void {
  for (let index = 0; index < sum.length; index += 1)
    sum[index] = (sum[index] as number) + factor * (values[index] as number);
}

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index += 1) sum += (one[index] as number) * (other[index] as number);
  return sum;
}

/** The softmax over the similarities: the probability of each statement. */
function shares(likenesses: readonly number[]): number[] {
  const most = Math.max(...likenesses);
  const weights = likenesses.map((likeness) => Math.exp((likeness - most) / temperature));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

type Turned = ReturnType<typeof turnAll>[number];

/** The gradient of the matrix from the gradient of the normalised vectors (`pulls`, which is overwritten). */
function addSlopes(
  slope: Float32Array,
  vectors: readonly Float32Array[],
  turned: readonly Turned[],
  pulls: readonly Float32Array[],
): void {
  for (const [index, pull] of pulls.entries()) {
    const { vector, length } = turned[index] as Turned;
    addTo(pull, -dot(pull, vector), vector);
    for (let place = 0; place < pull.length; place += 1) pull[place] = (pull[place] as number) / length;
  }
  const size = Math.sqrt(slope.length);
  for (let row = 0; row < size; row += 1) {
    const values = slope.subarray(row * size, (row + 1) * size);
    for (let index = 0; index < vectors.length; index += 1)
      addTo(values, (vectors[index] as Float32Array)[row] as number, pulls[index] as Float32Array);
  }
}

/** The gradients of both matrices. */
function slopesOf({ statements, questions, answers }: Person, { question, statement }: Matrices): Matrices {
  const slopes = { question: question.map((v) => v * restraint), statement: statement.map((v) => v * restraint) };
  const asked = turnAll(questions, question);
  const known = turnAll(statements, statement);
  const pullsOf = (turned: readonly Turned[]) => turned.map(({ vector }) => new Float32Array(vector.length));
  const [pullsOfQuestions, pullsOfStatements] = [pullsOf(asked), pullsOf(known)];
  for (const [index, { vector }] of asked.entries()) {
    const taken = shares(known.map((turned) => dot(vector, turned.vector)));
    for (const [place, share] of taken.entries()) {
      const weight = (share - (place === answers[index] ? 1 : 0)) / (asked.length * temperature);
      addTo(pullsOfQuestions[index] as Float32Array, weight, (known[place] as Turned).vector);
      addTo(pullsOfStatements[place] as Float32Array, weight, vector);
    }
  }
  addSlopes(slopes.question, questions, asked, pullsOfQuestions);
  addSlopes(slopes.statement, statements, known, pullsOfStatements);
  return slopes;
}

/** One matrix with the state of the Adam optimiser. */
function createDescent(size: number) {
  const matrix = new Float32Array(size);
  const mean = new Float32Array(size);
  const square = new Float32Array(size);
  let steps = 0;
  return {
    matrix,
    step(slope: Float32Array, length: number): void {
      steps += 1;
      const meanPart = 1 - 0.9 ** steps;
      const squarePart = 1 - 0.999 ** steps;
      for (let index = 0; index < size; index += 1) {
        const value = slope[index] as number;
        mean[index] = 0.9 * (mean[index] as number) + 0.1 * value;
        square[index] = 0.999 * (square[index] as number) + 0.001 * value * value;
        const spread = Math.sqrt((square[index] as number) / squarePart) + 1e-8;
        matrix[index] = (matrix[index] as number) - (length * (mean[index] as number)) / meanPart / spread;
      }
    },
  };
}

/** Always in the same order, so that the result is reproducible. */
function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  let state = seed;
  const keyed = items.map((item) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return { item, key: state };
  });
  return keyed.sort((one, other) => one.key - other.key).map(({ item }) => item);
}

/** Each question must find its answer among all statements of the same person. */
export function learn(people: readonly Person[]): Matrices {
  const size = (people[0]?.statements[0]?.length ?? 0) ** 2;
  const question = createDescent(size);
  const statement = createDescent(size);
  const matrices = { question: question.matrix, statement: statement.matrix };
  for (let round = 0; round < rounds; round += 1)
    for (const person of shuffled(people, round + 1)) {
      const slopes = slopesOf(person, matrices);
      const length = pace * (1 - round / rounds);
      question.step(slopes.question, length);
      statement.step(slopes.statement, length);
    }
  return matrices;
}

export function recallOf(people: readonly Person[], { question, statement }: Matrices) {
  const ranks = people.flatMap(({ statements, questions, answers }) => {
    const known = turnAll(statements, statement);
    return turnAll(questions, question).map(({ vector }, index) => {
      const likenesses = known.map((turned) => dot(vector, turned.vector));
      const right = likenesses[answers[index] as number] as number;
      return likenesses.filter((likeness) => likeness > right).length;
    });
  });
  const within = (most: number) => ranks.filter((rank) => rank < most).length;
  return { first: within(1), amongFive: within(5), asked: ranks.length };
}
