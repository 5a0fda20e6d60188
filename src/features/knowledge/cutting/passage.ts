/** A part of a document: its place in the text (UTF-16 units, the end excluded), its page, and the headings above it. */
export type Cut = { start: number; end: number; page?: number; heading: string };

export type DocumentFormat = 'text' | 'markdown' | 'html' | 'csv' | 'pdf' | 'docx';

/** About 250 tokens: long enough to be understood alone, short enough that its meaning is one. */
export const longestPassage = 1_000;
export const shortestPassage = 200;
/** Of one document, in characters. */
export const longestDocument = 4_000_000;
export const mostPassages = 10_000;
