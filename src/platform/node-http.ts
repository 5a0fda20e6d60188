/**
 * An import of `node:http` reads every export of it, and one of them loads Node's own fetch: 0.1 s of CPU at every start, and
 * 16 MB. So this module is asked for what is used.
 */
export const { createServer, ServerResponse, STATUS_CODES } = process.getBuiltinModule('node:http');
