import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { stringify } from 'yaml';

const description: unknown = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'));
parentPort?.postMessage(
  workerData === 'yaml' ? stringify(description, { aliasDuplicateObjects: false }) : JSON.stringify(description),
);
