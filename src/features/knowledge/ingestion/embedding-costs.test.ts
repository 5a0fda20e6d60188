import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../../test/harness/databases.ts';
import { newTalker, patienceMs, startTalking, type Talker, type Talking } from '../../../../test/harness/talking.ts';
import type { KnowledgeDocument } from '../documents/documents.schema.ts';

const model = 'openai-compatible/fake-embedding';

describe.each(engines)('embeddings of documents by a provider on %s', (engine) => {
  let world: Talking;
  beforeAll(async () => {
    const prices = { [model]: { input: 1_000, output: 0 } };
    world = await startTalking(engine, { settings: { EMBEDDING_MODEL: model, MODEL_PRICES: JSON.stringify(prices) } });
  });
  afterAll(() => world?.stop());

  async function added({ act }: Talker, text: string): Promise<KnowledgeDocument> {
    const { id } = (await act<{ id: string }>('POST', '/knowledge', { name: 'Rules' })).body;
    const document = (await act<KnowledgeDocument>('POST', `/knowledge/${id}/documents`, { text, title: 'Rules' }))
      .body;
    const shown = async () => (await act<KnowledgeDocument>('GET', `/knowledge/${id}/documents/${document.id}`)).body;
    await expect
      .poll(async () => (await shown()).status, { timeout: patienceMs, interval: 50 })
      .toMatch(/ready|failed/);
    return shown();
  }
  const charged = (workspaceId: string) =>
    world.database.all<{ user_id: string; model: string; prompt_tokens: number; cost_nano: number }>(
      'SELECT user_id, model, prompt_tokens, cost_nano FROM usage_records WHERE workspace_id = $1',
      [workspaceId],
    );

  it('are charged once, to the person who added the document', async () => {
    const ada = await newTalker(world.gateway);
    expect(await added(ada, 'Trains are paid in second class.')).toMatchObject({ status: 'ready', passages: 1 });
    const tokens = Math.ceil('Rules \nTrains are paid in second class.'.length / 4);
    expect(await charged(ada.workspaceId)).toEqual([
      { user_id: ada.id, model: 'fake-embedding', prompt_tokens: tokens, cost_nano: tokens * 1_000_000 },
    ]);
  });

  it('are refused where the budget of the workspace has no room, and the document says so', async () => {
    const ada = await newTalker(world.gateway);
    const budget = { monthlyBudgetUsd: 0.000_001 };
    expect((await ada.act('PUT', `/workspaces/${ada.workspaceId}/settings`, budget)).status).toBe(200);
    expect(await added(ada, 'Taxis need a reason.')).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('budget'),
    });
    expect(await charged(ada.workspaceId)).toEqual([]);
  });
});
