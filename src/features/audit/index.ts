export { type AuditLog, createAuditLog } from './audit-log.ts';
