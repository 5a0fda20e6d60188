import { enableCompileCache } from 'node:module';
import { pathToFileURL } from 'node:url';
import { cacheFolder, freshBundle } from './bundle.ts';
import { oneOfSeveral } from './platform/processes.ts';

// Caches compiled modules and TypeScript with its types stripped: measured, a second start takes a third less CPU. If the
// folder is not writable, nothing is cached.
enableCompileCache(cacheFolder);
// Threads, and the processes of PROCESSES, read it themselves.
process.env.NODE_COMPILE_CACHE = cacheFolder;

// The process that starts and watches the others loads little more than the settings.
const isSupervisor = Boolean(process.env.PROCESSES?.trim()) && !process.argv.includes(oneOfSeveral);
if (isSupervisor) await import('./supervisor.ts');
else {
  const bundle = freshBundle();
  await import(bundle ? pathToFileURL(bundle).href : './serve.ts');
}
