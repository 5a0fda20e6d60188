/** The properties of personal keys, with 1,000 makers and keys on each engine. */
process.env.KEY_PAIRS = '1000';
await import('../../src/features/keys/key-rights.test.ts');
