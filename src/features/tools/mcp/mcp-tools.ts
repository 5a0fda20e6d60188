import type { CallToolResult, Tool as RemoteTool } from '@modelcontextprotocol/client';
import { ToolError } from '../../../kernel/tool-error.ts';
import { outline, unsafeSchema } from '../parameters/parameter-schema.ts';
import type { JsonSchema, Tool, ToolContext } from '../tool.ts';
import { withDigest } from '../tool-digest.ts';
import { longestCallMs, type McpConnections, type McpTarget } from './mcp-connections.ts';

/** What is stored of a server's tool. */
export type McpTool = { name: string; description: string; parameters: JsonSchema };

const mostTools = 128;
const longestDescription = 4_000;
/** The limit of a call that reports no progress. */
const timeoutMs = 60_000;

/** Such a tool answers with a task to poll, which is not supported: every call would fail. */
const needsTask = (tool: RemoteTool): boolean =>
  (tool as { execution?: { taskSupport?: unknown } }).execution?.taskSupport === 'required';

/** Names must fit into a URL and a model's call; everything a server says is taken within limits only. */
export function toolsFrom(found: readonly RemoteTool[]): McpTool[] {
  const names = new Set<string>();
  return found
    .filter((tool) => !needsTask(tool))
    .filter(({ name }) => /^[\w./-]{1,128}$/.test(name) && !names.has(name) && names.add(name))
    .slice(0, mostTools)
    .map(({ name, description = '', inputSchema }) => {
      const schema = inputSchema as JsonSchema;
      // Compiled at first use: a server may offer many tools, and most are never called.
      const usable = unsafeSchema(schema) === undefined;
      return {
        name,
        description: description.slice(0, longestDescription).replaceAll('\0', ''),
        parameters: usable ? schema : outline(schema),
      };
    });
}

type Block = CallToolResult['content'][number];

/** Of one result. */
const mostImages = 8;

/** Images that the model can see; of others a result shows only the type. */
async function keptImages(blocks: readonly Block[], { keepImage }: ToolContext): Promise<Map<Block, object>> {
  const kept = new Map<Block, object>();
  if (!keepImage) return kept;
  const images = blocks.filter((block) => block.type === 'image').slice(0, mostImages);
  for (const [index, block] of images.entries()) {
    // A used-up quota must not fail the tool: its effect has happened.
    const found = await keepImage(Buffer.from(block.data, 'base64'), `image-${index + 1}`).catch(() => undefined);
    if (found) kept.set(block, { type: 'image', name: found.name, mimeType: found.mediaType, fileId: found.fileId });
  }
  return kept;
}

/** Text as it is; for images, audio and files only their type. */
function shown(block: Block): unknown {
  if (block.type === 'text') return block.text.replaceAll('\0', '\ufffd');
  if (block.type === 'image' || block.type === 'audio')
    return { type: block.type, mimeType: block.mimeType, base64Length: block.data.length };
  if (block.type === 'resource') {
    const { uri, mimeType } = block.resource;
    return { type: 'resource', uri, mimeType, ...('text' in block.resource ? { text: block.resource.text } : {}) };
  }
  return { type: block.type, uri: block.uri, name: block.name };
}

async function resultOf({ content = [], structuredContent }: CallToolResult, context: ToolContext): Promise<unknown> {
  const kept = await keptImages(content, context);
  if (structuredContent !== undefined) return structuredContent;
  const blocks = content.map((block) => kept.get(block) ?? shown(block));
  return blocks.every((block) => typeof block === 'string') ? blocks.join('\n') : blocks;
}

export const createMcpTool = (
  server: string,
  { name, description, parameters }: McpTool,
  target: McpTarget,
  connections: McpConnections,
): Tool =>
  withDigest(
    {
      name: `${server}.${name}`,
      description,
      source: `mcp:${server}`,
      parameters,
      timeoutMs,
      longestMs: longestCallMs,
      external: true,
      async execute(params, context) {
        const { signal } = context;
        const answer = await connections.callTool(target, name, params, { signal, timeoutMs });
        const result = await resultOf(answer, context);
        if (answer.isError)
          throw new ToolError(
            typeof result === 'string' ? result : 'The tool failed.',
            typeof result === 'string' ? {} : { result },
          );
        return result;
      },
    },
    [description, name, target.url, target.sealedHeaders],
  );
