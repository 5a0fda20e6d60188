import { subscribe } from 'node:diagnostics_channel';

/** Loaded into a node before anything else: whatever it asks of others carries its name, so that it is known who sent what. */
const [name = '', value = ''] = (process.env.FAULTS_NODE_HEADER ?? '').split(':');
subscribe('undici:request:create', (message) => {
  const { request } = message as { request: { addHeader(name: string, value: string): void } };
  request.addHeader(name, value);
});
