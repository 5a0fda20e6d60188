import { parentPort, workerData } from 'node:worker_threads';
import { stringify } from 'yaml';

parentPort?.postMessage(stringify(JSON.parse(workerData as string), { aliasDuplicateObjects: false }));
