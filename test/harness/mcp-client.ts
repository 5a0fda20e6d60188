import { Client, type ElicitResult, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** The revisions of the protocol: one begins with `initialize`, the other names itself in every request. */
export const eras = ['2025-11-25', '2026-07-28'] as const;
type Era = (typeof eras)[number];

type Options = {
  token: string;
  era?: Era;
  headers?: Record<string, string>;
  /** What the person says to a form; without it the client shows none. */
  elicit?: (message: string) => ElicitResult | Promise<ElicitResult>;
};

/** The official client, connected to the door. With several nodes each request goes to the next of them. */
export async function openMcp(urls: readonly string[], { token, era = '2026-07-28', headers = {}, elicit }: Options) {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    {
      capabilities: elicit ? { elicitation: { form: {} } } : {},
      versionNegotiation: { mode: era === '2026-07-28' ? { pin: era } : 'legacy' },
    },
  );
  if (elicit) client.setRequestHandler('elicitation/create', async ({ params }) => elicit(params.message));
  let sent = 0;
  const transport = new StreamableHTTPClientTransport(new URL(`${urls[0]}/mcp`), {
    fetch: (_url, init) => {
      sent += 1;
      return fetch(`${urls[sent % urls.length]}/mcp`, init);
    },
    requestInit: { headers: { authorization: `Bearer ${token}`, ...headers } },
  });
  await client.connect(transport);
  return client;
}

type Content = { content?: unknown };

/** The texts of a result for people, without those for the client's model. */
export const textOf = ({ content }: Content): string =>
  (content as { type: string; text?: string; annotations?: object }[])
    .filter(({ annotations }) => annotations === undefined)
    .map(({ text = '' }) => text)
    .join('\n');
