export { reply } from './reply.ts';
