import type { Config } from './config.ts';
import { version } from './version.ts';

/** The text after `npm start`, on stderr: stdout is for the log. */
export function welcome(config: Config, address: string): string {
  const database = config.database.databaseUrl
    ? `PostgreSQL at ${new URL(config.database.databaseUrl).host}`
    : `SQLite in ${config.database.dataDirectory}`;
  const { models } = config;
  const model =
    models.defaultModel ??
    (models.openaiApiKey
      ? 'openai'
      : models.anthropicApiKey
        ? 'anthropic'
        : models.googleApiKey
          ? 'google'
          : undefined) ??
    (models.compatibleBaseUrl
      ? 'openai-compatible'
      : 'built-in offline model (set OPENAI_API_KEY or another for a real one)');
  const baseUrl = config.hasOwnBaseUrl ? config.baseUrl : `http://${address.replace(/^127\.0\.0\.1:/, 'localhost:')}`;
  const isWhereItListens = baseUrl.endsWith(`:${address.split(':').at(-1)}`);
  return `
  Agent Gateway ${version}

  Address    ${baseUrl}${isWhereItListens ? '' : `  (listening on ${address})`}
  Console    ${baseUrl}/console
  Database   ${database}
  Model      ${model}
  Docs       README.md and docs/, or ${baseUrl}/openapi.json with a token
`;
}
