// The operations for reports, history and open tasks.
import type { Operation } from '../../../io/http/operation.ts';
import type { Instance } from '../../instance.ts';
import { getAttention } from './attention/get-attention.ts';
import { exportCredits } from './exports/export-credits.ts';
import { getAuditEntry } from './get-audit-entry.ts';
import { getBalanceSheet } from './get-balance-sheet.ts';
import { listAuditLog } from './list-audit-log.ts';
import { getStatistics } from './statistics/get-statistics.ts';
import { getTimeline } from './timeline/get-timeline.ts';

export function reportRoutes(instance: Instance): Operation[] {
  return [
    getBalanceSheet(instance),
    getStatistics(instance),
    getAttention(instance),
    getTimeline(instance),
    exportCredits(instance),
    listAuditLog(instance),
    getAuditEntry(instance),
  ];
}
