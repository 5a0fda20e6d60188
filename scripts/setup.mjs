import { ensureInstalled } from './install.mjs';

await ensureInstalled({ all: process.argv.includes('--all') });
