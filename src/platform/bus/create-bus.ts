import type { Log } from '../../kernel/log.ts';
import type { OpenDatabase } from '../db/open.ts';
import type { Bus } from './bus.ts';
import { createLocalBus } from './local-bus.ts';
import { createPostgresBus } from './postgres-bus.ts';

export const createBus = ({ connections }: OpenDatabase, url: string | undefined, log: Log): Bus =>
  connections && url ? createPostgresBus({ url, pool: connections, log }) : createLocalBus({ log });
