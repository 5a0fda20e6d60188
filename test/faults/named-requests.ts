import { subscribe } from 'node:diagnostics_channel';

/** Loaded into a node first: each of its outgoing requests has its name, so that receivers know the sender. */
const [name = '', value = ''] = (process.env.FAULTS_NODE_HEADER ?? '').split(':');
subscribe('undici:request:create', (message) => {
  const { request } = message as { request: { addHeader(name: string, value: string): void } };
  request.addHeader(name, value);
});
