// Exports the filtered invoices as a file, page by page, with progress and a button that stops it.
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useRef, useState } from 'react';
import type { Invoice } from '../../../../sdk/typescript/src/generated/api.ts';
import { csvRow } from '../../../../src/core/report/csv.ts';
import { api, type Query } from '../../browser/api.ts';
import { useKeys } from '../../browser/keys.ts';
import { saveFile } from '../../lists/save-file.ts';
import { words } from '../../words/words.ts';

export interface ExportInvoicesProps {
  readonly appId: string;
  readonly query: Query;
  /** The known number of rows; 0 disables the export. */
  readonly known: number;
}

/** The limit of one file; whole months are exported on the payments screen. */
const mostRows = 20_000;

export function ExportInvoices({ appId, query, known }: ExportInvoicesProps) {
  const [done, setDone] = useState<number | null>(null);
  const stop = useRef<AbortController | null>(null);
  const run = async () => {
    if (stop.current !== null) return stop.current.abort();
    if (known === 0) return;
    const aborter = new AbortController();
    stop.current = aborter;
    setDone(0);
    try {
      const rows = await readAll({ ...query, app_id: appId }, aborter.signal, setDone);
      saveFile(`invoices-${new Date().toISOString().slice(0, 10)}.csv`, [csvRow(heads), ...rows], 'text/csv');
      if (rows.length >= mostRows) {
        const message = words.invoices.exportCut({ count: mostRows });
        notifications.show({ message });
      }
    } catch (error) {
      if (!aborter.signal.aborted) {
        const message = error instanceof Error ? error.message : words.common.tryAgain;
        notifications.show({ color: 'red', title: words.invoices.exportFailed, message });
      }
    } finally {
      stop.current = null;
      setDone(null);
    }
  };
  useKeys([{ keys: 'e', words: words.invoices.exportThese, act: () => void run() }]);
  return (
    <Button variant="default" px="sm" disabled={known === 0} onClick={() => void run()}>
      {done === null ? words.invoices.export : words.invoices.stopExport({ count: done })}
    </Button>
  );
}

const heads = [
  ...['created_at', 'reference', 'description', 'customer_name', 'customer_email', 'status', 'exceptions', 'currency'],
  ...['total', 'paid', 'pending', 'remaining', 'paid_at', 'expires_at', 'id', 'checkout_url'],
];

function rowOf(invoice: Invoice): string {
  const { order, customer } = invoice;
  return csvRow([
    invoice.created_at,
    order.reference ?? null,
    order.description ?? null,
    customer?.name ?? null,
    customer?.email ?? null,
    invoice.status,
    invoice.exceptions.join(' '),
    invoice.currency,
    ...[invoice.total, invoice.paid, invoice.pending, invoice.remaining],
    ...[invoice.paid_at, invoice.expires_at, invoice.id, invoice.checkout_url],
  ]);
}

async function readAll(query: Query, signal: AbortSignal, report: (count: number) => void): Promise<string[]> {
  const rows: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await api.page<Invoice>('/invoices', { ...query, limit: 100, cursor }, signal);
    rows.push(...page.items.map(rowOf));
    report(rows.length);
    if (page.next === null || rows.length >= mostRows) return rows;
    cursor = page.next;
  }
}
