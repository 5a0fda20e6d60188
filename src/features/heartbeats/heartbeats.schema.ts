import { Nullable, Type } from '../../http/validation/type.ts';
import {
  AgentId,
  CronExpression,
  type FiringRow,
  firingState,
  Interval,
  Message,
  Name,
  type ScheduleRow,
  scheduleState,
  shownFiring,
  shownState,
  Timezone,
} from '../schedules/index.ts';

const Url = Type.String({ minLength: 1, maxLength: 2_048, examples: ['https://example.com/feed.xml'] });
const HeartbeatType = Type.Enum(['rss', 'http'], {
  description:
    '`rss`: RSS, Atom or JSON Feed; new items start the agent. `http`: a change of status or content starts it.',
});
const Prompt = Type.String({ ...Message, description: 'What the agent is told to do with the news.' });
const timing = {
  intervalSeconds: Type.Optional(Nullable(Interval, { description: 'This or `cron`.' })),
  cron: Type.Optional(Nullable(CronExpression, { description: 'This or `intervalSeconds`.' })),
  timezone: Type.Optional(Nullable(Timezone)),
};

/** Written by hand: generated from its fields' examples, it would have both kinds of timing. */
const example = {
  name: 'Release notes',
  type: 'rss',
  url: 'https://example.com/feed.xml',
  agentId: 'agt_01jd3v9k4m8q2w5x7y0z1a2b3c',
  prompt: 'Sum up what is new for the team.',
  intervalSeconds: 300,
};

export const CreateHeartbeat = Type.Object(
  {
    name: Type.Optional(Name),
    type: HeartbeatType,
    url: Url,
    agentId: Type.Optional(Type.String({ ...AgentId, description: 'Default: the workspace’s default agent.' })),
    prompt: Type.Optional(Prompt),
    ...timing,
    enabled: Type.Optional(Type.Boolean()),
  },
  { title: 'CreateHeartbeat', additionalProperties: false, examples: [example] },
);
export type CreateHeartbeat = Type.Static<typeof CreateHeartbeat>;

export const UpdateHeartbeat = Type.Object(
  {
    name: Type.Optional(Name),
    type: Type.Optional(HeartbeatType),
    url: Type.Optional(Url),
    agentId: Type.Optional(AgentId),
    prompt: Type.Optional(Prompt),
    ...timing,
    enabled: Type.Optional(
      Type.Boolean({ description: 'Switching it on clears the failures in a row and starts from now.' }),
    ),
  },
  {
    title: 'UpdateHeartbeat',
    examples: [{ prompt: example.prompt, cron: '0 9 * * 1-5', timezone: 'Europe/Berlin', enabled: true }],
    additionalProperties: false,
    description:
      'Omitted fields keep their values. A change of `agentId`, `prompt`, `type` or `url` makes it act as you; after a change of `type` or `url` everything found is new.',
  },
);
export type UpdateHeartbeat = Type.Static<typeof UpdateHeartbeat>;

export const Heartbeat = Type.Object(
  {
    id: Type.String({ examples: ['hb_01jd3v9k4m8q2w5x7y0z1a2b3c'] }),
    name: Name,
    type: HeartbeatType,
    url: Url,
    agentId: AgentId,
    prompt: Prompt,
    intervalSeconds: Nullable(Interval),
    cron: Nullable(CronExpression),
    timezone: Nullable(Timezone),
    ...scheduleState,
  },
  { title: 'Heartbeat' },
);
export type Heartbeat = Type.Static<typeof Heartbeat>;

export const shownHeartbeat = (row: ScheduleRow): Heartbeat => ({
  id: row.id,
  name: row.name,
  type: row.type ?? 'rss',
  url: row.url ?? '',
  agentId: row.agent_id,
  prompt: row.message,
  intervalSeconds: row.interval_seconds,
  cron: row.cron,
  timezone: row.timezone,
  ...shownState(row),
});

export const HeartbeatRun = Type.Object(
  {
    ...firingState,
    status: Type.Enum(['ok', 'no_change', 'failed'], {
      description:
        '`ok`: there was news and the agent was started. `failed`: the URL could not be read, or the agent failed; `error` says why.',
    }),
    itemCount: Type.Integer({ minimum: 0, examples: [3] }),
    httpStatus: Nullable(Type.Integer({ examples: [200] }), { description: 'Null without an answer.' }),
  },
  { title: 'HeartbeatRun' },
);
export type HeartbeatRun = Type.Static<typeof HeartbeatRun>;

export const shownHeartbeatRun = (row: FiringRow): HeartbeatRun => ({
  ...shownFiring(row),
  status: row.status === 'running' ? 'ok' : row.status,
  itemCount: row.item_count,
  httpStatus: row.http_status,
});
