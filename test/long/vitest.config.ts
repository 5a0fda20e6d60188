import { defineConfig, mergeConfig } from 'vitest/config';
import usual from '../../vitest.config.ts';

/** Tests that kill processes for minutes, or send every route a thousand hostile bodies: `npm run test:long`. */
const long = defineConfig({ test: { maxWorkers: 3 } });
const merged = mergeConfig(usual, long);
merged.test = { ...merged.test, include: ['test/long/**/*.test.ts'], exclude: [] };
export default merged;
