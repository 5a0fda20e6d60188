import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

const file = '.env';
const newJwtSecret = () => `JWT_SECRET=${randomBytes(48).toString('base64url')}\n`;
const newApiKey = () => `GATEWAY_API_KEY=gw_${randomBytes(32).toString('base64url')}\n`;
const newEncryptionKey = () => `GATEWAY_ENCRYPTION_KEY=${randomBytes(32).toString('base64')}\n`;

const header = `# Settings of this gateway, made at its first start. Variables of the environment win over this file.
# Every setting is described in .env.example. Keep it private, and keep a copy: without GATEWAY_ENCRYPTION_KEY
# the secrets in the database cannot be read again.
`;

const isSet = (name) => process.env[name] !== undefined;
const content = () => (existsSync(file) ? readFileSync(file, 'utf8') : '');
const hasSecret = () => isSet('JWT_SECRET') || parseEnv(content()).JWT_SECRET !== undefined;

function firstContent() {
  // With JWT_SECRET set there are several nodes, or containers that lose their files: an encryption key that only
  // this folder has would make the secrets in the database unreadable. The key is then derived, or set in the environment.
  const keys = isSet('JWT_SECRET') ? [] : [newJwtSecret(), isSet('GATEWAY_ENCRYPTION_KEY') ? '' : newEncryptionKey()];
  return [header, ...keys, isSet('GATEWAY_API_KEY') ? '' : newApiKey()].join('');
}

function create() {
  try {
    // Exclusive, so that only one of two first starts makes the file; appending, so that neither overwrites the other.
    writeFileSync(file, firstContent(), { flag: 'ax', mode: 0o600 });
    console.error(`Wrote ${file} with new random keys (readable by you only).`);
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
}

function addMissingSecret() {
  if (hasSecret()) return;
  const before = content();
  appendFileSync(file, `${before === '' || before.endsWith('\n') ? '' : '\n'}${newJwtSecret()}`);
  console.error(`Added a new random JWT_SECRET to ${file}, which had none.`);
}

function refuse(line) {
  console.error(line);
  process.exit(1);
}

/** Writes the keys that are missing, but never new ones for data that was written with others. */
async function ensureKeys() {
  if (existsSync(file) && hasSecret()) return;
  const { findData } = await import('./existing-data.mjs');
  const data = await findData({ ...parseEnv(content()), ...process.env });
  if (!data) {
    create();
    addMissingSecret();
  } else if (!hasSecret()) {
    // Asked again only now, because another start may have written the file and the data meanwhile.
    const missing = existsSync(file) ? `${file} has no JWT_SECRET` : `There is no ${file}`;
    refuse(
      `${missing}, and ${data}, for which new keys are of no use. Put back the ${file} that belongs to it (from a backup or another node), or set JWT_SECRET and GATEWAY_ENCRYPTION_KEY as they were.`,
    );
  }
}

/** Writes `.env` in the current folder if it is missing, and loads it. The environment wins, even with an empty value. */
export async function ensureEnvironmentFile() {
  try {
    await ensureKeys();
    if (existsSync(file)) process.loadEnvFile(file);
  } catch (error) {
    if (!isSet('JWT_SECRET'))
      refuse(`${file} cannot be used (${error.message}). Make it accessible, or set JWT_SECRET in the environment.`);
    console.error(`Continuing without ${file}: ${error.message}`);
  }
}
