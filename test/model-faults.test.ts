import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from './harness/databases.ts';
import { isEnd, openStream } from './harness/event-stream-client.ts';
import { type FakeModel, type ModelStep, startFakeModel } from './harness/fake-model.ts';
import { freePort } from './harness/free-port.ts';
import { startGateway, type TestGateway } from './harness/gateway.ts';
import { newTalker, type Talker } from './harness/talking.ts';

const doors = ['turn', 'streamed turn', 'inference', 'streamed inference'] as const;
type Door = (typeof doors)[number];
const isStreamed = (door: Door) => door.startsWith('streamed');
const isTurn = (door: Door) => door.endsWith('turn');

type Fault = {
  /** Undefined: nobody listens. */
  step?: ModelStep;
  /** Whether the next candidate is asked; `whole`: unless the answer is streamed. */
  goesOn: boolean | 'whole';
  /** What the person sees where there is no other candidate: status and code of a turn, status of the inference API. */
  turn: [status: number, code: string];
  inference: number;
  /** How often a turn asks a sole candidate, for a whole answer and for a streamed one. The inference API asks once. */
  tries: number | [whole: number, streamed: number];
};

const text = 'one two three four';
const middle = { text, chunks: 4 };
const faults: Record<string, Fault> = {
  refuses: { goesOn: true, turn: [502, 'model_error'], inference: 502, tries: 0 },
  'hangs before the first token': {
    step: { hang: true },
    goesOn: true,
    turn: [502, 'model_error'],
    inference: 502,
    tries: 3,
  },
  'hangs in the middle': {
    step: { ...middle, cut: { afterChunks: 2, by: 'silence' } },
    goesOn: 'whole',
    turn: [502, 'model_error'],
    inference: 502,
    tries: 1,
  },
  'answers 429 with Retry-After': {
    step: { status: 429, retryAfter: 1 },
    goesOn: true,
    turn: [429, 'model_rate_limited'],
    inference: 429,
    tries: 3,
  },
  'answers 429 without': {
    step: { status: 429 },
    goesOn: true,
    turn: [429, 'model_rate_limited'],
    inference: 429,
    tries: 3,
  },
  'answers 500': { step: { status: 500 }, goesOn: true, turn: [502, 'model_error'], inference: 502, tries: 3 },
  'answers 529': { step: { status: 529 }, goesOn: true, turn: [502, 'model_error'], inference: 502, tries: 3 },
  'refuses the key': { step: { status: 401 }, goesOn: true, turn: [502, 'model_error'], inference: 502, tries: 1 },
  'breaks off in the middle': {
    step: { ...middle, cut: { afterChunks: 2, by: 'end' } },
    goesOn: 'whole',
    turn: [502, 'model_error'],
    inference: 502,
    tries: 1,
  },
  'breaks off before the first token': {
    step: { ...middle, cut: { afterChunks: 0, by: 'end' } },
    goesOn: true,
    turn: [502, 'model_error'],
    inference: 502,
    tries: [1, 3],
  },
  'answers with what is no JSON': {
    step: { status: 200, rawBody: '<html>Welcome to the proxy</html>' },
    goesOn: true,
    turn: [502, 'model_error'],
    inference: 502,
    tries: [1, 3],
  },
  'says that the context is too long': {
    step: { status: 400, code: 'context_length_exceeded', message: 'This model has a maximum context length.' },
    goesOn: false,
    turn: [502, 'model_error'],
    inference: 400,
    tries: 1,
  },
  'refuses what was asked': {
    step: { status: 400, message: 'Invalid value.' },
    goesOn: false,
    turn: [502, 'model_error'],
    inference: 400,
    tries: 1,
  },
};
const names = Object.keys(faults);

type Case = { fault: Fault; name: string; door: Door; alone: boolean; id: string };
const cases: Case[] = Object.entries(faults).flatMap(([name, fault], at) =>
  doors.flatMap((door, index) =>
    [true, false].map((alone) => ({ fault, name, door, alone, id: `${at}-${index}-${alone ? 'alone' : 'both'}` })),
  ),
);
const first = (id: string) => `first-${id}`;
const goesOn = ({ fault, door, alone }: Case) =>
  !alone && (fault.goesOn === 'whole' ? !isStreamed(door) : fault.goesOn);
/** A streamed answer that had begun is not asked for again. */
const triesOf = ({ fault, door, alone }: Case) => {
  if (!fault.step) return 0;
  if (!alone || !isTurn(door) || (fault.goesOn === 'whole' && isStreamed(door))) return 1;
  const [whole, streamed] = [fault.tries].flat() as [number, number?];
  return isStreamed(door) ? (streamed ?? whole) : whole;
};

const usage = { promptTokens: 100, completionTokens: 10 };
const nanoOfAnswer = 100 * 1_000 + 10 * 10_000;

type Seen = { status: number; code: string; content: string; model: string };
type Ledger = { provider: string; model: string; cost_nano: number; estimated: number; completion_tokens: number };
/** Two people for each fault: each person has a limited rate. The workspace of `both` has a fallback. */
type People = { alone: Talker; both: Talker };

describe.each(engines)('a provider that fails, on %s', (engine) => {
  let upstream: FakeModel;
  let second: FakeModel;
  let gateway: TestGateway;
  const people = new Map<string, People>();
  const outcomes = new Map<string, Seen>();

  beforeAll(async () => {
    [upstream, second] = await Promise.all([startFakeModel(), startFakeModel()]);
    upstream.reply(({ body }) => faults[names[Number(body.model?.split('-')[0])] ?? '']?.step);
    second.reply(() => ({ text: 'From the second.', usage }));
    const nobody = `http://127.0.0.1:${await freePort()}/v1`;
    // Each case has its own connection, so that no cooldown of one changes another.
    const connections = [
      ...cases.map(({ id, fault }) => ({
        name: first(id),
        kind: 'openai-compatible',
        baseUrl: fault.step ? upstream.url : nobody,
        firstTokenTimeoutMs: 1_500,
        timeoutMs: 3_000,
      })),
      { name: 'second', kind: 'openai-compatible', baseUrl: second.url },
    ];
    const price = { input: 1, output: 10 };
    const prices = Object.fromEntries([
      ...cases.map(({ id }) => [`${first(id)}/${id}`, price]),
      ['second/fake', price],
    ]);
    gateway = await startGateway(engine, {
      settings: { MODEL_CONNECTIONS: JSON.stringify(connections), MODEL_PRICES: JSON.stringify(prices) },
    });
    for (const name of names) {
      const [alone, both] = [await newTalker(gateway), await newTalker(gateway)];
      const set = await both.act('PUT', `/workspaces/${both.workspaceId}/settings`, { fallbacks: ['second/fake'] });
      expect(set.status, set.text).toBe(200);
      people.set(name, { alone, both });
    }
    await Promise.all(
      cases.map(async (one) => void outcomes.set(one.id, await (isTurn(one.door) ? turn(one) : infer(one)))),
    );
  });
  afterAll(async () => {
    await gateway?.stop();
    await Promise.all([upstream.stop(), second.stop()]);
  });

  const personOf = ({ name, alone, door }: Case): Talker => {
    const { alone: one, both } = people.get(name) as People;
    // A turn has the fallback from its agent, a streamed one from its workspace.
    return alone || door === 'turn' ? one : both;
  };

  async function turn(one: Case): Promise<Seen> {
    const { id, door, alone } = one;
    const person = personOf(one);
    const own = !alone && door === 'turn' ? { fallbacks: ['second/fake'] } : {};
    const agentId = await person.newAgent({ provider: first(id), model: id, maxTokens: 100, ...own });
    const body = { agentId, message: 'Hello?', surface: id };
    if (!isStreamed(door)) {
      const { status, headers, body: answer } = await person.act<Seen>('POST', '/agent/chat', body);
      return { ...answer, status, model: headers.get('x-model') ?? '' };
    }
    const stream = await openStream(`${gateway.url}/agent/chat/stream`, { token: person.accessToken, body });
    const events = await stream.all();
    expect(events.filter(isEnd)).toHaveLength(1);
    const { event, json } = events.at(-1) as { event: string; json: object };
    return { ...(json as Seen), ...(event === 'stream_done' && { status: 200 }) };
  }

  async function infer(one: Case): Promise<Seen> {
    const { id, door } = one;
    const streams = isStreamed(door);
    const response = await fetch(`${gateway.url}/inference/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${personOf(one).accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: `${first(id)}/${id}`,
        messages: [{ role: 'user', content: 'Hello?' }],
        ...(streams && { stream: true }),
      }),
    });
    const { status } = response;
    if (status !== 200) return { status, code: '', content: '', model: '', ...((await response.json()) as object) };
    const said = await response.text();
    type Piece = {
      model?: string;
      error?: object;
      choices?: { message?: { content: string }; delta?: { content?: string } }[];
    };
    const pieces = streams
      ? said
          .split('\n\n')
          .filter((line) => line.startsWith('data: {'))
          .map((line) => JSON.parse(line.slice(6)) as Piece)
      : [JSON.parse(said) as Piece];
    const content = pieces
      .flatMap(({ choices = [] }) => choices)
      .map(({ message, delta }) => message?.content ?? delta?.content ?? '')
      .join('');
    return { status: pieces.at(-1)?.error ? 0 : 200, code: '', content, model: pieces[0]?.model ?? '' };
  }

  it.each(cases)('that $name, for a $door, alone: $alone', async (one) => {
    const { id, fault, door, alone } = one;
    const seen = outcomes.get(id);
    const asked = upstream.requests.filter(({ body, path }) => path.endsWith('/completions') && body.model === id);
    expect(asked).toHaveLength(triesOf(one));
    const ledger = await gateway.gateway.database.all<Ledger>(
      `SELECT provider, model, cost_nano, estimated, completion_tokens FROM usage_records
       WHERE user_id = $1 AND (model = $2 OR (model = 'fake' AND run_id = $3)) ORDER BY id`,
      [personOf(one).id, id, (seen as { runId?: string }).runId ?? ''],
    );
    if (goesOn(one)) {
      expect(seen).toMatchObject({ status: 200, content: 'From the second.', model: 'second/fake' });
      const ofRun = isTurn(door) ? [{ provider: 'second', model: 'fake', cost_nano: nanoOfAnswer, estimated: 0 }] : [];
      expect(ledger).toMatchObject(ofRun);
      expect(ledger).toHaveLength(ofRun.length);
      return;
    }
    const begun = isStreamed(door) && fault.goesOn === 'whole';
    if (isTurn(door)) expect([seen?.status, seen?.code]).toEqual(fault.turn);
    // A stream that has begun ends with an error.
    else expect(seen?.status).toBe(begun ? 0 : fault.inference);
    expect(alone || !fault.goesOn || begun).toBe(true);
    expect(
      ledger.map(({ provider, estimated, completion_tokens }) => [provider, estimated, completion_tokens > 0]),
    ).toEqual(begun ? [[first(id), 1, true]] : []);
  });

  it('asks the second only where the first failed, once each, and charges each answer once', async () => {
    const expected = cases.filter(goesOn).length;
    expect(second.requests.filter(({ path }) => path.endsWith('/completions'))).toHaveLength(expected);
    const charged = await gateway.gateway.database.all<Ledger>(
      "SELECT provider, cost_nano, estimated FROM usage_records WHERE provider = 'second'",
    );
    expect(charged).toHaveLength(expected);
    expect(charged.every(({ cost_nano, estimated }) => cost_nano === nanoOfAnswer && Number(estimated) === 0)).toBe(
      true,
    );
  });

  it('has a span for every attempt, with its reason', async () => {
    const one = cases.find(({ name, door, alone }) => name === 'answers 529' && door === 'turn' && !alone) as Case;
    const { runId } = outcomes.get(one.id) as unknown as { runId: string };
    type Span = { id: string; parentId: string; name: string; attributes: Record<string, unknown> };
    const { body } = await personOf(one).act<{ spans: Span[] }>('GET', `/traces/${runId.replace('run_', 'trc_')}`);
    const chat = body.spans.find(({ name }) => name === 'chat fake');
    expect(chat?.attributes).toMatchObject({ 'gen_ai.provider.name': 'second', 'gen_ai.request.model': 'fake' });
    const attempts = body.spans.filter(({ name }) => name.startsWith('attempt '));
    expect(attempts.map(({ name, parentId, attributes }) => [name, parentId, attributes['error.type']])).toEqual([
      [`attempt ${first(one.id)}/${one.id}`, chat?.id, 'unavailable'],
      ['attempt second/fake', chat?.id, undefined],
    ]);
    const job = await personOf(one).act('GET', `/jobs/${runId}`);
    expect(job.body).toMatchObject({ model: 'second/fake', costUsd: nanoOfAnswer / 1e9 });
  });
});
