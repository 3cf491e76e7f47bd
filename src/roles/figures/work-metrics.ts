// Metrics of background work: deliveries, mails, and recurring tasks.
import type { Registry } from 'prom-client';
import { attemptFigures } from '../../features/events/deliveries/attempt-figures.ts';
import type { Instance } from '../../features/instance.ts';
import { countHeldBack, heldBackMillis } from '../../features/known/mails/budget-store.ts';
import {
  countEndpointsOff,
  readBacklog,
  readMailBacklog,
} from '../../features/operations/reports/figures/figure-store.ts';
import { listJobRuns } from '../../io/process/job-runs.ts';
import { counter, forAnswer, forMinute, gauge, kept } from './figure.ts';

export function measureWork(metrics: Registry, instance: Pick<Instance, 'db' | 'clock'>): void {
  measureDeliveries(metrics, instance);
  measureMails(metrics, instance);
  measureJobs(metrics);
}

/** The age of the oldest due item is cached for at most 15 s, since an alert depends on it. */
const forBacklog = 15_000;

function measureDeliveries(metrics: Registry, { db }: Pick<Instance, 'db'>): void {
  const backlog = kept(forBacklog, () => readBacklog(db));
  const off = kept(forMinute, () => countEndpointsOff(db));
  gauge(metrics, {
    name: 'quittance_deliveries_pending',
    help: 'Pending webhook deliveries, including scheduled retries.',
    fill: async (set) => {
      const known = await backlog();
      if (known !== null) set({}, known.pending);
    },
  });
  gauge(metrics, {
    name: 'quittance_deliveries_oldest_due_seconds',
    help: 'How long the longest overdue delivery has waited for a worker; 0 if none is due.',
    fill: async (set) => {
      const known = await backlog();
      if (known !== null) set({}, known.oldestDueSeconds ?? 0);
    },
  });
  counter(metrics, {
    name: 'quittance_delivery_attempts_total',
    help: 'Delivery attempts of this process; retried: it failed and will be repeated.',
    labels: ['outcome'],
    fill: (set) => {
      for (const [outcome, count] of Object.entries(attemptFigures)) set({ outcome }, count);
    },
  });
  gauge(metrics, {
    name: 'quittance_webhooks_off',
    help: 'Webhooks that the service disabled within the last 30 days, by reason.',
    labels: ['reason'],
    fill: async (set) => {
      const known = await off();
      if (known === null) return;
      for (const reason of ['failing', 'gone', 'tampered'])
        set({ reason }, known.find((one) => one.reason === reason)?.count ?? 0);
    },
  });
}

function measureMails(metrics: Registry, { db, clock }: Pick<Instance, 'db' | 'clock'>): void {
  const mails = kept(forAnswer, () => readMailBacklog(db));
  const heldBack = kept(forMinute, () => countHeldBack(db, new Date(clock.now().getTime() - heldBackMillis)));
  gauge(metrics, {
    name: 'quittance_mails_waiting',
    help: 'Pending mails; failing: at least one attempt failed.',
    labels: ['state'],
    fill: async (set) => {
      const known = await mails();
      if (known === null) return;
      set({ state: 'new' }, known.waiting - known.failing);
      set({ state: 'failing' }, known.failing);
    },
  });
  gauge(metrics, {
    name: 'quittance_mails_oldest_due_seconds',
    help: 'How long the longest overdue mail has waited for a worker; 0 if none is due.',
    fill: async (set) => {
      const known = await mails();
      if (known !== null) set({}, known.oldestDueSeconds ?? 0);
    },
  });
  gauge(metrics, {
    name: 'quittance_mails_held_back',
    help: 'Mails that were not sent within the last 24 hours because a budget for mail to outside addresses was used up.',
    fill: async (set) => {
      const known = await heldBack();
      if (known !== null) set({}, known);
    },
  });
}

function measureJobs(metrics: Registry): void {
  counter(metrics, {
    name: 'quittance_job_runs_total',
    help: 'Runs of recurring jobs in this process, by result.',
    labels: ['job', 'outcome'],
    fill: (set) => {
      for (const [job, { good, failed }] of listJobRuns()) {
        set({ job, outcome: 'good' }, good);
        set({ job, outcome: 'failed' }, failed);
      }
    },
  });
  gauge(metrics, {
    name: 'quittance_job_good_timestamp_seconds',
    help: 'When it last succeeded in this process, in Unix seconds.',
    labels: ['job'],
    fill: (set) => {
      for (const [job, { goodAt }] of listJobRuns()) if (goodAt !== null) set({ job }, goodAt.getTime() / 1000);
    },
  });
}
