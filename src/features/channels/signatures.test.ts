import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hmacOf, type NewChannel, newChannel, sendTo } from '../../../test/harness/channels.ts';
import { engines } from '../../../test/harness/databases.ts';
import { createFakeClock } from '../../../test/harness/fake-clock.ts';
import { startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import { newTalker, type Talker } from '../../../test/harness/talking.ts';

/** https://docs.github.com/webhooks/using-webhooks/validating-webhook-deliveries */
const gitHub = {
  secret: "It's a Secret to Everybody",
  body: 'Hello, World!',
  signature: 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
};
/** https://api.slack.com/authentication/verifying-requests-from-slack */
const slack = {
  secret: '8f742231b10e8888abcd99yyyzzz85a5',
  timestamp: 1_531_420_618,
  body: 'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c',
  signature: 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
};

describe.each(engines)('signatures of channels, on %s', (engine) => {
  const clock = createFakeClock(slack.timestamp * 1_000);
  let gateway: TestGateway;
  let ada: Talker;

  beforeAll(async () => {
    gateway = await startGateway(engine, { clock });
    ada = await newTalker(gateway, { clock });
  });
  afterAll(() => gateway?.stop());

  const channelOf = (hmac: object) => newChannel(ada.act, { agentId: ada.agentId, hmac });
  const post = async ({ id }: Pick<NewChannel, 'id'>, body: string, headers: Record<string, string>) => {
    const { status, body: said } = await gateway.call<{ code: string; detail: string; challenge?: string }>(
      'POST',
      `/channels/${id}/inbound`,
      { body, headers },
    );
    return { status, code: said.code, detail: said.detail };
  };
  const refused = { status: 401, code: 'invalid_signature' };

  it('GitHub’s documented example verifies; one changed byte is 401', async () => {
    const channel = await channelOf({ preset: 'github', secret: gitHub.secret });
    const headers = { 'x-hub-signature-256': gitHub.signature };
    // Past the signature: the example is no JSON.
    expect(await post(channel, gitHub.body, headers)).toMatchObject({ status: 400, code: 'malformed_json' });
    expect(await post(channel, 'Hello, World?', headers)).toMatchObject(refused);
    const changed = { 'x-hub-signature-256': gitHub.signature.replace(/7$/, '8') };
    expect(await post(channel, gitHub.body, changed)).toMatchObject(refused);
    expect(await post(channel, gitHub.body, {})).toMatchObject(refused);
  });

  it('Slack’s documented example verifies within five minutes; one changed byte is 401', async () => {
    const channel = await channelOf({ preset: 'slack', secret: slack.secret });
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-signature': slack.signature,
      'x-slack-request-timestamp': String(slack.timestamp),
    };
    // Past the signature: only events, which are JSON, are understood.
    const passed = { status: 415, code: 'unsupported_media_type' };
    expect(await post(channel, slack.body, headers)).toMatchObject(passed);
    expect(await post(channel, slack.body.replace('foobar', 'foobas'), headers)).toMatchObject(refused);
    const later = { ...headers, 'x-slack-request-timestamp': String(slack.timestamp + 1) };
    expect(await post(channel, slack.body, later)).toMatchObject(refused);
    const { 'x-slack-request-timestamp': _gone, ...timeless } = headers;
    expect(await post(channel, slack.body, timeless)).toMatchObject(refused);
    clock.advance(299_000);
    expect(await post(channel, slack.body, headers)).toMatchObject(passed);
    clock.advance(2_000);
    expect(await post(channel, slack.body, headers)).toMatchObject(refused);
    clock.set(slack.timestamp * 1_000 - 301_000);
    expect(await post(channel, slack.body, headers)).toMatchObject(refused);
    clock.set(slack.timestamp * 1_000);
  });

  it('use the algorithm, the header and the prefix of the channel', async () => {
    const secret = 'a secret of our own';
    const channel = await channelOf({ header: 'X-Sign', algorithm: 'sha1', prefix: 'sha1=', secret });
    const body = JSON.stringify({ message: 'Hello', from: 'x' });
    const good = `sha1=${hmacOf(secret, body, 'sha1')}`;
    expect(await post(channel, body, { 'x-sign': good })).toMatchObject({ status: 200 });
    for (const wrong of [
      good.slice(5),
      `${good}0`,
      good.slice(0, -1),
      `sha1=${hmacOf(secret, body)}`,
      `sha1=${hmacOf('another', body, 'sha1')}`,
      '',
    ])
      expect(await post(channel, body, { 'x-sign': wrong }), wrong).toMatchObject(refused);
    expect(await post(channel, body, { 'x-signature': good })).toMatchObject(refused);
    expect(await post(channel, `${body} `, { 'x-sign': good })).toMatchObject(refused);
  });

  it('may cover a timestamp: an old message is refused, and the same text later is a new message', async () => {
    const channel = await channelOf({ timestampHeader: 'X-Time' });
    const body = JSON.stringify({ message: 'Hello again', from: 'x' });
    const send = (seconds: number) =>
      gateway.call<{ runId: string }>('POST', `/channels/${channel.id}/inbound`, {
        body,
        headers: { 'x-time': String(seconds), 'x-signature': hmacOf(channel.hmac.secret, `${seconds}.${body}`) },
      });
    const now = Math.floor(clock.now() / 1_000);
    const first = await send(now);
    expect(first.status).toBe(200);
    expect((await send(now)).body.runId).toBe(first.body.runId);
    expect((await send(now + 1)).body.runId).not.toBe(first.body.runId);
    expect((await send(now - 400)).status).toBe(401);
  });

  it('are checked first, and the refusal does not tell whether the channel exists', async () => {
    const channel = await channelOf({});
    const answers = [
      await post(channel, '{"broken', { 'x-signature': 'ab' }),
      await post(channel, '{"message":1}', {}),
      await post({ id: 'chn_unknown' }, '{"message":"Hello"}', { 'x-signature': 'ab' }),
      await post({ id: 'chn_unknown' }, '', {}),
      await post(channel, 'x', { 'content-type': 'text/plain' }),
    ];
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject(refused);
    const token = await gateway.call('POST', `/channels/${channel.id}/inbound`, {
      token: ada.accessToken,
      body: { message: 'Hello' },
    });
    expect(token.status).toBe(401);
  });

  it('change at once with the secret', async () => {
    const channel = await channelOf({});
    expect((await sendTo(gateway, channel, { message: 'One' })).status).toBe(200);
    await ada.act('PUT', `/channels/${channel.id}`, { hmac: { secret: 'another secret' } });
    expect((await sendTo(gateway, channel, { message: 'Two' })).status).toBe(401);
    const renewed = { ...channel, hmac: { ...channel.hmac, secret: 'another secret' } };
    expect((await sendTo(gateway, renewed, { message: 'Two' })).status).toBe(200);
  });
});

it('an operator’s HMAC rule on the same route is checked as well', async () => {
  const rule = { path: '/channels/:id/inbound', header: 'X-Gate', algorithm: 'sha256', secret: 'the operator’s own' };
  const gateway = await startGateway('sqlite', { settings: { HMAC_RULES: JSON.stringify([rule]) } });
  try {
    const ada = await newTalker(gateway);
    const channel = await newChannel(ada.act, { agentId: ada.agentId });
    const body = JSON.stringify({ message: 'Hello' });
    const gate = { 'x-gate': hmacOf(rule.secret, body) };
    expect((await sendTo(gateway, channel, body)).status).toBe(401);
    expect((await gateway.call('POST', `/channels/${channel.id}/inbound`, { body, headers: gate })).status).toBe(401);
    expect((await sendTo(gateway, channel, body, gate)).status).toBe(200);
  } finally {
    await gateway.stop();
  }
});
