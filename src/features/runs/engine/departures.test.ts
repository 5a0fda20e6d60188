import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fetching, park, resolve } from '../../../../test/harness/approvals.ts';
import { engines } from '../../../../test/harness/databases.ts';
import type { ModelStep } from '../../../../test/harness/fake-model.ts';
import { ownPassword, quickPerson } from '../../../../test/harness/people.ts';
import {
  type Chat,
  newTalker,
  newTeam,
  openTalk,
  patienceMs,
  startTalking,
  type Talker,
  type Talking,
} from '../../../../test/harness/talking.ts';
import { type Receiver, startReceiver } from '../../../../test/harness/webhook-receiver.ts';

type Ended = { status: string; code: string | undefined };

describe.each(engines)('a permission that is taken away on %s', (engine) => {
  let talking: Talking;
  let world: Receiver;
  let ada: Talker;
  beforeAll(async () => {
    [talking, world] = await Promise.all([startTalking(engine), startReceiver()]);
    ada = await newTalker(talking.gateway);
  });
  afterAll(async () => {
    await talking.stop();
    await world.stop();
  });
  afterEach(() => {
    talking.model.reset();
    world.reset();
  });

  /** Ada's team with Bob as a member, who uses the team's agent. */
  async function newMember(agent: object = {}) {
    const person = await quickPerson(talking.gateway, 'bob');
    const workspaceId = await newTeam(ada, { member: person });
    const owner = await newTalker(talking.gateway, { person: ada, workspaceId });
    const fields = { tools: ['http_fetch', 'calculator'], ...agent };
    const bob = await newTalker(talking.gateway, { person, workspaceId, agent: fields });
    const remove = async () => {
      const { status } = await owner.act('DELETE', `/workspaces/${workspaceId}/members/${person.id}`);
      expect(status).toBe(204);
    };
    return { bob, owner, workspaceId, remove };
  }
  const chat = ({ act, agentId }: Talker, more: object = {}) =>
    act<Chat>('POST', '/agent/chat', { agentId, message: 'go', ...more });
  async function ends(userId: string): Promise<Ended[]> {
    const rows = await talking.database.all<{ status: string; error: string | null }>(
      'SELECT status, error FROM runs WHERE user_id = $1 ORDER BY created_at, id',
      [userId],
    );
    return rows.map(({ status, error }) => ({ status, code: error ? JSON.parse(error).code : undefined }));
  }
  const allEnded = async (userId: string) => {
    await expect
      .poll(async () => (await ends(userId)).every(({ status }) => /completed|failed|cancelled/.test(status)), {
        timeout: patienceMs,
      })
      .toBe(true);
    return ends(userId);
  };
  const cancelled: Ended = { status: 'cancelled', code: undefined };

  describe('stops at once', () => {
    it('running and queued runs, and closes the person’s sockets', async () => {
      const { bob, workspaceId, remove } = await newMember();
      const inTeam = await openTalk(talking.gateway.url, bob, { 'x-workspace-id': workspaceId });
      const elsewhere = await openTalk(talking.gateway.url, bob);
      talking.model.script({ hang: true });
      const answers = [chat(bob)];
      await talking.model.waitFor(1, patienceMs);
      answers.push(chat(bob));
      await expect.poll(async () => (await ends(bob.id)).length, { timeout: patienceMs }).toBe(2);
      await remove();
      expect(await inTeam.closed).toMatchObject({ code: 4403 });
      expect(await allEnded(bob.id)).toEqual([cancelled, cancelled]);
      await Promise.all(answers);
      await talking.model.waitFor(({ aborted }) => aborted, patienceMs);
      expect(talking.model.requests).toHaveLength(1);
      expect(elsewhere.socket.readyState).toBe(elsewhere.socket.OPEN);
      elsewhere.close();
    });

    it('a running tool', async () => {
      const { bob, remove } = await newMember();
      world.reply({ delayMs: 60_000 });
      talking.model.script({ toolCalls: [fetching(world)] }, 'never said');
      const answer = chat(bob);
      await expect.poll(() => world.records.length, { timeout: patienceMs }).toBe(1);
      await remove();
      expect((await answer).body.stopReason).toBe('cancelled');
      expect(talking.model.requests).toHaveLength(1);
    });

    it('parked runs: nobody can approve them any more', async () => {
      const { bob, owner, remove } = await newMember({ approvals: ['http_fetch'] });
      talking.model.script({ toolCalls: [fetching(world)] }, 'never said');
      const { approval } = await park(bob);
      await remove();
      expect(await allEnded(bob.id)).toEqual([cancelled]);
      expect((await resolve(owner, approval.requestId, 'approve')).status).toBe(409);
      expect((await owner.act('GET', `/approvals/${approval.requestId}`)).body).toMatchObject({ status: 'expired' });
      expect(world.records).toEqual([]);
    });

    it('runs of a member who leaves, and not those of others', async () => {
      const { bob, owner, workspaceId } = await newMember();
      const held = Promise.withResolvers<ModelStep>();
      talking.model.reply(() => held.promise);
      const bobs = chat(bob);
      const owners = chat(owner);
      await talking.model.waitFor(2, patienceMs);
      expect((await bob.act('DELETE', `/workspaces/${workspaceId}/members/${bob.id}`)).status).toBe(204);
      expect((await bobs).body.stopReason).toBe('cancelled');
      held.resolve('Here.');
      expect((await owners).body).toMatchObject({ content: 'Here.', stopReason: 'end_turn' });
    });

    it('runs of a granted agent when the grant is revoked', async () => {
      const lender = await newTalker(talking.gateway, { agent: { tools: ['http_fetch'] } });
      const bob = await newTalker(talking.gateway);
      const grant = { agentId: lender.agentId, workspaceId: bob.workspaceId };
      expect((await lender.act('POST', `/workspaces/${lender.workspaceId}/grants`, grant)).status).toBe(201);
      const held = Promise.withResolvers<ModelStep>();
      talking.model.reply(() => held.promise);
      const lent = chat({ ...bob, agentId: lender.agentId });
      const own = chat(bob);
      await talking.model.waitFor(2, patienceMs);
      expect((await lender.act('DELETE', `/workspaces/${lender.workspaceId}/grants`, grant)).status).toBe(204);
      expect((await lent).body.stopReason).toBe('cancelled');
      held.resolve('Mine.');
      expect((await own).body.content).toBe('Mine.');
    });

    it('model calls without an agent', async () => {
      const { bob, remove } = await newMember();
      talking.model.script({ hang: true });
      const body = { model: 'openai-compatible/fake', messages: [{ role: 'user', content: 'Hello' }] };
      const answer = bob.act('POST', '/inference/chat/completions', body).then(
        ({ status }) => status,
        () => 'hung up',
      );
      await talking.model.waitFor(1, patienceMs);
      await remove();
      await talking.model.waitFor(({ aborted }) => aborted, patienceMs);
      expect(await answer).toBe('hung up');
    });

    it('runs of an erased account', async () => {
      const { bob } = await newMember();
      talking.model.script({ hang: true });
      const answer = chat(bob).catch(() => undefined);
      await talking.model.waitFor(1, patienceMs);
      expect((await bob.act('DELETE', '/auth/me', ownPassword)).status).toBe(204);
      await talking.model.waitFor(({ aborted }) => aborted, patienceMs);
      await answer;
    });
  });

  describe('is checked again before each step', () => {
    /** Takes it away while the model answers, so that no notice arrives before the tool would run. */
    async function loses(bob: Talker, takeAway: () => Promise<unknown>, tool: object = fetching(world)) {
      talking.model.reply(async ({ body }) => {
        if (body.messages?.at(-1)?.role === 'tool') return 'never said';
        await takeAway();
        return { toolCalls: [tool] } as ModelStep;
      });
      const answer = await chat(bob);
      expect(talking.model.requests).toHaveLength(1);
      expect(world.records).toEqual([]);
      return answer;
    }
    const remove = (bob: Talker, workspaceId: string) =>
      talking.database.run('DELETE FROM workspace_members WHERE workspace_id = $1 AND user_id = $2', [
        workspaceId,
        bob.id,
      ]);

    it('no tool runs for a member who was removed after the model called it', async () => {
      const { bob, workspaceId } = await newMember();
      const { status, body } = await loses(bob, () => remove(bob, workspaceId));
      expect([status, body]).toMatchObject([403, { code: 'forbidden' }]);
      expect(await allEnded(bob.id)).toEqual([{ status: 'failed', code: 'forbidden' }]);
    });

    it('no model is called for a member who was removed while a tool ran', async () => {
      const { bob, workspaceId } = await newMember();
      world.reply(async () => {
        await remove(bob, workspaceId);
        return {};
      });
      talking.model.script({ toolCalls: [fetching(world)] }, 'never said');
      await chat(bob);
      expect(world.records).toHaveLength(1);
      expect(talking.model.requests).toHaveLength(1);
      expect(await allEnded(bob.id)).toEqual([{ status: 'failed', code: 'forbidden' }]);
    });

    it('no model is called after the grant was revoked, or either workspace forbade the model', async () => {
      const { database } = talking;
      const lender = await newTalker(talking.gateway, { agent: { tools: ['http_fetch'] } });
      const bob = await newTalker(talking.gateway);
      const lent = { ...bob, agentId: lender.agentId };
      const grant = { agentId: lender.agentId, workspaceId: bob.workspaceId };
      await lender.act('POST', `/workspaces/${lender.workspaceId}/grants`, grant);
      for (const workspaceId of [bob.workspaceId, lender.workspaceId]) {
        const restrict = (models: string | null) =>
          database.run('UPDATE workspaces SET allowed_models = $2 WHERE id = $1', [workspaceId, models]);
        await loses(lent, () => restrict('["another-model"]'));
        talking.model.reset();
        // A change that still allows the model stops nothing.
        await restrict(null);
        world.reply({ body: 'here' });
        talking.model.reply(async ({ body }) => {
          if (body.messages?.at(-1)?.role === 'tool') return 'Done.';
          await restrict('["fake", "another-model"]');
          return { toolCalls: [fetching(world)] };
        });
        expect((await chat(lent)).body).toMatchObject({ content: 'Done.', toolCalls: [{ isError: false }] });
        await restrict(null);
        world.reset();
        talking.model.reset();
      }
      await loses(lent, () => database.run('DELETE FROM agent_grants WHERE agent_id = $1', [lender.agentId]));
      expect((await ends(bob.id)).map(({ code }) => code)).toEqual([
        'model_not_allowed',
        undefined,
        'model_not_allowed',
        undefined,
        'agent_not_available',
      ]);
    });

    it('a tool that is approved after the removal is not run', async () => {
      const { bob, owner, workspaceId } = await newMember({ approvals: ['http_fetch'] });
      talking.model.script({ toolCalls: [fetching(world)] }, 'never said');
      const { approval } = await park(bob);
      await remove(bob, workspaceId);
      expect((await resolve(owner, approval.requestId, 'approve')).status).toBe(200);
      expect(await allEnded(bob.id)).toEqual([{ status: 'failed', code: 'forbidden' }]);
      expect(world.records).toEqual([]);
      expect(talking.model.requests).toHaveLength(1);
    });
  });
});
