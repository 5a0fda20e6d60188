import { Type } from '../../http/validation/type.ts';
import { readParts } from '../../kernel/parts.ts';
import { InputParts } from '../runs/index.ts';
import {
  AgentId,
  CronExpression,
  type FiringRow,
  firingState,
  Message,
  Name,
  type ScheduleRow,
  scheduleState,
  shownFiring,
  shownState,
  Timezone,
} from '../schedules/index.ts';
import { MessageParts } from '../sessions/index.ts';

const MessageInput = Type.Union([Message, InputParts], {
  description: 'A text, or a list of parts: texts, images and files.',
  examples: ['Sum up what is new for the team.'],
});

export const CreateCronSchedule = Type.Object(
  {
    name: Type.Optional(Name),
    agentId: Type.Optional(Type.String({ ...AgentId, description: 'Default: the workspace’s default agent.' })),
    message: MessageInput,
    cron: CronExpression,
    timezone: Type.Optional(Timezone),
    enabled: Type.Optional(Type.Boolean()),
  },
  { title: 'CreateCronSchedule', additionalProperties: false },
);
export type CreateCronSchedule = Type.Static<typeof CreateCronSchedule>;

export const UpdateCronSchedule = Type.Object(
  {
    name: Type.Optional(Name),
    agentId: Type.Optional(AgentId),
    message: Type.Optional(MessageInput),
    cron: Type.Optional(CronExpression),
    timezone: Type.Optional(Timezone),
    enabled: Type.Optional(
      Type.Boolean({ description: 'Switching it on clears the failures in a row and starts from now.' }),
    ),
  },
  {
    title: 'UpdateCronSchedule',
    additionalProperties: false,
    description: 'Omitted fields keep their values. A change of `agentId` or `message` makes it act as you.',
  },
);
export type UpdateCronSchedule = Type.Static<typeof UpdateCronSchedule>;

export const CronSchedule = Type.Object(
  {
    id: Type.String({ examples: ['cron_01jd3v9k4m8q2w5x7y0z1a2b3c'] }),
    name: Name,
    agentId: AgentId,
    message: Type.String({ description: 'Its text.', examples: ['Sum up what is new for the team.'] }),
    parts: Type.Optional(MessageParts),
    cron: CronExpression,
    timezone: Timezone,
    ...scheduleState,
  },
  { title: 'CronSchedule' },
);
export type CronSchedule = Type.Static<typeof CronSchedule>;

export const shownCronSchedule = (row: ScheduleRow): CronSchedule => ({
  id: row.id,
  name: row.name,
  agentId: row.agent_id,
  message: row.message,
  ...(row.parts === null ? {} : { parts: readParts(row.parts) ?? [] }),
  cron: row.cron ?? '',
  timezone: row.timezone ?? 'UTC',
  ...shownState(row),
});

export const CronRun = Type.Object(
  {
    ...firingState,
    status: Type.Enum(['running', 'ok', 'failed'], {
      description: '`running` until the agent’s run has ended, then its result.',
    }),
  },
  { title: 'CronRun' },
);
export type CronRun = Type.Static<typeof CronRun>;

export const shownCronRun = (row: FiringRow): CronRun => ({
  ...shownFiring(row),
  status: row.status === 'no_change' ? 'ok' : row.status,
});
