import type { Caller, Role } from '../../http/authentication.ts';
import { AppError, accountDisabled, invalidField, notFound, workspaceDisabled } from '../../kernel/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import type { ProviderName } from '../../platform/models/model.ts';
import type { Budgets, Purse } from '../costs/index.ts';
import type { Restrictions } from '../workspaces/index.ts';
import type { AgentBody } from './agents.schema.ts';
import type { AgentStore } from './agents.store.ts';
import type { Refusal } from './model-rules.ts';
import { standingOf } from './standing.ts';
import type { KeptVersions } from './versions/kept-versions.ts';

export type AdmissionRequest = {
  userId: string;
  workspaceId: string | undefined;
  agentId: string | undefined;
  /** What was agreed to (kept-versions.ts), where that is not the agent as it is now. */
  pin?: string | null | undefined;
  /** The version a run began with, where it goes on. */
  version?: number | null | undefined;
};
/** A version that is carried out because it was agreed to, or begun with: nothing that came since counts but more caution. */
type Accepted = { tools: Readonly<Record<string, string | null>>; policy: unknown };
type AdmittedAgent = AgentBody & { id: string; workspaceId: string; version: number };
export type ResolvedModel = { provider: ProviderName; model: string; contextWindow: number | null };
export type Admission = {
  caller: Caller;
  agent: AdmittedAgent;
  /** Undefined for the agent as it is now. */
  accepted: Accepted | undefined;
  model: ResolvedModel;
  /** Why the model cannot be asked; the turn begins, and fails for it. */
  notConfigured: string | null;
  /** Whose money the turn takes; null where no budget counts. */
  purse: Purse | null;
  /** Whether anything is remembered of the caller there: for whoever has nothing, recall costs nothing. */
  remembers: boolean;
  /** What it rests on: a step that finds another asks anew. */
  standing: string;
};

type Deps = {
  database: Database;
  store: AgentStore;
  kept: KeptVersions;
  refusal: Refusal;
  purseFor: Budgets['purseFor'];
  resolveModel(provider: string | null, model: string | null): ResolvedModel & { configured: boolean; reason?: string };
};

type Row = {
  workspace_id: string | null;
  role: Role | null;
  default_agent_id: string | null;
  budget: number | null;
  providers: string | null;
  models: string | null;
  agent_id: string | null;
  agent_workspace_id: string | null;
  version: number | null;
  agent_providers: string | null;
  agent_models: string | null;
  granted: string | null;
  person_disabled_at: number | null;
  workspace_disabled_at: number | null;
  agent_disabled_at: number | null;
  payer: string | null;
  remembers: number;
};

const restrictions = (providers: string | null, models: string | null): Restrictions => ({
  allowedProviders: providers === null ? null : (JSON.parse(providers) as string[]),
  allowedModels: models === null ? null : (JSON.parse(models) as string[]),
});

const cachedBodies = 2_000;

export const notAvailable = (): AppError =>
  new AppError('agent_not_available', 'The agent belongs to another workspace that has not granted it to yours.');

/**
 * The statement that admits a turn. Membership, role, grant, restrictions and the agent's version are read in one go
 * at every turn and never cached, so nothing revoked is served, whatever a notification did. Bodies are cached by
 * version: a version's body never changes.
 */
export function createAdmission({ database, store, kept, refusal, purseFor, resolveModel }: Deps) {
  const bodies = new Map<string, AgentBody>();

  /**
   * The version that was read, or the one that has taken its place since: looking for the very one that was read could
   * go on for as long as someone keeps changing the agent. Undefined when it is gone.
   */
  async function bodyOf(id: string, version: number): Promise<{ version: number; body: AgentBody } | undefined> {
    const cached = bodies.get(`${id}@${version}`);
    if (cached) return { version, body: cached };
    const row = await store.current(id);
    if (!row) return undefined;
    const body = JSON.parse(row.body) as AgentBody;
    if (bodies.size >= cachedBodies) bodies.delete(bodies.keys().next().value as string);
    bodies.set(`${id}@${row.version}`, body);
    return { version: row.version, body };
  }

  /** As it was; of what it is now, the approvals count too, and for a run that only goes on what it has lost since. */
  async function asAgreed(id: string, version: number, present: AgentBody, goesOn: boolean) {
    const { body, definitions } = await kept.read(id, version);
    const approvals = [...new Set([...body.approvals, ...present.approvals])];
    const still = (names: string[], now: string[]) => (goesOn ? names.filter((name) => now.includes(name)) : names);
    const [tools, skills] = [still(body.tools, present.tools), still(body.skills, present.skills)];
    const accepted: Accepted = { tools: definitions.tools, policy: definitions.memory.policy };
    return { version, body: { ...body, approvals, tools, skills }, accepted };
  }

  const read = ({ userId, workspaceId, agentId }: AdmissionRequest) =>
    database.get<Row>(
      `SELECT w.id AS workspace_id, COALESCE(m.role, 'member') AS role, w.default_agent_id, w.monthly_budget_nano AS budget,
              w.allowed_providers AS providers, w.allowed_models AS models,
              a.id AS agent_id, a.workspace_id AS agent_workspace_id, a.version,
              o.allowed_providers AS agent_providers, o.allowed_models AS agent_models, g.workspace_id AS granted,
              u.disabled_at AS person_disabled_at, w.disabled_at AS workspace_disabled_at, o.disabled_at AS agent_disabled_at,
              CASE WHEN u.kind = 'person' THEN u.id ELSE (SELECT p.user_id FROM workspace_members p WHERE p.workspace_id = w.id
                AND p.role = 'owner' ORDER BY p.created_at, p.user_id LIMIT 1) END AS payer,
              CASE WHEN EXISTS (SELECT 1 FROM memory_entries e WHERE e.workspace_id = w.id AND e.user_id = u.id)
                THEN 1 ELSE 0 END AS remembers
       FROM users u
       LEFT JOIN workspace_members m ON m.user_id = u.id AND m.workspace_id = COALESCE($2, u.default_workspace_id)
       LEFT JOIN workspaces w ON w.id = CASE WHEN u.kind = 'sender' AND u.default_workspace_id = COALESCE($2, u.default_workspace_id)
         THEN u.default_workspace_id ELSE m.workspace_id END
       LEFT JOIN agents a ON a.id = COALESCE($3, w.default_agent_id)
       LEFT JOIN workspaces o ON o.id = a.workspace_id
       LEFT JOIN agent_grants g ON g.agent_id = a.id AND g.workspace_id = w.id
       WHERE u.id = $1`,
      [userId, workspaceId ?? null, agentId ?? null],
    );

  return async function admit(request: AdmissionRequest): Promise<Admission> {
    const row = await read(request);
    if (!row) throw new AppError('unauthenticated', 'The account no longer exists.');
    if (row.person_disabled_at !== null) throw accountDisabled();
    if (!row.workspace_id || !row.role) throw new AppError('forbidden', 'You are not a member of this workspace.');
    if (row.workspace_disabled_at !== null) throw workspaceDisabled();
    const agentId = request.agentId ?? row.default_agent_id;
    if (!agentId) throw invalidField('agentId', 'is required: the workspace has no default agent');
    if (!row.agent_id || !row.agent_workspace_id || row.version === null) throw notFound(`Agent ${agentId}`);
    if (row.agent_workspace_id !== row.workspace_id && !row.granted) throw notAvailable();
    if (row.agent_disabled_at !== null)
      throw new AppError('agent_not_available', 'The workspace that the agent belongs to is suspended.');
    const found = await bodyOf(row.agent_id, row.version);
    if (!found) throw notFound(`Agent ${agentId}`);
    const agreed = request.pin ? await kept.versionUnder(request.pin, row.agent_id) : request.version;
    const { version, body, accepted } =
      typeof agreed === 'number'
        ? await asAgreed(row.agent_id, agreed, found.body, !request.pin)
        : { ...found, accepted: undefined };

    const { configured, reason, ...model } = resolveModel(body.provider, body.model);
    const name = `${model.provider}/${model.model}`;
    const refused = refusal(restrictions(row.providers, row.models), model.provider, model.model);
    if (refused) throw new AppError('model_not_allowed', `${name} is not allowed: ${refused}.`);
    // What the other workspace allows instead is its own affair.
    if (refusal(restrictions(row.agent_providers, row.agent_models), model.provider, model.model))
      throw new AppError('model_not_allowed', `${name} is not allowed by the workspace the agent belongs to.`);
    return {
      caller: { userId: request.userId, workspaceId: row.workspace_id, role: row.role },
      agent: {
        ...body,
        // A name is configuration: whoever was only granted the agent knows it by its id.
        name: row.agent_workspace_id === row.workspace_id ? body.name : row.agent_id,
        id: row.agent_id,
        workspaceId: row.agent_workspace_id,
        version,
      },
      accepted,
      model,
      notConfigured: configured ? null : (reason ?? `The provider ${model.provider} is not configured.`),
      purse: purseFor({
        workspaceId: row.workspace_id,
        ownNano: row.budget,
        // The longest owner of the workspace pays for what senders of its channels spend.
        payerId: row.payer,
        provider: model.provider,
      }),
      remembers: row.remembers === 1,
      standing: standingOf(row),
    };
  };
}

export type Admit = ReturnType<typeof createAdmission>;
