import { readFileSync, writeFileSync } from 'node:fs';
import { clientTypes, type Description } from './client-types.ts';

/** Writes the types of the client from the committed description; a test checks that they fit. */
const description = JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8')) as Description;
writeFileSync(new URL('../packages/client/src/api.ts', import.meta.url), clientTypes(description));
