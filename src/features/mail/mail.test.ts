import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { newTestNodes, type TestNode } from '../../../test/harness/job-nodes.ts';
import { startSilentServer, startSmtp } from '../../../test/harness/mails.ts';
import { onThisMachine } from '../../../test/harness/this-machine.ts';
import { createMailer } from '../../platform/mail/mailer.ts';
import { createSecretBox } from '../../platform/secret-box.ts';
import { createMail } from './mail.service.ts';

const recordLog = () => {
  const lines: string[] = [];
  const write = (fields: object, message: string) => void lines.push(`${message} ${JSON.stringify(fields)}`);
  return { lines, log: { info: write, warn: write, error: write } };
};
const from = 'Gateway <gateway@example.com>';
const key = 'a-test-key-of-at-least-32-characters';

async function until(condition: () => boolean | Promise<boolean>, withinMs = 10_000): Promise<void> {
  for (const end = Date.now() + withinMs; Date.now() < end; await sleep(20)) if (await condition()) return;
  throw new Error('It did not happen in time.');
}

describe.each(engines)('mail on %s', (engine) => {
  let nodes: Awaited<ReturnType<typeof newTestNodes>>;
  let folder: string;
  beforeAll(async () => {
    nodes = await newTestNodes(engine);
    folder = await mkdtemp(join(tmpdir(), 'gateway-mail-'));
  });
  afterEach(() => nodes.clear());
  afterAll(async () => {
    await nodes.remove();
    await rm(folder, { recursive: true });
  });

  function mailOf({ jobs, clock }: TestNode, smtpUrl: string | undefined) {
    const { lines, log } = recordLog();
    const secrets = createSecretBox({
      encryption: { key, previousKey: undefined },
      jwt: { secret: key, previousSecret: undefined },
      log,
    });
    const mailer = createMailer({ smtpUrl, from, dataDir: folder, clock, log });
    const mail = createMail({ jobs, secrets, mailer, clock, log });
    return { mail, mailer, lines };
  }
  const letter = (to: string, newEmail = 'new@example.com') =>
    ({ to, template: 'email-changed', values: { newEmail, isDone: true }, userId: 'usr_ada' }) as const;

  it('goes out once its cause is committed, and not when that is undone', async () => {
    const smtp = await startSmtp();
    const node = await nodes.add();
    const { mail } = mailOf(node, smtp.url);
    node.jobs.start();
    const undone = node.database.transaction(async (tx) => {
      await mail.post(tx, letter('never@example.com'));
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await node.database.transaction((tx) => mail.post(tx, letter('ada@example.com')));
    await until(() => smtp.mails.length > 0);
    await until(async () => (await nodes.count()) === 0);
    expect(smtp.mails).toHaveLength(1);
    expect(smtp.mails[0]).toMatchObject({ from: 'gateway@example.com', to: ['ada@example.com'] });
    expect(smtp.mails[0]?.raw).toContain('Subject: Your email address was changed');
    await smtp.stop();
  });

  it('escapes in HTML whatever it says, and keeps no address or value readable while it waits', async () => {
    const smtp = await startSmtp();
    const node = await nodes.add();
    const { mail } = mailOf(node, smtp.url);
    const hostile = `"><script>alert('x')</script>&@example.com`;
    await node.database.transaction((tx) => mail.post(tx, letter('secret.ada@example.com', hostile)));
    const waiting = JSON.stringify(await node.database.all('SELECT * FROM jobs'));
    expect(waiting).not.toContain('secret.ada');
    expect(waiting).not.toContain('script');
    node.jobs.start();
    await until(() => smtp.mails.length > 0);
    const [text = '', html = ''] = (smtp.mails[0]?.raw ?? '').replaceAll('=\r\n', '').split('text/html');
    expect(text).toContain('<script>');
    expect(html).not.toContain('<script>');
    expect(html).toContain(
      '&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;@example.com'.replaceAll('=', '=3D'),
    );
    await smtp.stop();
  });

  it.each([
    'ada@example.com\r\nBcc: victim@example.com',
    'ada@example.com,victim@example.com',
    'ada,victim@example.com',
    'ada@example.com> RCPT TO:<victim@example.com',
    '"ada\\" victim"@example.com',
    'Ada <ada@example.com>',
    'ada@[127.0.0.1]',
    'ada@example.com\u2028x',
    '@example.com',
    'group:ada@example.com;',
  ])('is not sent to %j, which is more or less than one mailbox', async (to) => {
    const smtp = await startSmtp();
    const node = await nodes.add();
    const { mail, lines } = mailOf(node, smtp.url);
    node.jobs.start();
    await node.database.transaction((tx) => mail.post(tx, letter(to)));
    await until(async () => (await nodes.count()) === 0);
    expect(smtp.mails).toEqual([]);
    expect(lines.join()).toContain('cannot be delivered');
    expect(lines.join()).not.toContain('victim');
    await smtp.stop();
  });

  it('has one line as its subject', async () => {
    const smtp = await startSmtp();
    const node = await nodes.add();
    const { mailer } = mailOf(node, smtp.url);
    const subject = 'Hello\r\nBcc: victim@example.com\r\n\r\nbody\u2028more\0';
    await mailer.send({ to: 'ada@example.com', subject, text: 'x', html: 'x' });
    expect(smtp.mails[0]?.to).toEqual(['ada@example.com']);
    expect(smtp.mails[0]?.raw).toContain('Subject: Hello Bcc: victim@example.com body more\r\n');
    expect(smtp.mails[0]?.raw).not.toMatch(/^Bcc/m);
    await smtp.stop();
  });

  it('is tried again by a server that refuses for now, and given up where it refuses for good', async () => {
    const answers = new Map([
      ['later@example.com', [451, 451]],
      ['never@example.com', [550]],
    ]);
    const smtp = await startSmtp({
      onRcptTo({ address }, _session, done) {
        const code = answers.get(address)?.shift();
        done(code ? Object.assign(new Error(`no ${address}`), { responseCode: code }) : undefined);
      },
    });
    const node = await nodes.add();
    const { mail, lines } = mailOf(node, smtp.url);
    node.jobs.start();
    await node.database.transaction(async (tx) => {
      await mail.post(tx, letter('later@example.com'));
      await mail.post(tx, letter('never@example.com'));
    });
    await until(async () => (await nodes.count()) === 1);
    expect(lines.join()).toContain('550');
    expect(lines.join()).not.toContain('never@example.com');
    expect(JSON.stringify(await node.database.all('SELECT * FROM jobs'))).not.toContain('later@example.com');
    for (let attempt = 0; smtp.mails.length === 0 && attempt < 200; attempt += 1) {
      node.clock.offsetMs += 10_000;
      await sleep(50);
    }
    expect(smtp.mails.map(({ to }) => to)).toEqual([['later@example.com']]);
    await smtp.stop();
  });

  it('waits for a server that is away or silent without holding the request that caused it', async () => {
    const silent = await startSilentServer();
    const node = await nodes.add();
    const { mail } = mailOf(node, silent.url);
    node.jobs.start();
    const began = performance.now();
    await node.database.transaction((tx) => mail.post(tx, letter('ada@example.com')));
    expect(performance.now() - began).toBeLessThan(onThisMachine(2_000));
    await until(() => silent.connections() > 0);
    // The attempt ends by itself: the job waits for its next one.
    await until(async () => (await nodes.count('attempts = 1 AND claim IS NULL')) === 1, 15_000);
    await silent.stop();
  });

  it('is a file that only the gateway reads where there is no server, and goes with the person', async () => {
    const node = await nodes.add();
    const { mail, lines } = mailOf(node, undefined);
    expect(lines.join()).toContain('DATA_DIR/mail');
    node.jobs.start();
    await node.database.transaction(async (tx) => {
      await mail.post(tx, letter('ada@example.com'));
      await mail.post(tx, { ...letter('bob@example.com'), userId: 'usr_bob' });
    });
    await until(async () => (await nodes.count()) === 0);
    const mails = join(folder, 'mail');
    const files = readdirSync(mails);
    expect(files).toHaveLength(2);
    expect(statSync(mails).mode & 0o777).toBe(0o700);
    for (const file of files) expect(statSync(join(mails, file)).mode & 0o777).toBe(0o600);
    expect(files.map((file) => readFileSync(join(mails, file), 'utf8')).join()).toContain('\nTo: ada@example.com\n');
    await node.database.transaction(async (tx) => mail.erasePerson(tx, 'usr_ada'));
    await until(() => readdirSync(mails).length === 1);
    expect(readFileSync(join(mails, readdirSync(mails)[0] ?? ''), 'utf8')).toContain('\nTo: bob@example.com\n');
  });
});
