import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from './harness/databases.ts';
import { type FakeModel, startFakeModel } from './harness/fake-model.ts';
import { startGateway, type TestGateway } from './harness/gateway.ts';
import { newTestKey } from './harness/keys.ts';
import { newTalker, type Talker } from './harness/talking.ts';

type Named = { name: string; pool?: string };
/** `op-a` of a workspace hides the operator's, and its pool `shared` theirs. */
const operators: Named[] = [{ name: 'op-a', pool: 'shared' }, { name: 'op-b', pool: 'shared' }, { name: 'op-c' }];
const owns: Named[] = [
  { name: 'op-a', pool: 'mine' },
  { name: 'own-x', pool: 'mine' },
  { name: 'own-y', pool: 'shared' },
];
const names = ['op-a', 'op-b', 'op-c', 'own-x', 'own-y', 'shared', 'mine'];
/** The operator allows only the first two. */
const models = ['m1', 'm2', 'm3'];
const targets = names.flatMap((name) => models.map((model) => `${name}/${model}`));
/** Twice as likely as the others. */
const allowedTargets = targets.filter((target) => !target.endsWith('m3'));
/** A key names connections, not pools. */
const named = targets.filter((target) => !target.startsWith('shared') && !target.startsWith('mine'));
const runs = Number(process.env.MODEL_RESTRICTIONS_RUNS ?? 30);

const some = <Value>(values: readonly Value[], maxLength = values.length, minLength = 0) =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength, maxLength, size: 'max' });
/** Most are null: where everything is restricted, hardly anything is called. */
const orNull = <Value>(values: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 2, arbitrary: values });
const restrictions = fc.record({
  allowedProviders: orNull(some(['op-a', 'op-b', 'op-c', 'own-x', 'own-y'])),
  allowedModels: orNull(some(['m1', 'm2', 'op-a/m3', 'op-b/m1', 'own-x/m2'])),
});
const settings = fc.record({
  /** Which of its own connections the caller's workspace has, and whether it uses the operator's. */
  own: some(owns),
  useOperatorModels: fc.constantFrom(true, true, true, false),
  ours: restrictions,
  /** An agent of another workspace, which was granted. */
  granted: fc.boolean(),
  theirs: restrictions,
  target: fc.constantFrom(...allowedTargets, ...targets),
  agentFallbacks: orNull(some(targets, 6)),
  workspaceFallbacks: some(targets, 6),
  keyModels: orNull(some(named, 12).filter((list) => list.length > 0)),
  /** These connections do not answer, whosever they are. */
  failing: some(names),
});
/** Nothing is forbidden, and everything but the last fallback fails. */
const open = {
  ...{ own: owns, useOperatorModels: true, granted: false, keyModels: null, agentFallbacks: null },
  ours: { allowedProviders: null, allowedModels: null },
  theirs: { allowedProviders: null, allowedModels: null },
  target: 'mine/m1',
  workspaceFallbacks: ['shared/m2', 'op-b/m1', 'op-c/m2'],
  failing: ['op-a', 'op-b', 'own-x', 'own-y'],
};
type Settings = (typeof settings extends fc.Arbitrary<infer Value> ? Value : never) & object;
type Restrictions = Settings['ours'];

const within = ({ allowedProviders, allowedModels }: Restrictions, name: string, model: string): boolean =>
  (allowedProviders?.includes(name) ?? true) &&
  (!allowedModels || allowedModels.includes(model) || allowedModels.includes(`${name}/${model}`));

describe.each(engines)('whatever a workspace allows, on %s', (engine) => {
  let fake: FakeModel;
  let gateway: TestGateway;
  let caller: Talker;
  let lender: Talker;
  const keyOf = (whose: string, name: string) => `secret-of-${whose}:${name}`;
  const asConnection = (whose: string, { name, pool }: Named) => ({
    name,
    kind: 'openai-compatible',
    baseUrl: fake.url,
    apiKey: keyOf(whose, name),
    ...(pool && { pool }),
  });

  const calls = () =>
    fake.requests
      .filter(({ path }) => path.endsWith('/completions'))
      .map(({ headers, body }) => {
        const [whose = '', name = ''] = (headers.authorization ?? '').replace('Bearer secret-of-', '').split(':');
        return { whose, name, model: body.model ?? '' };
      });

  beforeAll(async () => {
    fake = await startFakeModel();
    const MODEL_CONNECTIONS = JSON.stringify(operators.map((one) => asConnection('operator', one)));
    gateway = await startGateway(engine, { settings: { MODEL_CONNECTIONS, ALLOWED_MODELS: 'm1, m2' } });
    [caller, lender] = [await newTalker(gateway), await newTalker(gateway)];
    await setUp(lender, 'lender', owns);
    await lender.act('POST', `/workspaces/${lender.workspaceId}/grants`, {
      agentId: lender.agentId,
      workspaceId: caller.workspaceId,
    });
  });
  afterAll(async () => {
    await gateway?.stop();
    await fake.stop();
  });

  const done = async (answer: Promise<{ status: number; text: string }>) => {
    const { status, text } = await answer;
    if (status >= 300) throw new Error(`${status}: ${text}`);
  };

  /** The workspace has exactly these connections. */
  async function setUp({ act, workspaceId }: Talker, whose: string, wanted: readonly Named[]): Promise<void> {
    const path = `/workspaces/${workspaceId}/providers`;
    const { body } = await act<{ providers: { id: string; name: string }[] }>('GET', path);
    const has = new Set(body.providers.map(({ name }) => name));
    for (const { id, name } of body.providers)
      if (!wanted.some((one) => one.name === name)) await done(act('DELETE', `${path}/${id}`));
    for (const one of wanted) if (!has.has(one.name)) await done(act('POST', path, asConnection(whose, one)));
  }
  const set = ({ act, workspaceId }: Talker, body: object) =>
    done(act('PUT', `/workspaces/${workspaceId}/settings`, body));
  const restrict = ({ act, workspaceId }: Talker, body: Restrictions | null) =>
    done(act('PUT', `/workspaces/${workspaceId}/restrictions`, body));

  /** Everything is set while it can be addressed; then the rest is taken away. */
  async function apply(one: Settings): Promise<Talker> {
    await restrict(caller, null);
    await setUp(caller, 'caller', owns);
    await set(caller, { useOperatorModels: true, fallbacks: one.workspaceFallbacks });
    const owner = one.granted ? lender : caller;
    const [provider, model] = one.target.split('/');
    await done(owner.act('PUT', `/agents/${owner.agentId}`, { provider, model, fallbacks: one.agentFallbacks }));
    const key = one.keyModels ? await newTestKey(gateway, caller.act, { models: one.keyModels }) : undefined;
    await restrict(lender, one.theirs);
    await restrict(caller, one.ours);
    await setUp(caller, 'caller', one.own);
    await set(caller, { useOperatorModels: one.useOperatorModels });
    return { ...caller, act: key?.act ?? caller.act, agentId: owner.agentId };
  }

  /** Written anew for the test: who may be asked under a name. */
  function membersOf(one: Settings, name: string): { whose: string; name: string }[] {
    const under = (list: readonly Named[], whose: string) =>
      list
        .filter((member) => member.name === name || member.pool === name)
        .map((member) => ({ whose, name: member.name }));
    const own = under(one.own, 'caller');
    return own.length > 0 || !one.useOperatorModels ? own : under(operators, 'operator');
  }
  function mayBeAsked(one: Settings, asked: readonly string[], isAgent: boolean): Set<string> {
    const all = asked.flatMap((target) => {
      const [name = '', model = ''] = target.split('/');
      return membersOf(one, name)
        .filter((member) => within(one.ours, member.name, model))
        .filter((member) => !isAgent || !one.granted || within(one.theirs, member.name, model))
        .filter(() => model !== 'm3')
        .filter((member) => one.keyModels?.includes(`${member.name}/${model}`) ?? true)
        .map((member) => `${member.whose}:${member.name}/${model}`);
    });
    return new Set(all);
  }

  let answered = 0;
  let fellBack = 0;
  async function check(one: Settings, talker: Talker, door: 'agent' | 'model'): Promise<void> {
    fake.requests.length = 0;
    const isAgent = door === 'agent';
    const message = 'Hello';
    const { status } = isAgent
      ? await talker.act('POST', '/agent/chat', { agentId: talker.agentId, message, surface: `${Math.random()}` })
      : await talker.act('POST', '/inference/chat/completions', {
          model: one.target,
          messages: [{ role: 'user', content: message }],
        });
    const fallbacks = (isAgent ? one.agentFallbacks : null) ?? one.workspaceFallbacks;
    const asked = calls().map(({ whose, name, model }) => `${whose}:${name}/${model}`);
    const allowed = mayBeAsked(one, [one.target, ...fallbacks], isAgent);
    for (const each of asked) expect(allowed, `${door} asked ${each}`).toContain(each);
    expect(new Set(asked).size, 'nobody is asked twice').toBe(asked.length);
    // What is meant and may not be asked is refused; otherwise everybody who may answer is asked until one does.
    const works = [...allowed].some((each) => !one.failing.some((name) => each.includes(`:${name}/`)));
    const meant = mayBeAsked(one, [one.target], isAgent).size > 0;
    if (meant) expect(status === 200, `${door} answered ${status}`).toBe(works);
    if (status === 200) answered += 1;
    if (status === 200 && asked.length > 1) fellBack += 1;
  }

  it(
    'nobody outside of it is ever called, by agents and by the inference API',
    async () => {
      await fc.assert(
        fc.asyncProperty(settings, async (one) => {
          const talker = await apply(one);
          fake.reset();
          fake.reply(({ headers }) =>
            one.failing.some((name) => headers.authorization?.endsWith(`:${name}`)) ? { status: 404 } : 'Fine.',
          );
          await check(one, talker, 'agent');
          await check(one, talker, 'model');
        }),
        { numRuns: runs, examples: [[open]] },
      );
      expect(answered).toBeGreaterThan(0);
      expect(fellBack).toBeGreaterThan(0);
    },
    runs * 2_000 + 60_000,
  );
});
