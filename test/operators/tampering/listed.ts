// Lists for the test of every column: the probes that a table can affect, tables without rows, and accepted outcomes
// with their reasons.
import type { Probe } from './observe.ts';

const money: readonly Probe[] = ['jobs', 'shown', 'quotes', 'shop', 'payments', 'news'];
const ledger: readonly Probe[] = ['jobs', 'shown', 'payments', 'news'];
const rights: readonly Probe[] = ['credentials', 'shop'];

/**
 * Tables that a process reads when it starts, or caches for a while. They are overwritten last, since the running
 * process keeps a changed row for about a second.
 */
const atStart: readonly string[] = [
  ...['assets', 'blocked_addresses', 'cryptocurrencies', 'database_standing', 'former_symbols', 'key_checks'],
  ...['kept_keys', 'network_blocks', 'network_cursors', 'networks', 'operator_networks', 'operator_settings'],
  ...['schema_migrations', 'settings_version'],
];

/** Counts of attempts. Above the limit, a process refuses a caller for a while without reading the row again. */
const counts: readonly string[] = ['request_counts', 'sign_in_attempts'];

/** The first match counts; all other tables are money. */
const reaches: readonly (readonly [RegExp, readonly Probe[]])[] = [
  [/^users$/, [...rights, 'sign_in', 'links']],
  [/^(accounts|two_factors|passkeys|wrong_codes)$/, [...rights, 'sign_in']],
  [/^(verifications|email_changes|credential_notices)$/, [...rights, 'links']],
  [/^app_members$/, [...rights, 'links']],
  [/^payout_changes$/, [...rights, 'quotes', 'names', 'links']],
  [/^(sessions|personal_access_tokens|app_tokens)$/, rights],
  [/^oauth2_/, [...rights, 'codes']],
  [
    /^(former_references|former_coin_terms|former_slugs|name_gaps|idempotency_records)$/,
    ['shop', 'moved_links', 'names'],
  ],
  [/^(slug_changes|payment_links)$/, ['jobs', 'quotes', 'moved_links', 'shop', 'names']],
  [/^apps$/, [...money, 'credentials', 'names']],
  [/^(wallets|address_owners|watched_addresses|app_addresses)$/, [...money, 'names']],
  [/^(invoices|transactions)$/, [...ledger, 'quotes']],
  [/^(transfers|credits|unmatched_payments|payment_claims|invoice_(settlements|steps))$/, ledger],
  [/^webhooks$/, [...rights, 'news']],
  [/^(events|deliveries)$/, ['shop', 'news']],
  [/^(mails|mail_budgets|mails_held_back|audit_log|audit_heads|uploads|file_removals)$/, ['shop', 'news']],
  [/^request_log$/, ['shop']],
  [/^(address_findings|proof_payments|tamper_findings)$/, ['quotes', 'shop', 'names']],
  [/^(visitor_.*|swept_balances|believed_rates|depegged_coins)$/, ['quotes', 'payments']],
  [/^(backup_runs|law_runs|setup_links|untrusted_forwarding)$/, ['shop', 'quotes']],
  [new RegExp(`^(${counts.join('|')})$`), ['credentials', 'quotes', 'sign_in']],
  [new RegExp(`^(${atStart.join('|')})$`), ['start']],
];

export function probesOf(table: string): ReadonlySet<Probe> {
  return new Set(reaches.find(([tables]) => tables.test(table))?.[1] ?? money);
}

/** Whether a running process caches rows of the table. */
export function isReadAtStart(table: string): boolean {
  return atStart.includes(table) || counts.includes(table);
}

/** Whether a running watcher caches addresses of the table. */
export function isWatched(table: string): boolean {
  return ['watched_addresses', 'wallets', 'address_owners', 'app_addresses'].includes(table);
}

/** Tables without rows in this test, and the reason. */
export const withoutRows: Readonly<Record<string, string>> = {
  expected_transfers: expected(),
  refunds: 'Each row is sealed and read for each use: test/payments/refunds.test.ts changes one.',
  refund_debits:
    'No refund was sent in this world. They are for the accounts, and a law compares them with the refunds.',
  refund_psbts: 'Each row is sealed and read for each use: test/chains/psbt/refund-psbt.test.ts changes one.',
  operator_settings: 'Each row is sealed and read whenever a process opens: test/operators/settings changes one.',
  notification_channels: 'The vault opens an address for its row and user only: test/people/address-mails.test.ts.',
  notification_choices: 'They name channels of the same user, and security notices go by mail whatever they say.',
  doors: 'Each row is sealed and read for each use: test/merchants/doors changes one.',
  webhook_orders: 'Each row is sealed and read for each use: test/merchants/doors changes one.',
  shop_invoices: 'Each row is sealed and read for each use: test/merchants/doors changes one.',
  pull_payments: 'Each row is sealed and read for each use: test/merchants/doors changes one.',
  outgoing_transfers: expected(),
  app_clocks: 'No test clock was moved in this world. A lead ends open quotes early, and pays nothing.',
  operator_networks: 'test/networks/adding-a-network.test.ts changes a row and shows that it is not used.',
  test_blocks: testChain(),
  test_transfers: testChain(),
  network_sweeps: 'Sweeps are a network’s that nobody waits on. They pay nothing: what they missed is scanned later.',
  unconfirmed_acceptances: mempool(),
  unconfirmed_ancestry: mempool(),
  unconfirmed_transactions: mempool(),
  unconfirmed_transfers: mempool(),
};

function testChain(): string {
  return 'The network `test` is off in this world. Its coins have no value, and only development apps accept them.';
}

function expected(): string {
  return 'No module registers outgoing transfers yet, and they credit nothing.';
}

function mempool(): string {
  return 'Only networks of outputs show a mempool, and this world has none.';
}

/** By `table.column`: a function stops without a report. The reason says why a thief gains nothing by it. */
export const deniedSilently: Readonly<Record<string, string>> = {
  ...reasons('The message is as it was: it is only sent later, or never.', [
    ...['deliveries.event_id', 'deliveries.next_attempt_at', 'deliveries.lease_until', 'deliveries.webhook_id'],
    'mails.sealed',
  ]),
  ...reasons('A request is carried out anew, or refused, as if it had no key. Its answer is sealed for its caller.', [
    ...['idempotency_records.caller', 'idempotency_records.operation', 'idempotency_records.key'],
    ...['idempotency_records.fingerprint', 'idempotency_records.status', 'idempotency_records.body_sealed'],
    'idempotency_records.created_at',
  ]),
  ...reasons('The shop is switched off, as its owner could: no address and no price is another.', [
    ...['app_addresses.deleted_at', 'apps.quotes_stopped_at', 'webhooks.enabled', 'webhooks.deleted_at'],
    'webhooks.dialect',
  ]),
  ...reasons('The vault refuses what it did not seal for this row.', ['apps.token_sealed', 'webhooks.secret_sealed']),
  ...reasons('A person has to sign in again, or to confirm an address. No other person is let in.', [
    ...['sessions.expires_at', 'sessions.last_used_at', 'users.awaits_confirmation', 'credential_notices.user_id'],
  ]),
  ...reasons('A payment is not matched. It waits for the merchant, or is found by `audit --rebuild`.', [
    ...['address_owners.owner_id', 'wallets.owner_id', 'wallets.next_index', 'watched_addresses.wallet_id'],
    ...['watched_addresses.derivation_index', 'invoices.sequence', 'transactions.created_at'],
  ]),
  ...reasons('The merchant cannot assign the waiting payment. Its transfer is as the chain has it.', [
    ...['unmatched_payments.app_id', 'unmatched_payments.dust_amount', 'unmatched_payments.status'],
  ]),
  ...reasons('A process that starts says in a sentence what is wrong, and does not start.', [
    ...['assets.decimals', 'kept_keys.purpose', 'kept_keys.sealed', 'key_checks.sealed', 'networks.family'],
    ...['networks.chain_id', 'networks.params'],
  ]),
  ...reasons('The coin, or all coins, cannot be paid with, and doctor says so.', [
    ...['assets.network_id', 'assets.contract', 'assets.stopped', 'database_standing.timeline'],
    'database_standing.went_back_at',
  ]),
  ...reasons('The network stands still, or is read from another block: each transfer is still credited once.', [
    ...['network_cursors.block_number', 'network_cursors.block_hash'],
  ]),
};

function reasons(reason: string, places: readonly string[]): Record<string, string> {
  return Object.fromEntries(places.map((place) => [place, reason]));
}
