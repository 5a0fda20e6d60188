import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

export default defineConfig({
  base: '/console/',
  resolve: {
    alias: { '@client': fileURLToPath(new URL('../packages/client/src', import.meta.url)) },
  },
  build: {
    target: 'es2023',
    // Inlined files would be data: addresses, which the content security policy refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '^/(?!console/)': 'http://localhost:3000', '/console/session': 'http://localhost:3000' } },
});
