// What /metrics says of the streams of invoices in this process.
import { Counter, Gauge, type Registry } from 'prom-client';
import { streamFigures } from '../features/checkout/stream-figures.ts';

export function measureStreams(metrics: Registry): void {
  counter(metrics, 'quittance_invoice_snapshots_total', read, () => streamFigures.snapshots);
  counter(metrics, 'quittance_invoice_streams_refused_total', refused, () => streamFigures.refused);
  new Gauge({
    name: 'quittance_invoice_streams',
    help: 'Streams of invoices that are open.',
    registers: [metrics],
    collect() {
      this.set(streamFigures.open);
    },
  });
}

const read = 'How often the state of an invoice was read for those who follow it, however many they are.';
const refused = 'Streams of invoices that were refused, since there were too many.';

function counter(metrics: Registry, name: string, help: string, value: () => number): void {
  new Counter({
    name,
    help,
    registers: [metrics],
    collect() {
      this.reset();
      this.inc(value());
    },
  });
}
