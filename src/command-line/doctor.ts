import { existsSync } from 'node:fs';
import { ConnectionLost, type DiagnosticCheck } from '#client';
import type { Command } from './command.ts';

type Finding = Pick<DiagnosticCheck, 'id' | 'status' | 'message' | 'hint'>;

const marks = { pass: ['✓', 'green'], warn: ['!', 'yellow'], fail: ['✗', 'red'] } as const;

export const doctor: Command = {
  name: 'doctor',
  summary: 'Check a gateway, with a hint for everything that is not well',
  async run({ terminal, connection }) {
    const findings: Finding[] = [];
    const { url } = connection;
    try {
      const health = await connection.anyone().get('/health');
      const status = health.status === 'ok' ? 'pass' : health.status === 'degraded' ? 'warn' : 'fail';
      findings.push({ id: 'gateway', status, message: `${url} runs version ${health.version}.` });
      if (connection.operatorKey()) findings.push(...(await connection.operator().get('/diagnostics')).checks);
      else
        findings.push({
          id: 'operator',
          status: 'warn',
          message: 'Without the operator’s key only the health was asked.',
          hint: 'Set GATEWAY_API_KEY, or run this in the folder whose .env the gateway uses.',
        });
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error;
      findings.push({
        id: 'gateway',
        status: 'fail',
        message: `Nothing answers at ${url}.`,
        hint: connection.isHere
          ? `Start it with \`agent-gateway start\`${existsSync('.env') ? '' : ' in its folder; this one has no .env'}.`
          : 'Check the address, the proxy in front of it and the network.',
      });
    }
    const isBad = findings.some(({ status }) => status === 'fail');
    if (terminal.json) {
      terminal.print(JSON.stringify({ url, status: isBad ? 'fail' : 'pass', checks: findings }));
      return isBad ? 1 : 0;
    }
    for (const { id, status, message, hint } of findings) {
      const [mark, colour] = marks[status];
      terminal.print(`${terminal.style(colour, mark)} ${id.padEnd(14)} ${message}`);
      if (hint && status !== 'pass') terminal.print(terminal.style('dim', `  ${''.padEnd(14)} ${hint}`));
    }
    return isBad ? 1 : 0;
  },
};
