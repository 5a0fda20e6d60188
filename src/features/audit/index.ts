export { type AuditLog, createAuditLog } from './audit-log.ts';
export { changesOf } from './redaction.ts';
export { createChainCheck } from './verify-chain.ts';
