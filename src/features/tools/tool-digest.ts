import { sha256Hex } from '../../platform/crypto/digest.ts';
import type { SharedTool, Tool } from './tool.ts';

/**
 * A digest over everything that decides what a call does, so that whoever agreed to the tool agreed to this one and not to
 * whatever bears its name later. Computed when it is first asked for: most turns never ask. Of headers that are secret it
 * takes the sealed text, which tells nothing about them; headers that are stored again therefore count as changed.
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
