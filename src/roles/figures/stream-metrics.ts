// Metrics of the open invoice streams in this process.
import type { Registry } from 'prom-client';
import { streamFigures } from '../../features/selling/checkout/stream-figures.ts';
import { counter, gauge } from './figure.ts';

export function measureStreams(metrics: Registry): void {
  counter(metrics, {
    name: 'quittance_invoice_snapshots_total',
    help: 'How often the state of an invoice was read for its streams. One read serves all streams of the invoice.',
    fill: (set) => set({}, streamFigures.snapshots),
  });
  counter(metrics, {
    name: 'quittance_invoice_streams_refused_total',
    help: 'Streams of invoices that were refused because there were too many.',
    fill: (set) => set({}, streamFigures.refused),
  });
  gauge(metrics, {
    name: 'quittance_invoice_streams',
    help: 'Open streams of invoices.',
    fill: (set) => set({}, streamFigures.open),
  });
}
