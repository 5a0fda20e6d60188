import type { Config } from '../config.ts';
import { createFiles } from '../features/files/index.ts';
import type { Foundation } from './foundation.ts';

export type Files = ReturnType<typeof composeFiles>;

/** What people upload, and what messages hold besides text. */
export const composeFiles = (config: Config, foundation: Foundation) =>
  createFiles({ ...foundation, maxFileBytes: config.limits.maxFileBytes });
