// The operations on the audit log: it can only be read.
import type { Operation } from '../../io/http/operation.ts';
import type { Instance } from '../instance.ts';
import { listAuditLog } from './list-audit-log.ts';

export function auditRoutes(instance: Instance): Operation[] {
  return [listAuditLog(instance)];
}
