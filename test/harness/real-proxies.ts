import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

export type ProxyKind = 'haproxy' | 'nginx';
export const proxyKinds: readonly ProxyKind[] = ['haproxy', 'nginx'];

/** Debian installs them in folders that may not be in PATH. */
export const programOf = (kind: ProxyKind): string | undefined =>
  [`/usr/sbin/${kind}`, `/usr/local/sbin/${kind}`, `/usr/bin/${kind}`].find((file) => existsSync(file));

/** As in docs/operations/deployment.md, for this machine. */
const configurations = {
  haproxy: (port: number, nodes: readonly number[]) => `
global
  maxconn 2000
defaults
  mode http
  timeout connect 2s
  timeout check 2s
  timeout client 75s
  timeout server 75s
  timeout tunnel 1h
  timeout http-keep-alive 60s
  retries 3
  option redispatch 1
frontend people
  bind 127.0.0.1:${port}
  default_backend gateway
backend gateway
  balance leastconn
  option httpchk GET /readiness
  http-check expect status 200
  default-server check inter 500ms fall 1 rise 1
${nodes.map((node) => `  server node${node} 127.0.0.1:${node}`).join('\n')}
`,
  nginx: (port: number, nodes: readonly number[], folder: string) => `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  map $http_upgrade $connection_upgrade { default upgrade; '' ''; }
  upstream gateway {
    least_conn;
${nodes.map((node) => `    server 127.0.0.1:${node} max_fails=1 fail_timeout=1s;`).join('\n')}
    keepalive 64;
    keepalive_timeout 1s;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://gateway;
      proxy_http_version 1.1;
      proxy_set_header Host $host;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $connection_upgrade;
      proxy_connect_timeout 2s;
      proxy_read_timeout 75s;
      proxy_buffering off;
      proxy_next_upstream error timeout;
      proxy_next_upstream_tries 3;
    }
  }
}
`,
};

/** The real program, in front of nodes on this machine. */
export async function startProxy(kind: ProxyKind, nodes: readonly number[]) {
  const program = programOf(kind);
  if (!program) throw new Error(`There is no ${kind} here.`);
  const folder = mkdtempSync(join(tmpdir(), `gateway-${kind}-`));
  const port = await freePort();
  const file = join(folder, 'configuration');
  writeFileSync(file, configurations[kind](port, nodes, folder));
  const args = kind === 'haproxy' ? ['-f', file, '-db'] : ['-p', folder, '-c', file];
  const child: ChildProcess = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output = (output + chunk).slice(-10_000);
    });
  return {
    url: `http://127.0.0.1:${port}`,
    output: () => output,
    async stop(): Promise<void> {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
