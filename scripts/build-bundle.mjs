import { setPriority } from 'node:os';
import { refreshBundle } from './bundle.ts';

/** Run in the background by `npm start`. Takes milliseconds if the bundle is fresh. */
try {
  // Requests to the gateway come first.
  setPriority(10);
} catch {
  // Not allowed everywhere.
}
try {
  await refreshBundle();
} catch (error) {
  console.error(`The next start will not be faster, because the bundle was not written. ${error.message}`);
}
