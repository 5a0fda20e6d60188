import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPieces, cutText, plainText } from './plain-text.ts';

const anyText = fc.string({ unit: 'binary' });

describe('text from a model', () => {
  it('arrives as whole characters, however it is split', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.nat(40)), (text, cuts) => {
        const places = [...new Set([0, ...cuts.map((cut) => Math.min(cut, text.length)), text.length])].sort(
          (one, other) => one - other,
        );
        const whole = createPieces();
        const pieces = places.slice(1).map((to, index) => whole(text.slice(places[index], to)));
        expect(pieces.join('')).toBe(plainText(text));
        expect(pieces.every((piece) => piece.isWellFormed())).toBe(true);
      }),
    );
  });

  it('loses only what a database cannot store', () => {
    expect(plainText('a\0b')).toBe('a\ufffdb');
    expect(plainText('half \ud83d')).toBe('half \ufffd');
    fc.assert(
      fc.property(anyText, (text) => {
        expect(plainText(text)).not.toContain('\0');
        expect(plainText(text).length).toBe(text.length);
      }),
    );
  });

  it('is cut between characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 2, max: 9 }), (text, size) => {
        const pieces = [...cutText(text, size)];
        expect(pieces.join('')).toBe(text);
        expect(pieces.every((piece) => piece.length <= size && piece.isWellFormed() === text.isWellFormed())).toBe(
          true,
        );
      }),
    );
  });
});
