export { createAnchors } from './anchors.ts';
export { type AuditLog, createAuditLog } from './audit-log.ts';
export { changesOf } from './redaction.ts';
export { createAuditRetention } from './retention.ts';
export { createSealer } from './seal.ts';
export { createChainCheck } from './verify-chain.ts';
