import { ToolError } from '../../../kernel/tool-error.ts';
import type { Tool } from '../../tools/index.ts';

const why = 'Its definition has changed since this was agreed to. It works again when the present version is accepted.';

/** Stands where a tool was that is another one now: neither its words nor its address are used. */
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
