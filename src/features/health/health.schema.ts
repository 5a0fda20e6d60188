import { Type } from '../../http/validation/type.ts';

const Check = Type.Object(
  { status: Type.Enum(['ok', 'down']), latencyMs: Type.Number({ examples: [0.8] }) },
  { title: 'HealthCheck' },
);

export const Health = Type.Object(
  {
    status: Type.Enum(['ok', 'degraded', 'down']),
    version: Type.String({ examples: ['0.1.0'] }),
    uptimeSeconds: Type.Integer(),
    checks: Type.Object({ search: Check, database: Check, websocket: Check }),
  },
  { title: 'Health' },
);
export type Health = Type.Static<typeof Health>;

export const Readiness = Type.Object(
  { status: Type.Enum(['ready', 'starting', 'draining', 'database_away']) },
  { title: 'Readiness' },
);
export type Readiness = Type.Static<typeof Readiness>;
