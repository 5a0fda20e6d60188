import { usageErasure } from '../features/costs/index.ts';
import type { SlidingWindow } from '../http/limits/sliding-window.store.ts';
import type { Abilities } from './abilities.ts';
import type { Clockwork } from './clockwork.ts';
import type { Files } from './files.ts';
import type { Foundation } from './foundation.ts';
import type { Identities } from './identities.ts';
import type { Knowledge } from './knowledge.ts';
import type { Memory } from './memory.ts';
import type { People } from './people.ts';
import type { Runs } from './runs.ts';
import type { Tenants } from './tenants.ts';
import type { Webhooks } from './webhooks.ts';

type Parts = {
  foundation: Foundation;
  people: People;
  files: Files;
  identities: Identities;
  webhooks: Webhooks;
  memory: Memory;
  knowledge: Knowledge;
  abilities: Abilities;
  tenants: Tenants;
  runs: Runs;
  clockwork: Clockwork;
  messageLimit: SlidingWindow;
};

/** The listeners of all hooks. They run in this order, in the transaction they are given. */
export function subscribe(parts: Parts): void {
  const { foundation, people, files, identities, webhooks, abilities, tenants, clockwork, messageLimit } = parts;
  const { memory } = parts.memory;
  const { runs, sessions, conversations, approvals, swarms, channels, remembering, inference } = parts.runs;
  const { departures } = runs;

  // Data of a person or a workspace that is not deleted with its row. test/erasure-of-everything.test.ts knows every
  // column of every table: a new one that can contain personal text must be listed there.
  const { beforeErase, beforeWorkspaceErase, onWorkspaceErase, onErase, onErased } = people.auth;
  beforeErase.add(departures.beforeErasure);
  beforeErase.add(memory.eraseMost);
  beforeErase.add(inference.stored.eraseMost);
  beforeErase.add(files.removal.eraseMost);
  beforeErase.add(webhooks.erasure.eraseMost);
  beforeWorkspaceErase.add(departures.beforeWorkspaceErasure);
  beforeWorkspaceErase.add(sessions.eraseMost);
  beforeWorkspaceErase.add(memory.eraseMostOfWorkspace);
  beforeWorkspaceErase.add(parts.knowledge.erasure.eraseMostOfWorkspace);
  beforeWorkspaceErase.add(inference.stored.eraseMostOfWorkspace);
  beforeWorkspaceErase.add(files.removal.eraseMostOfWorkspace);
  beforeWorkspaceErase.add(webhooks.erasure.eraseMostOfWorkspace);
  onWorkspaceErase.add(usageErasure.retireWorkspace);
  onWorkspaceErase.add(channels.eraseWorkspace);
  onWorkspaceErase.add(identities.forgetWorkspace);
  onWorkspaceErase.add(foundation.jobs.eraseWorkspace);
  onWorkspaceErase.add(foundation.idempotency.eraseWorkspace);
  // A limit is kept under the id of whom it is for.
  onWorkspaceErase.add(foundation.limiter.erasePerson);
  onWorkspaceErase.add(departures.onWorkspaceErase);
  onErase.add(webhooks.erasure.erasePerson);
  onErase.add(people.invitations.erasePerson);
  onErase.add(approvals.erasePerson);
  onErase.add(clockwork.schedules.erasePerson);
  onErase.add(foundation.jobs.erasePerson);
  onErase.add(foundation.idempotency.erasePerson);
  onErase.add(foundation.limiter.erasePerson);
  onErase.add(messageLimit.erasePerson);
  onErase.add(people.mail.erasePerson);
  onErased.add(usageErasure.erasePerson);
  // Again: a transaction that held the account may have enqueued a mail meanwhile.
  onErased.add(foundation.jobs.erasePerson);

  tenants.members.onRemoved.add(departures.onMemberRemoved);
  tenants.members.onRemoved.add(people.keys.memberRemoved);
  tenants.members.onRemoved.add(identities.forgetMembership);
  people.auth.password.onTakenOver.add(people.keys.accountTakenOver);
  people.auth.password.onTakenOver.add(identities.forgetPerson);
  people.keys.onRevoked.add(departures.onKeyRevoked);
  people.keys.onChanged.add(departures.onKeyChanged);
  tenants.members.onChanged.add(people.invitations.inviterChanged);
  tenants.members.onChanged.add(webhooks.webhooks.makerChanged);
  tenants.grants.onRevoked.add(departures.onGrantRevoked);
  tenants.accounts.onSuspended.add(departures.onMemberRemoved);
  tenants.accounts.onWorkspaceSuspended.add(departures.onWorkspaceSuspended);

  runs.onEnd.add(swarms.onRunEnd);
  runs.onEnd.add(channels.onRunEnd);
  sessions.beforeDelete.add(runs.jobs.cancelAllIn);
  sessions.onClose.add(remembering.summaries.summariseLater);
  conversations.branches.onChange.add(remembering.followPath);
  sessions.onDelete.add(remembering.summaries.forget);
  sessions.onDelete.add(files.removal.sessionDeleted);

  tenants.versions.onOwnChange.add(clockwork.schedules.acceptOwnChange);
  tenants.versions.onOwnChange.add(channels.acceptOwnChange);
  abilities.onToolsChanged.add(tenants.versions.toolsChanged);
  memory.policies.onChanged.add(tenants.versions.policyChanged);
}
