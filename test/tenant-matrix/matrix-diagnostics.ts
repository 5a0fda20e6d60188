import { actingAs } from '../harness/people.ts';
import { inWorkspace, ofMember, type Row, withApiKey } from './row.ts';
import { expectStatus, type World } from './world.ts';

/** The trace of a run of the member; traces show texts of conversations that exist already. */
async function memberRun({ acme, gateway, people, unique }: World): Promise<string> {
  const asMember = actingAs(gateway, people.member, acme.workspaceId);
  const message = { agentId: acme.agentId, message: 'Hello there', surface: unique() };
  return (await expectStatus(asMember<{ runId: string }>('POST', '/agent/chat', message), 200)).runId;
}

export const diagnosticRows: Row[] = [
  withApiKey('runDiagnostics', 200),
  withApiKey('runQuickDiagnostics', 200),
  withApiKey('listDiagnostics', 200),
];

export const traceRows: Row[] = [
  inWorkspace('listTraces', { members: 200, fromHome: 200 }),
  inWorkspace(
    'listTraces',
    { members: 200, fromHome: 200 },
    async (world) => ({ query: { runId: await memberRun(world), agentId: world.acme.agentId } }),
    { name: 'of a run of the member' },
  ),
  ofMember('getTrace', 200, async (world) => ({
    path: { id: (await memberRun(world)).replace('run_', 'trc_') },
  })),
];
