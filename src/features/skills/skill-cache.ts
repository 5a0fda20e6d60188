import type { Clock } from '../../kernel/clock.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { sha256Hex } from '../../platform/crypto/digest.ts';
import type { ResultCache } from '../tools/index.ts';
import type { SkillCacheStatistics } from './skills.schema.ts';

const mostEntries = 2_000;
const mostBytes = 4_194_304;
const channel = 'skill-cache-clear';
const everything = '*';

type Entry = { tool: string; json: string; bytes: number; expiresAt: number };
type Count = { entries: number; hits: number; misses: number };

/** The same for objects whose members are in another order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  );

/**
 * Results of skills' tools that depend only on their parameters. The key is a digest, so the parameters cannot be read
 * from the cache. The least recently used entries are dropped first. Every node has its own cache and statistics;
 * clearing reaches all nodes.
 */
export function createSkillCache({ clock, bus }: { clock: Clock; bus: Bus }) {
  const entries = new Map<string, Entry>();
  const counts = new Map<string, Omit<Count, 'entries'>>();
  let bytes = 0;

  const countOf = (tool: string) => {
    const count = counts.get(tool) ?? { hits: 0, misses: 0 };
    counts.set(tool, count);
    return count;
  };

  function remove(key: string, entry: Entry): void {
    entries.delete(key);
    bytes -= entry.bytes;
  }

  function clearHere(tool: string): number {
    const found = [...entries].filter(([, entry]) => tool === everything || entry.tool === tool);
    for (const [key, entry] of found) remove(key, entry);
    return found.length;
  }
  bus.subscribe(channel, clearHere);

  const keyOf = (tool: string, params: object) => sha256Hex(`${tool}\n${canonical(params)}`);

  const cache: ResultCache = {
    get(tool, params) {
      const key = keyOf(tool, params);
      const entry = entries.get(key);
      const isFresh = entry !== undefined && entry.expiresAt > clock.now();
      countOf(tool)[isFresh ? 'hits' : 'misses'] += 1;
      if (!entry) return undefined;
      entries.delete(key);
      if (isFresh) entries.set(key, entry);
      else bytes -= entry.bytes;
      return isFresh ? { value: JSON.parse(entry.json) as unknown } : undefined;
    },
    set(tool, params, value, forMs) {
      const key = keyOf(tool, params);
      const known = entries.get(key);
      if (known) remove(key, known);
      const json = JSON.stringify(value);
      const entry = { tool, json, bytes: key.length + json.length, expiresAt: clock.now() + forMs };
      entries.set(key, entry);
      bytes += entry.bytes;
      for (const [oldest, old] of entries) {
        if (entries.size <= mostEntries && bytes <= mostBytes) break;
        remove(oldest, old);
      }
    },
  };

  return {
    ...cache,
    statistics(): SkillCacheStatistics {
      const byTool: Record<string, Count> = {};
      let [hits, misses] = [0, 0];
      for (const [tool, count] of counts) {
        byTool[tool] = { entries: 0, ...count };
        hits += count.hits;
        misses += count.misses;
      }
      for (const { tool } of entries.values()) (byTool[tool] as Count).entries += 1;
      return { entries: entries.size, hits, misses, hitRate: hits + misses === 0 ? 0 : hits / (hits + misses), byTool };
    },
    clear(tool: string | undefined): number {
      const wanted = tool ?? everything;
      const cleared = clearHere(wanted);
      bus.publish(channel, wanted);
      return cleared;
    },
  };
}

export type SkillCache = ReturnType<typeof createSkillCache>;
