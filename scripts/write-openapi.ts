import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compose } from '../src/compose.ts';
import { readConfig } from '../src/config.ts';

/** Writes the committed description. A test checks that it matches the routes. */
const folder = mkdtempSync(join(tmpdir(), 'gateway-openapi-'));
const gateway = compose(readConfig({ JWT_SECRET: 'x'.repeat(32), DATA_DIR: folder, LOG_LEVEL: 'silent' }));
await gateway.app.ready();
writeFileSync(new URL('../openapi.json', import.meta.url), `${JSON.stringify(gateway.document(), null, 2)}\n`);
await gateway.stop();
rmSync(folder, { recursive: true });
