// The operations that sum up, and tell who changed what.
import type { Operation } from '../../io/http/operation.ts';
import type { Instance } from '../instance.ts';
import { getAuditEntry } from './get-audit-entry.ts';
import { getBalanceSheet } from './get-balance-sheet.ts';
import { listAuditLog } from './list-audit-log.ts';

export function reportRoutes(instance: Instance): Operation[] {
  return [getBalanceSheet(instance), listAuditLog(instance), getAuditEntry(instance)];
}
