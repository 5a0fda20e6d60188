import type { GatewayNode } from '../nodes.ts';
import type { Random } from '../random.ts';
import type { Tenant } from '../tenants.ts';
import type { World } from '../world.ts';

/** The context of each client of the load. */
export type Loader = {
  world: World;
  random: Random;
  /** Once true, clients finish operations under way and start no new ones. */
  isOver(): boolean;
  /** The time after which clients stop repeating unanswered requests. */
  giveUpAt(): number;
};

export const anyNode = ({ world, random }: Loader): GatewayNode => random.pick(world.nodes);
export const anyTenant = ({ world, random }: Loader): Tenant => random.pick(world.tenants);

const surfacesOfTenant = 4;
/** Shared by all clients of a tenant, so that turns wait for each other, also on different nodes. */
export const anySurface = ({ random }: Loader): string => `s${random.integer(1, surfacesOfTenant)}`;

/** A unique text that contains the tenant's canary. */
export function newText({ world: { journal }, random }: Loader, { canary }: Tenant): string {
  return `${canary} ${random.chance(0.15) ? 'tool ' : ''}m${journal.newNumber()}.`;
}

/** What the model answers to a text. */
export const echoOf = (text: string): string => `Echo: ${text}`;
