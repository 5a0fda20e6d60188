import { ToolError } from '../../../kernel/tool-error.ts';
import type { Egress } from '../../../platform/egress/egress.ts';
import { lowerCased } from '../../../platform/egress/headers.ts';
import { mediaType, responseText } from '../response-text.ts';
import type { SharedTool } from '../tool.ts';
import type { PageReader } from './page-reader.ts';

const timeoutMs = 30_000;
const longestText = 50_000;

type Params = { url: string; method: string; headers: Record<string, string>; body?: string };

export function createHttpFetchTool(egress: Egress, pages: PageReader): SharedTool {
  return {
    name: 'http_fetch',
    description:
      'Fetches an address over HTTP and gives back what can be read there; pages come as text with their links.',
    source: 'builtin',
    parameters: {
      type: 'object',
      properties: {
        url: { type: 'string', minLength: 1, maxLength: 2_048, examples: ['https://example.com/'] },
        method: { enum: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'], default: 'GET' },
        headers: { type: 'object', additionalProperties: { type: 'string' }, maxProperties: 32, default: {} },
        body: { type: 'string', maxLength: 262_144 },
      },
      required: ['url'],
      additionalProperties: false,
    },
    timeoutMs: timeoutMs + 1_000,
    external: true,
    async execute(params, { signal, caller }) {
      const { url, method, headers, body } = params as Params;
      const response = await egress.request(url, {
        method,
        headers: {
          accept: 'text/html, application/json, text/*, */*;q=0.1',
          'accept-encoding': 'gzip, br',
          ...lowerCased(headers),
        },
        ...(body === undefined ? {} : { body }),
        signal,
        timeoutMs,
        // A page is mostly markup.
        maxBytes: 1_048_576,
        maxRedirects: 5,
      });
      const contentType = response.headers['content-type'] ?? '';
      const isPage = /^(?:text\/html|application\/xhtml\+xml)$/.test(mediaType(contentType));
      const raw = responseText(response);
      const page = isPage
        ? await pages.read(caller.workspaceId, { html: raw, base: response.url, longest: longestText })
        : { title: '', text: raw, length: raw.length };
      if (!page) throw new ToolError('The page takes too long to read.');
      const { title, text, length } = page;
      return {
        url: response.url,
        status: response.status,
        contentType,
        ...(title ? { title } : {}),
        body: text.slice(0, longestText),
        truncated: response.truncated || length > longestText,
      };
    },
  };
}
