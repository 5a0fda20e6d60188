import { ToolError } from '../../../kernel/tool-error.ts';
import type { Tool } from '../../tools/index.ts';

const why = 'Its definition has changed since it was accepted. It works again once the current version is accepted.';

/** Replaces a tool whose definition has changed since it was accepted: neither its texts nor its address are used. */
export const withheld = ({ name, source, digest }: Tool): Tool => ({
  name,
  source,
  digest,
  description: `Not available. ${why}`,
  parameters: { type: 'object' },
  timeoutMs: 1_000,
  external: false,
  async execute() {
    throw new ToolError(`The tool ${name} is not available. ${why}`);
  },
});
