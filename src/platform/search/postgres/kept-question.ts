/** `keep`: signs of parts that were missing. `nearest`: in the parts `chosen` of all that are searched, each list as one text. */
export type KeptQuestion =
  | { kind: 'keep'; name: string; parts: readonly { part: string; ids: string; signs: Uint8Array }[] }
  | { kind: 'nearest'; name: string; all: string; entries: number; chosen: string | undefined; vector: Float32Array };

/** The ids of what is closest, or of the parts whose signs are not kept; `full` where there is no room for them. */
export type KeptAnswer = { ids: string[] } | { missing: string[] } | 'full';

export const listOf = (text: string): string[] => (text === '' ? [] : text.split(' '));
