import { readFileSync, writeFileSync } from 'node:fs';
import { clientTypes } from './client-types.ts';

/** Writes the types of the client from the committed description. A test checks that they match. */
const description: object = JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8'));
writeFileSync(new URL('../packages/client/src/api.ts', import.meta.url), await clientTypes(description));
