import { CannotMove } from './embedded-source.ts';
import { madeByMigrations, ownRules, plainRule, type TableRule } from './table-rules.ts';

export type Columns = ReadonlyMap<string, readonly string[]>;
export type Reference = { table: string; refersTo: string };
export type PlannedTable = { table: string; rule: TableRule };

/** A referenced table comes before the tables that refer to it. */
function inOrder(tables: readonly string[], references: readonly Reference[]): string[] {
  const order: string[] = [];
  const open = new Set(tables);
  while (open.size > 0) {
    const next = [...open].filter((table) =>
      references.every((reference) => reference.table !== table || !open.has(reference.refersTo)),
    );
    if (next.length === 0)
      throw new CannotMove(`These tables refer to each other in a circle: ${[...open].join(', ')}.`);
    for (const table of next) open.delete(table);
    order.push(...next.sort());
  }
  return order;
}

/**
 * Every table of either side must have a rule; otherwise nothing is moved, because a forgotten table would be lost
 * data.
 */
export function planTables(source: Columns, target: Columns, references: readonly Reference[]): PlannedTable[] {
  const names = [...new Set([...source.keys(), ...target.keys()])].filter((name) => !madeByMigrations.has(name));
  const rules = new Map<string, TableRule>();
  for (const name of names) {
    const rule = ownRules[name] ?? plainRule(name, source.get(name) ?? [], target.get(name) ?? []);
    if (!rule || !target.has(name))
      throw new CannotMove(`The engines keep table ${name} differently, and no rule says how to move it.`);
    rules.set(name, rule);
  }
  return inOrder([...rules.keys()], references).flatMap((table) => {
    const rule = rules.get(table);
    return rule ? [{ table, rule }] : [];
  });
}
