export { createMiniLmVectors } from './minilm/minilm-vectors.ts';
export { piecesOf } from './pieces.ts';
export { learnedFile, pack, type Role, readTurns } from './questions-and-statements.ts';
export { createSentenceVectors, dimension } from './sentence-vectors.ts';
