import { describe, expect, it } from 'vitest';
import { createEgress } from '../../platform/egress/egress.ts';
import { createHttpTool, type HttpToolDefinition } from './http-tool.ts';
import { createMcpConnections } from './mcp/mcp-connections.ts';
import { createMcpTool } from './mcp/mcp-tools.ts';

const egress = createEgress({ policy: 'public' });
const connections = createMcpConnections({ egress, version: 'test' });
const definition: HttpToolDefinition = {
  name: 'pay',
  description: 'Pays.',
  parameters: { type: 'object', properties: { amount: { type: 'number' } } },
  url: 'https://bank.example/pay',
  method: 'POST',
  timeoutMs: 1_000,
  headers: () => ({ authorization: 'Bearer secret' }),
  sealedHeaders: 'v1.key.sealed',
};
const target = { id: 'mcp_1', version: 1, url: 'https://mcp.example', headers: () => ({}), sealedHeaders: 'v1.key.a' };
const remote = { name: 'pay', description: 'Pays.', parameters: { type: 'object' } };
const http = (change: Partial<HttpToolDefinition> = {}) => createHttpTool({ ...definition, ...change }, egress).digest;
const mcp = (change: Partial<typeof remote> = {}, at: Partial<typeof target> = {}, server = 'bank') =>
  createMcpTool(server, { ...remote, ...change }, { ...target, ...at }, connections).digest;

describe('the digest of a tool', () => {
  it('is the same for the same definition', () => {
    expect(http()).toMatch(/^[0-9a-f]{64}$/);
    expect(http()).toBe(http());
    expect(mcp()).toBe(mcp());
  });

  it('changes with everything that influences a call', () => {
    const digests = [
      http(),
      http({ name: 'pay2' }),
      http({ description: 'Pays others.' }),
      http({ parameters: { type: 'object' } }),
      http({ url: 'https://elsewhere.example/pay' }),
      http({ method: 'PUT' }),
      http({ timeoutMs: 2_000 }),
      http({ sealedHeaders: null }),
      http({ sealedHeaders: 'v1.key.other' }),
      mcp(),
      mcp({ name: 'pay_all' }),
      mcp({ description: 'Pays others.' }),
      mcp({ parameters: { type: 'array' } }),
      mcp({}, { url: 'https://elsewhere.example' }),
      mcp({}, { sealedHeaders: 'v1.key.b' }),
      mcp({}, {}, 'other'),
    ];
    expect(new Set(digests).size).toBe(digests.length);
  });

  it('is computed on first use, once', () => {
    let reads = 0;
    const parameters = {
      toJSON() {
        reads += 1;
        return {};
      },
    };
    const tool = createHttpTool({ ...definition, parameters }, egress);
    expect(reads).toBe(0);
    expect(tool.digest).toBe(tool.digest);
    expect(reads).toBe(1);
  });
});
