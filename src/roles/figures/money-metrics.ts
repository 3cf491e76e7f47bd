// Metrics of invoices, credits, unmatched payments and refunds, over the whole instance.
import type { Registry } from 'prom-client';
import type { Instance } from '../../features/instance.ts';
import { countInvoices, countMoney, type MoneyCounts } from '../../features/operations/reports/figures/figure-store.ts';
import { counter, forMinute, gauge, kept } from './figure.ts';

const inserted = 'since the statistics of the database began. Rows of failed commits are counted too.';

const counters: readonly { name: string; help: string; read(counts: MoneyCounts): number }[] = [
  {
    name: 'quittance_credits_total',
    help: `Payments credited, ${inserted}`,
    read: (one) => one.creditsInserted,
  },
  {
    name: 'quittance_invoices_created_total',
    help: `Invoices created, ${inserted}`,
    read: (one) => one.invoicesInserted,
  },
  {
    name: 'quittance_unmatched_payments_total',
    help: `Unmatched payments, ${inserted}`,
    read: (one) => one.unmatchedInserted,
  },
  {
    name: 'quittance_refunds_sent_total',
    help: `Refunds sent, ${inserted}`,
    read: (one) => one.refundsInserted,
  },
];

/** Read at most once a minute, regardless of the number of scrapes. */
export function measureMoney(metrics: Registry, { db, clock }: Pick<Instance, 'db' | 'clock'>): void {
  const counts = kept(forMinute, () => countMoney(db));
  const invoices = kept(forMinute, () => countInvoices(db));
  for (const { name, help, read } of counters)
    counter(metrics, {
      name,
      help,
      fill: async (set) => {
        const known = await counts();
        if (known !== null) set({}, read(known));
      },
    });
  gauge(metrics, {
    name: 'quittance_unmatched_payments',
    help: 'Unmatched payments that wait for their merchant.',
    fill: async (set) => {
      const known = await counts();
      if (known !== null) set({}, known.unmatchedWaiting);
    },
  });
  gauge(metrics, {
    name: 'quittance_refunds_waiting',
    help: 'Refunds that wait for their merchant: to be sent, or to accept another amount.',
    fill: async (set) => {
      const known = await counts();
      if (known !== null) set({}, known.refundsWaiting);
    },
  });
  gauge(metrics, {
    name: 'quittance_last_credit_age_seconds',
    help: 'How long ago a payment was last credited.',
    fill: async (set) => {
      const at = (await counts())?.creditedAt ?? null;
      if (at !== null) set({}, Math.max(0, (clock.now().getTime() - at.getTime()) / 1000));
    },
  });
  gauge(metrics, {
    name: 'quittance_invoices',
    help: 'Invoices by status. Open ones are counted exactly, others are estimated above 100,000.',
    labels: ['status'],
    fill: async (set) => {
      for (const [status, count] of (await invoices()) ?? []) set({ status }, count);
    },
  });
}
