import { sha256Hex } from '../../platform/crypto/digest.ts';
import type { SharedTool, Tool } from './tool.ts';

/**
 * A digest over everything that decides what a call does: consent to a tool is consent to this definition, not to a later one of
 * the same name. Computed at first use, because most turns never need it. Secret headers enter as their encrypted text, which
 * tells nothing about them; headers that are stored again therefore count as changed.
 */
export function withDigest(tool: SharedTool, more: readonly unknown[] = []): Tool {
  let digest: string | undefined;
  return {
    ...tool,
    get digest() {
      digest ??= sha256Hex(JSON.stringify([tool.name, tool.source, tool.parameters, ...more]));
      return digest;
    },
  };
}
