import { AppError } from './errors.ts';

/** Quotas. They are generous: they protect tenants from each other and do not limit normal use. */
export const quotaDefaults = {
  workspacesPerPerson: 100,
  membersPerWorkspace: 1_000,
  agents: 1_000,
  /** Of a workspace's agents with their earlier versions. */
  agentBytes: 33_554_432,
  tools: 200,
  mcpServers: 20,
  /** To providers of models. */
  connections: 50,
  webhooks: 100,
  channels: 100,
  /** Each of cron schedules and heartbeats. */
  schedules: 100,
  memoryProfiles: 100,
  /** Of all people of a workspace, closed ones included. */
  sessions: 200_000,
  /** Of one person in one workspace. */
  memoryEntries: 50_000,
  /** Of one person in one workspace. */
  personalKeys: 100,
  /** Open ones of a workspace. */
  invitations: 200,
  /** Sent by mail, of a workspace and of a person. */
  invitationsPerHour: 30,
  /** Of all people of a workspace, those in messages included. */
  files: 20_000,
  fileBytes: 10_737_418_240,
  /** Stored ones of `/inference/responses`, of all people of a workspace. */
  responses: 200_000,
  /** Of documents that agents answer from. */
  collections: 100,
  /** Of all collections of a workspace. */
  documents: 20_000,
  /** Of all documents of a workspace. */
  documentCharacters: 1_000_000_000,
};
export type QuotaName = keyof typeof quotaDefaults;
export type QuotaLimits = Readonly<Record<QuotaName, number>>;

const whatToDo: Record<QuotaName, string> = {
  workspacesPerPerson: 'Leave or hand on one that you own.',
  membersPerWorkspace: 'Remove someone first.',
  agents: 'Delete one first.',
  agentBytes: 'Delete agents that are not needed; their earlier versions go with them.',
  tools: 'Delete one first.',
  mcpServers: 'Delete one first.',
  connections: 'Delete one first.',
  webhooks: 'Delete one first.',
  channels: 'Delete one first.',
  schedules: 'Delete one first.',
  memoryProfiles: 'Delete one first.',
  sessions: 'Delete sessions that are not needed.',
  memoryEntries: 'Delete entries that are not needed.',
  personalKeys: 'Revoke one first.',
  invitations: 'Withdraw one first.',
  invitationsPerHour: 'Wait an hour.',
  files: 'Delete files, or sessions whose messages hold them.',
  fileBytes: 'Delete files, or sessions whose messages hold them.',
  responses: 'Delete responses, or send store: false.',
  collections: 'Delete one first.',
  documents: 'Delete documents that are not needed.',
  documentCharacters: 'Delete documents that are not needed.',
};

export const quotaExceeded = (quota: QuotaName, limit: number): AppError =>
  new AppError(
    'quota_exceeded',
    `The quota ${quota} of ${limit} is used up. ${whatToDo[quota]} The operator of this gateway can raise it.`,
    { extra: { quota, limit } },
  );

export type Quotas = ReturnType<typeof createQuotas>;

export function createQuotas(limits: QuotaLimits) {
  return {
    limits,
    /** Throws unless `more` fit in beside the `present` ones. */
    require(quota: QuotaName, present: number, more = 1): void {
      if (present + more > limits[quota]) throw quotaExceeded(quota, limits[quota]);
    },
  };
}

/** JSON such as `{"agents": 50}`; what is left out stays as it is. */
export function parseQuotas(text: string): QuotaLimits | { problem: string } {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return { problem: 'must be JSON' };
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return { problem: 'must be an object such as {"agents": 50}' };
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(quotaDefaults, name))
      return { problem: `knows no "${name}"; there are ${Object.keys(quotaDefaults).join(', ')}` };
    if (!Number.isSafeInteger(value) || value < 0) return { problem: `must have a whole number for ${name}` };
  }
  return { ...quotaDefaults, ...given };
}
