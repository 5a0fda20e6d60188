import type { Caller } from '../../http/authentication.ts';
import {
  AppError,
  accountDisabled,
  invalidField,
  keyRevoked,
  notFound,
  unknownKey,
  workspaceDisabled,
} from '../../kernel/errors.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Choice } from '../../platform/models/connections/scope.ts';
import type { Budgets } from '../costs/index.ts';
import type { Restrictions } from '../workspaces/index.ts';
import { type AdmissionRow, type AdmissionStore, standingOf } from './admission.store.ts';
import type { AgentBody } from './agents.schema.ts';
import type { AgentStore } from './agents.store.ts';
import type { Refusal } from './model-rules.ts';
import { allowedFallbacks, allowedOf, type Purses, pursesOf, type ScopeOf, type Targets } from './targets.ts';
import type { KeptVersions } from './versions/kept-versions.ts';

export type AdmissionRequest = {
  userId: string;
  workspaceId: string | undefined;
  agentId: string | undefined;
  /** The version that was accepted (kept-versions.ts); absent: the agent as it is now. */
  pin?: string | null | undefined;
  /** The version a run began with, when the run continues. */
  version?: number | null | undefined;
  /** The personal key it is asked for with, or was. */
  keyId?: string | null | undefined;
  /** The fallbacks a turn began with, when it continues. */
  fallbacks?: readonly string[] | undefined;
};
/**
 * A version that runs because it was accepted, or because the run began with it. Of later changes only stricter ones
 * count.
 */
type Accepted = { tools: Readonly<Record<string, string | null>>; policy: unknown };
type AdmittedAgent = AgentBody & { id: string; workspaceId: string; version: number };
type ResolvedModel = { provider: string; model: string; contextWindow: number | null };
export type Admission = Purses & {
  caller: Caller;
  agent: AdmittedAgent;
  /** Undefined for the agent as it is now. */
  accepted: Accepted | undefined;
  /** The model that is meant. */
  model: ResolvedModel;
  /** Who may be asked for it, and for its fallbacks. */
  targets: Targets;
  fallbacks: readonly string[];
  /** Why nobody can be asked. The turn begins all the same and fails with this reason. */
  notConfigured: string | null;
  /** The collections of the agent's workspace that it answers from; none where it is lent without them. */
  knowledge: readonly string[];
  /** Whether memory has entries of the caller in this workspace: without any, recall is skipped. */
  remembers: boolean;
  /** The conditions of this admission. A step that reads different ones asks for a new admission. */
  standing: string;
};

type Deps = {
  admissions: AdmissionStore;
  store: AgentStore;
  kept: KeptVersions;
  refusal: Refusal;
  purseFor: Budgets['purseFor'];
  scopeOf: ScopeOf;
};

const names = (json: string | null) => (json === null ? null : (JSON.parse(json) as string[]));

const restrictions = (providers: string | null, models: string | null): Restrictions => ({
  allowedProviders: names(providers),
  allowedModels: names(models),
});

/** Whether a key's list, which may say nothing, has it. */
const listed = (json: string | null, name: string): boolean => names(json)?.includes(name) ?? true;

/** One that expired meanwhile has begun what goes on; one that was revoked has not. */
function requireKey({ key_id, key_revoked_at }: AdmissionRow): void {
  if (key_id === null) throw unknownKey();
  if (key_revoked_at !== null) throw keyRevoked();
}

const cachedBodies = 2_000;
const none: readonly never[] = [];

export const notAvailable = (): AppError =>
  new AppError('agent_not_available', 'The agent belongs to another workspace that has not granted it to yours.');

/**
 * Whether a person may have a turn of an agent now, looked up at every turn. Bodies are cached by version: a
 * version's body never changes.
 */
export function createAdmission({ admissions, store, kept, refusal, purseFor, scopeOf }: Deps) {
  const bodies = new Map<string, AgentBody>();
  /** By rows that are kept (`Reader.steady`): a row is the same object until something that it says has changed. */
  const admitted = new WeakMap<AdmissionRow, Admission>();

  /**
   * The version that was read, or the one that has replaced it since: insisting on the one that was read could loop for
   * as long as someone keeps changing the agent. Undefined when the agent is gone.
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

  /**
   * The agent as it was. Approvals required by the present version are added; a run that continues also loses the tools
   * and skills that the present version no longer has.
   */
  async function asAgreed(id: string, version: number, present: AgentBody, goesOn: boolean) {
    const { body, definitions } = await kept.read(id, version);
    const approvals = [...new Set([...body.approvals, ...present.approvals])];
    const still = (names: string[], now: string[]) => (goesOn ? names.filter((name) => now.includes(name)) : names);
    const [tools, skills] = [still(body.tools, present.tools), still(body.skills, present.skills)];
    const accepted: Accepted = { tools: definitions.tools, policy: definitions.memory.policy };
    return { version, body: { ...body, approvals, tools, skills }, accepted };
  }

  /** Tells why a candidate may not be asked. */
  function createRefused(row: AdmissionRow) {
    const own = restrictions(row.providers, row.models);
    const lender = restrictions(row.agent_providers, row.agent_models);
    return ({ provider, model }: Choice): string | undefined => {
      const name = `${provider}/${model}`;
      const refused = refusal(own, provider, model);
      if (refused) return `${name} is not allowed: ${refused}.`;
      if (!listed(row.key_models, name)) return `The key may not use ${name}.`;
      // The message does not tell what the other workspace allows.
      return refusal(lender, provider, model) && `${name} is not allowed by the workspace the agent belongs to.`;
    };
  }

  /** With the reader of reads that are made together. */
  return async function admit(request: AdmissionRequest, reader?: Pick<Reader, 'steady'>): Promise<Admission> {
    const row = await admissions.read(request, reader);
    if (!row) throw new AppError('unauthenticated', 'The account no longer exists.');
    const asItIs = !request.pin && typeof request.version !== 'number' && request.fallbacks === undefined;
    const known = asItIs ? admitted.get(row) : undefined;
    if (known) return known;
    if (row.person_disabled_at !== null) throw accountDisabled();
    if (!row.workspace_id || !row.role) throw new AppError('forbidden', 'You are not a member of this workspace.');
    if (row.workspace_disabled_at !== null) throw workspaceDisabled();
    if (request.keyId) requireKey(row);
    const agentId = request.agentId ?? row.default_agent_id;
    if (!agentId) throw invalidField('agentId', 'is required: the workspace has no default agent');
    if (!row.agent_id || !row.agent_workspace_id || row.version === null) throw notFound(`Agent ${agentId}`);
    if (row.agent_workspace_id !== row.workspace_id && !row.granted) throw notAvailable();
    if (row.agent_disabled_at !== null)
      throw new AppError('agent_not_available', 'The workspace that the agent belongs to is suspended.');
    if (!listed(row.key_agents, row.agent_id))
      throw new AppError('agent_not_available', 'The key may not use this agent.');
    const found = await bodyOf(row.agent_id, row.version);
    if (!found) throw notFound(`Agent ${agentId}`);
    const agreed = request.pin ? await kept.versionUnder(request.pin, row.agent_id) : request.version;
    const { version, body, accepted } =
      typeof agreed === 'number'
        ? await asAgreed(row.agent_id, agreed, found.body, !request.pin)
        : { ...found, accepted: undefined };

    const reached = scopeOf({
      workspaceId: row.workspace_id,
      version: row.connections_version,
      useOperator: row.use_operator_models !== 0,
    });
    const scope = reached instanceof Promise ? await reached : reached;
    const target = scope.resolve(body.provider, body.model);
    const refusedFor = createRefused(row);
    const isRefused = (candidate: Choice) => refusedFor(candidate) !== undefined;
    const allowed = allowedOf(target, isRefused);
    if (allowed.length === 0) {
      const refused = refusedFor(target.candidates[0] ?? target);
      if (refused) throw new AppError('model_not_allowed', refused);
    }
    const fallbacks = request.fallbacks ?? body.fallbacks ?? names(row.fallbacks) ?? none;
    const others = fallbacks.length > 0 ? allowedFallbacks(scope, fallbacks, isRefused) : none;
    const targets = allowed.length > 0 ? [allowed, ...others] : others;
    const { provider, model, contextWindow, reason } = target;
    const payer = {
      workspaceId: row.workspace_id,
      ownNano: row.budget,
      // For senders of a channel the payer is the person who has owned the workspace longest.
      payerId: row.payer,
      keyId: row.key_budget === null ? null : row.key_id,
    };
    const admission: Admission = {
      caller: { userId: request.userId, workspaceId: row.workspace_id, role: row.role },
      agent: {
        ...body,
        // A name is configuration: a workspace that was only granted the agent sees its id.
        name: row.agent_workspace_id === row.workspace_id ? body.name : row.agent_id,
        id: row.agent_id,
        workspaceId: row.agent_workspace_id,
        version,
      },
      accepted,
      model: { provider, model, contextWindow },
      targets,
      fallbacks,
      notConfigured: targets.length > 0 ? null : (reason ?? `The provider ${provider} is not configured.`),
      ...pursesOf(purseFor, payer, targets, provider),
      knowledge:
        row.agent_workspace_id === row.workspace_id || row.granted_knowledge === 1 ? (body.knowledge ?? none) : none,
      remembers: row.remembers === 1,
      standing: standingOf(row),
    };
    if (asItIs && Object.isFrozen(row)) admitted.set(row, admission);
    return admission;
  };
}

export type Admit = ReturnType<typeof createAdmission>;
