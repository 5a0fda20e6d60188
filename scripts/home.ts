import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The published package has JavaScript. */
const isClone = import.meta.filename.endsWith('.ts');

/** How a command is typed: in a clone npm installs what is missing first. */
export const commandLine = (name: string): string => (isClone ? `npm run ${name} --` : `agent-gateway ${name}`);

/** npm changes to the project's folder first. A relative name is meant from the folder where it was typed. */
export const typedPath = (name: string): string => resolve((isClone && process.env.INIT_CWD) || '.', name);

/** Like a start: `.env` and a relative DATA_DIR are in the project's folder, or for the package in the current one. */
export function goHome(): void {
  if (isClone) process.chdir(fileURLToPath(new URL('..', import.meta.url)));
}
