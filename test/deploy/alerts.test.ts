// The alert rules, evaluated by Prometheus: each fires when it should and is silent otherwise. Each links to a
// paragraph of the runbook with the steps to take.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { alertRules, rulesFile } from '../rig/deploy/alert-rules.ts';
import { type AlertCase, checkRules, testRules } from '../rig/deploy/promtool.ts';
import { projectRoot } from '../rig/house/source-tree.ts';

/** A value that stays for three hours. */
const stays = (value: number) => `${value}+0x180`;
const grows = (each: number) => `0+${each}x180`;
const requests = 'quittance_http_request_duration_seconds';

interface Wrong {
  /** Series at which the alert fires. */
  readonly series: Readonly<Record<string, string>>;
  /** Similar series at which it must not fire. */
  readonly well: Readonly<Record<string, string>>;
  /** The time of evaluation of both; 20m by default. */
  readonly at?: string;
}

const one = (name: string, wrong: number, well: number, at?: string): Wrong => ({
  series: { [name]: stays(wrong) },
  well: { [name]: stays(well) },
  ...(at === undefined ? {} : { at }),
});

const table: Readonly<Record<string, Wrong>> = {
  QuittanceDown: one('up{job="quittance",instance="a"}', 0, 1),
  QuittanceNoWatcher: {
    series: { 'quittance_role{role="watcher"}': stays(0), 'quittance_role{role="api"}': stays(1) },
    well: {
      'quittance_role{role="watcher",instance="a"}': stays(0),
      'quittance_role{role="watcher",instance="b"}': stays(1),
    },
  },
  QuittanceNoWorker: {
    series: { 'quittance_role{role="worker"}': stays(0) },
    well: { 'quittance_role{role="worker"}': stays(1) },
  },
  QuittanceWatcherStuck: one('quittance_watcher_silent_seconds{instance="a"}', 61, 15),
  QuittanceNetworkHalted: one('quittance_network_halted{network="base"}', 1, 0),
  QuittanceNetworkBehind: one('quittance_network_lag_seconds{network="base"}', 301, 40),
  QuittanceNetworkAway: one('quittance_network_unreached_seconds{network="base"}', 181, 5),
  QuittanceEndpointOut: {
    series: { 'quittance_endpoint_state{network="base",endpoint="e",state="quarantined"}': stays(1) },
    well: { 'quittance_endpoint_state{network="base",endpoint="e",state="deprioritized"}': stays(1) },
  },
  QuittanceEndpointsDisagree: one('quittance_network_disputed{network="base"}', 1, 0),
  QuittancePaymentsHeld: one('quittance_network_held_payments{network="base"}', 1, 0, '40m'),
  QuittanceBudgetNearlyUsed: one('quittance_endpoint_budget_used_ratio{network="base",endpoint="e"}', 0.81, 0.79),
  QuittanceDeliveriesOverdue: one('quittance_deliveries_oldest_due_seconds', 301, 20),
  QuittanceDeliveriesFail: {
    series: {
      'quittance_delivery_attempts_total{outcome="retried"}': grows(6),
      'quittance_delivery_attempts_total{outcome="delivered"}': grows(4),
    },
    well: {
      'quittance_delivery_attempts_total{outcome="retried"}': grows(4),
      'quittance_delivery_attempts_total{outcome="delivered"}': grows(6),
    },
    at: '60m',
  },
  QuittanceWebhookTampered: {
    series: { 'quittance_webhooks_off{reason="tampered"}': stays(1) },
    well: {
      'quittance_webhooks_off{reason="failing"}': stays(1),
      'quittance_webhooks_off{reason="tampered"}': stays(0),
    },
  },
  QuittanceMailsOverdue: {
    series: { quittance_mails_oldest_due_seconds: stays(0), 'quittance_mails_waiting{state="failing"}': stays(1) },
    well: { quittance_mails_oldest_due_seconds: stays(2), 'quittance_mails_waiting{state="failing"}': stays(0) },
  },
  QuittanceRateMissing: one('quittance_rate_missing{cryptocurrency="ETH"}', 1, 0),
  QuittanceRateSourceAway: one('quittance_rate_source_state{source="kraken",state="away"}', 1, 0, '40m'),
  QuittanceRequestsFail: {
    series: {
      [`${requests}_count{operation="getInvoice",status="503"}`]: grows(3),
      [`${requests}_count{operation="getInvoice",status="200"}`]: grows(97),
    },
    well: {
      [`${requests}_count{operation="getInvoice",status="503"}`]: grows(1),
      [`${requests}_count{operation="getInvoice",status="200"}`]: grows(99),
    },
  },
  QuittanceRequestsSlow: {
    series: {
      [`${requests}_bucket{operation="getInvoice",status="200",le="1"}`]: grows(90),
      [`${requests}_bucket{operation="getInvoice",status="200",le="2.5"}`]: grows(100),
      [`${requests}_bucket{operation="getInvoice",status="200",le="+Inf"}`]: grows(100),
    },
    well: {
      [`${requests}_bucket{operation="getInvoice",status="200",le="1"}`]: grows(96),
      [`${requests}_bucket{operation="getInvoice",status="200",le="2.5"}`]: grows(100),
      [`${requests}_bucket{operation="getInvoice",status="200",le="+Inf"}`]: grows(100),
    },
  },
  QuittancePoolExhausted: {
    series: { 'quittance_pool_waiting{instance="a",pool="queries"}': stays(6) },
    well: {
      'quittance_pool_waiting{instance="a",pool="queries"}': '0 50 0 50 0 50 0 50 0 50 0 50 0 50 0 50 0 50 0 50 0',
    },
  },
  QuittanceDatabaseWentBack: one('quittance_database_went_back', 1, 0),
  QuittanceBackupTooOld: {
    series: { quittance_backup_age_seconds: stays(7201), quittance_backup_every_seconds: stays(3600) },
    well: { quittance_backup_age_seconds: stays(7000), quittance_backup_every_seconds: stays(3600) },
  },
  QuittanceLawBroken: one('quittance_law_broken', 1, 0),
  QuittanceLawsNotLookedAt: one('quittance_law_look_age_seconds', 259201, 90000, '90m'),
  QuittanceNoPayments: {
    series: { quittance_last_credit_age_seconds: stays(86401), quittance_invoices_created_total: grows(1) },
    // There were no invoices, so there could be no payments.
    well: { quittance_last_credit_age_seconds: stays(86401), quittance_invoices_created_total: stays(5) },
    at: '120m',
  },
  QuittanceUnmatchedPile: one('quittance_unmatched_payments', 101, 99, '90m'),
  QuittanceDiskNearlyFull: {
    series: {
      'quittance_data_dir_free_bytes{instance="a"}': stays(9),
      'quittance_data_dir_size_bytes{instance="a"}': stays(100),
    },
    well: {
      'quittance_data_dir_free_bytes{instance="a"}': stays(11),
      'quittance_data_dir_size_bytes{instance="a"}': stays(100),
    },
  },
  QuittanceJobFails: {
    series: { 'quittance_job_runs_total{job="retention",outcome="failed"}': grows(1) },
    well: {
      'quittance_job_runs_total{job="retention",outcome="failed"}': stays(2),
      'quittance_job_runs_total{job="retention",outcome="good"}': grows(1),
    },
    at: '60m',
  },
};

/** Further series in both cases: a watcher and a worker run. */
const running = {
  'quittance_role{role="watcher",instance="z"}': stays(1),
  'quittance_role{role="worker",instance="z"}': stays(1),
};
const withoutRunning = new Set(['QuittanceNoWatcher', 'QuittanceNoWorker']);

test('Prometheus reads the rules', () => {
  assert.match(checkRules(rulesFile), /SUCCESS: \d+ rules/);
  assert.ok(alertRules().length >= 15);
});

test('each alert fires where it should, and is silent where it should not', () => {
  assert.deepEqual(
    alertRules()
      .map(({ name }) => name)
      .toSorted(),
    Object.keys(table).toSorted(),
  );
  const cases = Object.entries(table).flatMap(([alert, { series, well, at = '20m' }]): AlertCase[] => {
    const beside = withoutRunning.has(alert) ? {} : running;
    return [
      { alert, series: { ...beside, ...series }, at, firing: 1 },
      { alert, series: { ...beside, ...well }, at, firing: 0 },
    ];
  });
  testRules(rulesFile, cases);
});

test('each alert has its paragraph in the runbook, with cause, look, act and end; and there is no other', () => {
  const pages = ['docs/how-to/runbook.md', 'docs/how-to/runbook-networks.md'];
  const paragraphs = new Map(
    pages.flatMap((page) => {
      const texts = readFileSync(join(projectRoot, page), 'utf8').split(/^## /m).slice(1);
      return texts.map((text) => [text.slice(0, text.indexOf('\n')), { page, text }] as const);
    }),
  );
  for (const { name, expr, runbook: url } of alertRules()) {
    const { page, text: paragraph } = paragraphs.get(name) ?? { page: '', text: '' };
    const parts = [...paragraph.matchAll(/^\*\*(\w+)\.\*\* \S/gm)].map(([, part]) => part);
    assert.deepEqual(parts, ['Cause', 'Look', 'Act', 'End'], name);
    assert.ok(paragraph.includes(`\`${expr}\``), `the runbook has another expression of ${name}`);
    assert.equal(url, `${page}#${name.toLowerCase()}`);
  }
  const others = [...paragraphs.keys()].filter((name) => alertRules().every((rule) => rule.name !== name));
  assert.deepEqual(others, []);
});
