import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands } from '../src/command-line/main.ts';
import { apiKey, jwtSecret, startGateway, type TestGateway } from './harness/gateway.ts';
import { hasPseudoTerminal, inTerminal } from './harness/pseudo-terminal.ts';
import { type Receiver, startReceiver, verifySignature } from './harness/webhook-receiver.ts';

const script = join(process.cwd(), 'scripts', 'agent-gateway.mjs');
const password = 'correct horse battery';
const ran = new Set<string>();

let gateway: TestGateway;
let receiver: Receiver;
let folder = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gateway-commands-'));
  gateway = await startGateway('sqlite');
  receiver = await startReceiver();
});
afterAll(async () => {
  await gateway.stop();
  await receiver.stop();
  rmSync(folder, { recursive: true, force: true });
});

const environment = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  AGENT_GATEWAY_CONFIG: join(folder, 'config'),
  AGENT_GATEWAY_URL: gateway.url,
  GATEWAY_API_KEY: apiKey,
  JWT_SECRET: jwtSecret,
  ...more,
});

function noteOf(words: readonly string[]): void {
  const name = commands.find((each) => `${words.join(' ')} `.startsWith(`${each.name} `))?.name;
  if (name) ran.add(name);
}

/** As a person runs it. */
function typed(words: readonly string[], more: NodeJS.ProcessEnv = {}) {
  noteOf(words);
  return inTerminal([process.execPath, script, ...words], { env: environment(more) });
}

/** As a script runs it: no terminal anywhere. */
function scripted(
  words: readonly string[],
  { input = '', env = {} }: { input?: string; env?: NodeJS.ProcessEnv } = {},
) {
  const child = spawn(process.execPath, [script, ...words], { env: environment(env) });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  child.stdin.end(input);
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}

async function done(words: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<string> {
  const { code, output } = await typed(words, more).ended;
  expect(code, `${words.join(' ')}: ${output}`).toBe(0);
  return output;
}

async function json<Value>(words: readonly string[]): Promise<Value> {
  const { code, stdout, stderr } = await scripted([...words, '--json']);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout) as Value;
}

if (!hasPseudoTerminal)
  process.stderr.write('\nNOT TESTED: the command line. `script` of util-linux is not there.\n\n');

describe.skipIf(!hasPseudoTerminal)('agent-gateway in a terminal', () => {
  it('talks with the first command: makes the account and an agent, streams, and remembers the conversation', async () => {
    const chat = typed(['chat']);
    await chat.shows('Email: ');
    chat.type('ada@example.com\r');
    await chat.shows('Password: ');
    chat.type(`${password}\r`);
    await chat.shows('Create it? [y/N] ');
    chat.type('y\r');
    await chat.shows('> ');
    chat.type('What is 17 times 23?\r');
    await chat.shows(/→ calculator[\s\S]*← calculator[\s\S]*391[\s\S]*> /);
    chat.type('\u0004');
    const { code, output } = await chat.ended;
    expect([code, output]).toEqual([0, expect.stringMatching(/--session ses_\w+ continues it/)]);
    expect(output).not.toContain(password);
    const kept = join(folder, 'config', 'credentials.json');
    expect(statSync(kept).mode & 0o077).toBe(0);
    const session = /--session (ses_\w+)/.exec(output)?.[1] ?? '';
    expect(await done(['chat', '--session', session, 'What is 2 times 21?'])).toContain('42');
  });

  it('asks before a tool that needs approval runs, and says no for whoever says no', async () => {
    const created = await done(['agents', 'create', 'Careful', '--tool', 'calculator', '--approve', 'calculator']);
    const id = /agt_\w+/.exec(created)?.[0] ?? '';
    const allowed = typed(['chat', '-a', 'Careful', 'What is 17 times 23?']);
    await allowed.shows('Allow calculator? [y/N] ');
    allowed.type('y\r');
    expect(await allowed.ended).toMatchObject({ code: 0, output: expect.stringContaining('391') });
    const refused = typed(['chat', '-a', id, 'What is 17 times 23?']);
    await refused.shows('Allow calculator? [y/N] ');
    refused.type('\r');
    expect((await refused.ended).output).toContain('denied');
    // Nobody can be asked: the run waits, and somebody decides later.
    const waiting = await scripted(['chat', '-a', id], { input: 'What is 17 times 23?\n' });
    expect(waiting).toMatchObject({ code: 1, stderr: expect.stringMatching(/runs approve apr_\w+/) });
    const [approval = ''] = /apr_\w+/.exec(waiting.stderr) ?? [];
    const [run = ''] = /run_\w+/.exec(waiting.stderr) ?? [];
    expect(await done(['runs', 'approve', approval])).toContain('approved');
    expect(await done(['logs', run])).toMatch(/approval_required[\s\S]*stream_done .*391/);
    const second = await scripted(['chat', '-a', id, 'What is 3 times 3?']);
    expect(await done(['runs', 'deny', /apr_\w+/.exec(second.stderr)?.[0] ?? ''])).toContain('denied');
    expect((await scripted(['chat', '-a', id, '--yes', 'What is 5 times 5?'])).stdout).toBe('5 * 5 = 25.\n');
    expect(await done(['agents', 'show', 'Careful'])).toContain(id);
    expect(await done(['agents'])).toMatch(/ID +NAME +MODEL +TOOLS[\s\S]*Careful/);
    expect(await done(['agents', 'list'])).toContain('Assistant');
    await done(['agents', 'delete', id]);
  });

  it('lists runs, shows one, follows it and cancels it', async () => {
    const [run] = await json<{ id: string; status: string }[]>(['runs', 'list', '--limit', '1']);
    const id = run?.id ?? '';
    expect(await done(['runs', 'list', '--status', 'completed'])).toContain('completed');
    expect(await done(['runs', 'show', id])).toMatch(/answer +\S/);
    expect(await done(['logs'])).toMatch(/session_resolved/);
    const agent = await json<{ id: string }>([
      'agents',
      'create',
      'Waiting',
      '--tool',
      'calculator',
      '--approve',
      'calculator',
    ]);
    // Nobody can be asked, so it waits until it is cancelled.
    const { stderr } = await scripted(['chat', '-a', agent.id, 'What is 17 times 23?']);
    const waiting = /run_\w+/.exec(stderr)?.[0] ?? '';
    expect(await done(['runs', 'cancel', waiting])).toContain(`Cancelled ${waiting}`);
    expect(await json(['runs', 'show', waiting])).toMatchObject({ status: 'cancelled' });
    await done(['agents', 'delete', agent.id]);
  });

  it('makes a key that alone is on stdout, and revokes it', async () => {
    const { stdout } = await scripted(['keys', 'create', 'ci', '--scope', 'agents:read']);
    expect(stdout).toMatch(/^agw_\w+\n$/);
    const withKey = { env: { AGENT_GATEWAY_KEY: stdout.trim(), AGENT_GATEWAY_CONFIG: join(folder, 'nobody') } };
    expect((await scripted(['agents', '--json'], withKey)).code).toBe(0);
    const refused = await scripted(['webhooks', '--json'], withKey);
    expect([refused.code, JSON.parse(refused.stderr)]).toEqual([
      1,
      { error: expect.objectContaining({ status: 403 }) },
    ]);
    expect(await done(['keys', 'create', 'terminal'])).toContain('shown this once');
    const list = await done(['keys', 'list']);
    expect(list).toContain('ci');
    await done(['keys', 'revoke', /key_\w+(?= +ci)/.exec(list)?.[0] ?? '']);
    expect(await scripted(['agents'], withKey)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('key_revoked'),
    });
  });

  it('forwards copies of deliveries to a local address, signed', async () => {
    receiver.replyAt('/public', { status: 500 });
    const created = await done(['webhooks', 'create', `${receiver.url}/public`]);
    const id = /wh_\w+/.exec(created)?.[0] ?? '';
    const secret = /secret +(\S+)/.exec(created)?.[1] ?? '';
    expect(await done(['webhooks', 'list'])).toContain(id);
    const listening = typed(['webhooks', 'listen', id, '--to', `${receiver.url}/local`, '--count', '1']);
    await listening.shows('Listening to ');
    expect(await typed(['webhooks', 'test', id]).ended).toMatchObject({
      code: 1,
      output: expect.stringContaining('500'),
    });
    expect(await listening.ended).toMatchObject({
      code: 0,
      output: expect.stringMatching(/webhook\.test +dlv_\w+ +200 in/),
    });
    const [copy] = receiver.records.filter(({ path }) => path === '/local');
    const [sent] = receiver.records.filter(({ path }) => path === '/public');
    expect(copy && verifySignature(secret, copy)).toBe(true);
    expect(copy?.rawBody.toString()).toBe(sent?.rawBody.toString());
  });

  it('manages accounts and looks closer, with the operator’s key', async () => {
    const creating = typed(['users', 'create', 'bea@example.com']);
    await creating.shows('Password of the new account: ');
    creating.type(`${password}\r`);
    const { code, output } = await creating.ended;
    expect([code, output]).toEqual([0, expect.stringContaining('bea@example.com')]);
    const id = /usr_\w+/.exec(output)?.[0] ?? '';
    expect(await done(['users', 'disable', id])).toMatch(/suspended +\d{4}-/);
    expect(await done(['users', 'enable', id])).toMatch(/suspended +-/);
    expect(await done(['users', 'list'])).toContain('bea@example.com');
    expect(await scripted(['users'], { env: { GATEWAY_API_KEY: '' } })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('for operators'),
    });
    const doctor = typed(['doctor']);
    expect((await doctor.ended).output).toMatch(/✓ gateway +\S+ runs version[\s\S]*database/);
    expect(doctor.raw()).toContain('\u001b[32m');
    const plain = typed(['doctor'], { NO_COLOR: '1' });
    await plain.ended;
    expect(plain.raw()).not.toContain('\u001b[');
    const away = await typed(['doctor', '--url', 'http://127.0.0.1:1']).ended;
    expect(away).toMatchObject({ code: 1, output: expect.stringMatching(/✗ gateway[\s\S]*agent-gateway start/) });
  });

  it('signs out and in, also from a script', async () => {
    await done(['logout']);
    const nobody = await scripted(['agents']);
    expect(nobody).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('agent-gateway login') });
    const login = ['login', '--email', 'ada@example.com', '--password-stdin'];
    expect(await scripted(login, { input: 'wrong password\n' })).toMatchObject({ code: 1 });
    expect(await scripted(login, { input: `${password}\n` })).toMatchObject({ code: 0, stdout: '' });
    const again = typed(['login', '--email', 'ada@example.com']);
    await again.shows('Password: ');
    again.type(`${password}\r`);
    expect((await again.ended).code).toBe(0);
  });

  it('says how it is typed, with exit code 2, and completes', async () => {
    for (const wrong of [
      ['no-such-command'],
      ['agents', 'show'],
      ['chat', '--colour'],
      ['start', '--port'],
      ['logs', 'a', 'b'],
    ])
      expect(await scripted(wrong), wrong.join(' ')).toMatchObject({ code: 2, stdout: '' });
    expect((await typed(['agents', 'create', '--help']).ended).output).toContain('--instructions');
    const { stdout } = await scripted(['--help']);
    for (const { name, summary } of commands) expect(stdout).toContain(`${name.padEnd(19)}  ${summary}`);
    const words = await done(['completion', 'bash']);
    expect(words).toContain('complete -o default -F _agent_gateway agent-gateway');
    const complete = `source <(${process.execPath} ${script} completion bash); COMP_WORDS=(agent-gateway webhooks l); COMP_CWORD=2; _agent_gateway; echo "\${COMPREPLY[@]}"`;
    const shell = spawn('bash', ['-c', complete], { env: environment() });
    let answer = '';
    shell.stdout.on('data', (chunk) => {
      answer += chunk;
    });
    await new Promise((resolve) => shell.once('close', resolve));
    expect(answer).toBe('list listen\n');
    for (const other of ['zsh', 'fish']) expect((await scripted(['completion', other])).code).toBe(0);
  });

  it('backs up, and names what is missing for a move to PostgreSQL', async () => {
    const file = join(folder, 'backup.db');
    await done(['backup', file], { DATA_DIR: gateway.place.settings.DATA_DIR });
    expect(existsSync(file)).toBe(true);
    expect(await typed(['backup']).ended).toMatchObject({ code: 2 });
    expect(await typed(['migrate-to-postgres'], { DATA_DIR: join(folder, 'none') }).ended).toMatchObject({
      code: 2,
      output: expect.stringContaining('--to'),
    });
  });

  it('starts a gateway, and Ctrl-C ends it', async () => {
    const checkout = join(folder, 'checkout');
    cpSync('scripts', join(checkout, 'scripts'), { recursive: true });
    for (const name of ['node_modules', 'src', 'migrations', 'packages', 'package.json', 'package-lock.json'])
      symlinkSync(join(process.cwd(), name), join(checkout, name));
    noteOf(['start']);
    const starting = inTerminal([process.execPath, join(checkout, 'scripts', 'agent-gateway.mjs'), 'start'], {
      env: { PATH: process.env.PATH, PORT: '0', CONSOLE: 'off', LOG_LEVEL: 'silent' },
    });
    await starting.shows('Docs ');
    expect(readFileSync(join(checkout, '.env'), 'utf8')).toContain('JWT_SECRET=');
    starting.type('\u0003');
    expect((await starting.ended).code).toBe(0);
  });

  it('was tested with every command, and every one is in the document', () => {
    expect(commands.map(({ name }) => name).filter((name) => !ran.has(name))).toEqual([]);
    // The first column of the table of commands; arguments follow the name.
    const [, table = ''] = readFileSync('docs/command-line.md', 'utf8').split('| Command | |');
    const cells =
      table
        .split('\n\n', 1)[0]
        ?.split('\n')
        .flatMap((line) => /^\| (`.*?`) \|/.exec(line)?.[1] ?? []) ?? [];
    const documented = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text));
    const nameIn = (text: string) => commands.find(({ name }) => `${text} `.startsWith(`${name} `))?.name;
    expect(documented.filter((text) => !ran.has(nameIn(text) ?? ''))).toEqual([]);
    expect(
      commands.map(({ name }) => name).filter((name) => !documented.some((text) => nameIn(text) === name)),
    ).toEqual([]);
  });
});
