export { createCallerResolver } from './caller.ts';
