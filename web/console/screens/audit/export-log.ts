// The audit log as a file: page after page of what the filter asks for, made in the browser.
import type { AuditLog } from '../../../../sdk/src/generated/api.ts';
import { api, type Query } from '../../outside/api.ts';
import { type KnownNames, wordsOfAction, wordsOfActor } from './words.ts';

export type LogFormat = 'csv' | 'jsonl';

export interface LogExport {
  readonly query: Query;
  readonly format: LogFormat;
  readonly names: KnownNames;
  /** Called as entries come: how many there are so far. */
  readonly tell: (count: number) => void;
}

/** Throws ApiProblem where a page does not come. */
export async function exportLog({ query, format, names, tell }: LogExport): Promise<Blob> {
  const lines =
    format === 'csv'
      ? [csvLine(['time', 'what', 'action', 'who', 'actor', 'subject', 'before', 'after', 'ip', 'with'])]
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
      lines.push(format === 'csv' ? csvLine(cellsOf(entry, names)) : `${JSON.stringify(entry)}\n`);
    count += page.items.length;
    tell(count);
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

/** After RFC 4180. A cell that a spreadsheet would reckon with gets an apostrophe before it. */
export function csvLine(cells: readonly string[]): string {
  const safe = cells.map((cell) => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell));
  return `${safe.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`;
}

/** Hands the file to the person. */
export function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
