import { inWorkspace, open, type Row, signedIn } from './row.ts';

export const healthRows: Row[] = [
  open('getHealth', 200),
  open('getReadiness', 200),
  open('getMetrics', 200),
  open('getEntrance', 200),
  open('getReference', 200),
  signedIn('getOpenApiJson', 200),
  signedIn('getOpenApiYaml', 200),
  inWorkspace('openWebSocket', { members: 101, fromHome: 101 }, () => ({}), { webSocket: true }),
];
