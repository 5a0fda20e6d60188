import type { Models } from '../../../platform/models/models.ts';
import { type Check, pass } from '../check.ts';
import { webSocketEcho } from './realtime.ts';

const quickTimeoutMs = 2_500;

type Deps = { models: Models; probeDatabase(): Promise<void>; probeWebSocket(): Promise<void> };

/** Checks only whether things can be reached: nothing is written, no model generates. */
export const quickChecks = ({ models, probeDatabase, probeWebSocket }: Deps): Check[] => [
  {
    id: 'database',
    category: 'storage',
    broken: 'The database does not answer.',
    hint: 'Check DATABASE_URL and its server, or the disk of DATA_DIR; GET /diagnostics says more.',
    timeoutMs: quickTimeoutMs,
    async examine() {
      await probeDatabase();
      return pass('The database answers.');
    },
  },
  {
    id: 'provider',
    category: 'models',
    broken: 'The provider of the default model cannot be reached, or refuses the key.',
    hint: 'Check DEFAULT_MODEL, the provider’s key or address in the settings, and the way there.',
    timeoutMs: quickTimeoutMs,
    async examine(signal) {
      const { provider } = await models.probe(signal);
      return pass(`${provider} answers.`);
    },
  },
  { ...webSocketEcho(probeWebSocket), timeoutMs: quickTimeoutMs },
];
