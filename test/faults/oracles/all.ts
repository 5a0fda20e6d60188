import { acknowledged } from './acknowledged.ts';
import { answers } from './answers.ts';
import { endings } from './endings.ts';
import { events } from './events.ts';
import { limits } from './limits.ts';
import type { Oracle } from './oracle.ts';
import { order } from './order.ts';
import { processes } from './processes.ts';
import { repeats } from './repeats.ts';
import { schedules } from './schedules.ts';
import { tenants } from './tenants.ts';

export const oracles: readonly Oracle[] = [
  ...[acknowledged, answers, events, repeats, order, endings],
  ...[schedules, limits, tenants, processes],
];
