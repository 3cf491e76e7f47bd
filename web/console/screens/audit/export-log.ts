// Exports the filtered audit log as a file, page by page, in the browser.
import type { AuditLog } from '../../../../sdk/typescript/src/generated/api.ts';
import { csvRow } from '../../../../src/core/report/csv.ts';
import { api, type Query } from '../../browser/api.ts';
import { type KnownNames, wordsOfAction, wordsOfActor } from './words.ts';

export type LogFormat = 'csv' | 'jsonl';

export interface LogExport {
  readonly query: Query;
  readonly format: LogFormat;
  readonly names: KnownNames;
  /** Called with the number of entries so far. */
  readonly report: (count: number) => void;
}

/** Throws ApiProblem if a page cannot be loaded. */
export async function exportLog({ query, format, names, report }: LogExport): Promise<Blob> {
  const lines =
    format === 'csv'
      ? [csvRow(['time', 'what', 'action', 'who', 'actor', 'subject', 'before', 'after', 'ip', 'with'])]
      : [];
  let cursor: string | null = '';
  let count = 0;
  while (cursor !== null) {
    const page: Awaited<ReturnType<typeof api.page<AuditLog>>> = await api.page<AuditLog>('/audit-log', {
      ...query,
      limit: 100,
      cursor,
    });
    for (const entry of page.items)
      lines.push(format === 'csv' ? csvRow(cellsOf(entry, names)) : `${JSON.stringify(entry)}\n`);
    count += page.items.length;
    report(count);
    cursor = page.next;
  }
  return new Blob(lines, { type: format === 'csv' ? 'text/csv;charset=utf-8' : 'application/x-ndjson' });
}

function cellsOf(entry: AuditLog, names: KnownNames): string[] {
  const json = (value: unknown) => (value === null ? '' : JSON.stringify(value));
  return [
    ...[entry.created_at, wordsOfAction(entry.action), entry.action, wordsOfActor(entry.actor, names), entry.actor],
    ...[entry.subject_id, json(entry.before), json(entry.after), entry.ip ?? '', entry.user_agent ?? ''],
  ];
}
