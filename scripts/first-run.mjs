import { randomBytes } from 'node:crypto';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
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
  const content = readFileSync(file, 'utf8');
  if (isSet('JWT_SECRET') || parseEnv(content).JWT_SECRET !== undefined) return;
  appendFileSync(file, `${content === '' || content.endsWith('\n') ? '' : '\n'}${newJwtSecret()}`);
  console.error(`Added a new random JWT_SECRET to ${file}, which had none.`);
}

/** Writes `.env` in the current folder if it is missing, and loads it. The environment wins, even with an empty value. */
export function ensureEnvironmentFile() {
  try {
    create();
    addMissingSecret();
    process.loadEnvFile(file);
  } catch (error) {
    if (isSet('JWT_SECRET')) {
      console.error(`Going on without ${file}: ${error.message}`);
      return;
    }
    console.error(
      `${file} cannot be used (${error.message}). Make it accessible, or set JWT_SECRET in the environment.`,
    );
    process.exit(1);
  }
}
