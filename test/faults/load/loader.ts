import type { GatewayNode } from '../nodes.ts';
import type { Random } from '../random.ts';
import type { Tenant } from '../tenants.ts';
import type { World } from '../world.ts';

/** What every client of the load has. */
export type Loader = {
  world: World;
  random: Random;
  /** Once true, what is under way is brought to its end and nothing new begun. */
  isOver(): boolean;
  /** When clients stop asking again for what has not been answered. */
  giveUpAt(): number;
};

export const anyNode = ({ world, random }: Loader): GatewayNode => random.pick(world.nodes);
export const anyTenant = ({ world, random }: Loader): Tenant => random.pick(world.tenants);

const surfacesOfTenant = 4;
/** Shared by all clients of a tenant, so that turns wait for each other, on different nodes too. */
export const anySurface = ({ random }: Loader): string => `s${random.integer(1, surfacesOfTenant)}`;

/** A text that nobody else sends, with the tenant's canary in it. */
export function newText({ world: { journal }, random }: Loader, { canary }: Tenant): string {
  return `${canary} ${random.chance(0.15) ? 'tool ' : ''}m${journal.newNumber()}.`;
}

/** What the model answers to a text. */
export const echoOf = (text: string): string => `Echo: ${text}`;
