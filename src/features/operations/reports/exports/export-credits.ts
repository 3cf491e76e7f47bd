// GET /exports: streams a file with one line for each credit and each refund of an app in a period.

import { Readable } from 'node:stream';
import { Answer, type Operation, operation } from '../../../../io/http/operation.ts';
import { uuid } from '../../../../io/http/schemas.ts';
import { Type } from '../../../../io/schema.ts';
import type { Instance } from '../../../instance.ts';
import { ownApp } from '../../../people/apps/own-app.ts';
import type { App } from '../../../people/apps/store.ts';
import { type Period, periodQuery, readPeriod } from '../read-period.ts';
import { type ExportFormat, exportExample, exportHead, exportLine } from './export-rows.ts';
import { type ExportEntry, type ExportPeriod, listEntries } from './export-store.ts';

const contentTypes = { csv: 'text/csv', jsonl: 'application/x-ndjson' } as const;
/** The number of entries in memory at once. */
const pageSize = 500;

const description = [
  'One line for each credit (`kind: payment`) and each refund that was sent (`kind: refund`). Each has its time, the',
  'amount in coins and in fiat, the rate and its sources, the chain transaction, the invoice and its reference.',
  'Refunds are negative. A reversal by a reorganization of the chain is a separate line with the opposite sign.',
  '`value` is the fiat at receipt, or what a refund gave back. `sending_value` is the market value of a refund when it',
  'was sent. The sums equal the balance sheet for the same period. CSV cells that a spreadsheet would read as a',
  'formula begin with an apostrophe. On an error the connection is cut.',
].join(' ');

export function exportCredits(instance: Instance): Operation {
  return operation({
    id: 'exportCredits',
    method: 'GET',
    path: '/exports',
    group: 'Apps',
    summary: 'Export payments and refunds',
    description,
    access: { cookie: true, pat: 'invoices:read', appToken: true, oauth2: 'invoices:read', permission: 'export' },
    query: Type.Object({
      app_id: Type.Optional({ ...uuid, description: 'Implied by an app token.' }),
      ...periodQuery,
      format: Type.Optional(Type.Unsafe<ExportFormat>({ type: 'string', enum: ['csv', 'jsonl'], default: 'csv' })),
    }),
    answer: Type.String({ description: 'One line for each; the CSV also has a header line.' }),
    contentType: contentTypes.csv,
    contentExamples: { [contentTypes.csv]: exportExample('csv'), [contentTypes.jsonl]: exportExample('jsonl') },
    problems: ['not_found'],
    handle: async ({ query, caller }) => {
      const app = await ownApp(instance.db, query.app_id, caller);
      const { from: begin, to } = readPeriod(query, instance.clock.now());
      const from = begin ?? new Date(0);
      const format = query.format ?? 'csv';
      const lines = linesOf(instance, { appId: app.id, from, to }, format);
      const stream = Readable.from(lines, { objectMode: false });
      stream.once('error', (error) => instance.log.warn({ err: error, app: app.id }, 'an export was cut off'));
      const headers = {
        'content-type': `${contentTypes[format]}; charset=utf-8`,
        'content-disposition': `attachment; filename="${fileName(app, { from: begin, to }, format)}"`,
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      };
      return new Answer(stream as never, { headers });
    },
  });
}

/** Yields pages of lines. The next page is read after the reader has taken the previous one. */
async function* linesOf(
  { db, catalog }: Pick<Instance, 'db' | 'catalog'>,
  period: ExportPeriod,
  format: ExportFormat,
): AsyncGenerator<string> {
  const head = exportHead(format);
  if (head !== '') yield head;
  for (let after: ExportEntry | null = null; ; ) {
    const entries: ExportEntry[] = await listEntries(db, period, after, pageSize);
    if (entries.length > 0) yield entries.map((one) => exportLine(format, catalog, one)).join('');
    after = entries.at(-1) ?? null;
    if (entries.length < pageSize) return;
  }
}

/** For example `shop-2026-11-01-to-2026-11-30.csv`. The last day is the last one included. */
function fileName(app: App, { from, to }: Period, format: ExportFormat): string {
  const shop = (app.slug ?? app.name)
    .normalize('NFKD')
    .replaceAll(/[^a-zA-Z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  const first = from === null ? '' : `${from.toISOString().slice(0, 10)}-`;
  const last = new Date(to.getTime() - 1).toISOString().slice(0, 10);
  return `${shop === '' ? 'credits' : shop.toLowerCase().slice(0, 60)}-${first}to-${last}.${format}`;
}
