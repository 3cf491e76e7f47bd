// The public state of an invoice: the invoice, its attempts, and its undecided payments and claims.

import type { AppSettings } from '../../../core/app-settings.ts';
import { formatUnits } from '../../../core/money/decimal.ts';
import { disclosureOf } from '../../../core/payment/evidence/customer-notice.ts';
import { codecOf } from '../../../io/chains/codecs.ts';
import type { Queryable } from '../../../io/db/database.ts';
import type { Instance } from '../../instance.ts';
import { listBlockSeconds } from '../../known/networks/block-store.ts';
import { findInvoice, type Invoice } from '../../money/ledger/invoice-store.ts';
import { publicInvoiceView } from '../../money/ledger/invoice-view.ts';
import { listWorthShowing, type ShownTransaction, type WithHeight } from '../../money/ledger/transaction-store.ts';
import { transactionView } from '../../money/ledger/transaction-view.ts';
import {
  listOpenClaims,
  listWaitingFor,
  type OpenClaim,
  type WaitingForInvoice,
} from '../../money/payments/unmatched/customer-notice-store.ts';
import { claimsView } from '../../money/payments/unmatched/open-claims.ts';

/**
 * An invoice has at most 10 open attempts without a payment, and a page needs only the newest of the ended ones. Anyone
 * can make a hundred of them, and every change sends the list to each reader.
 */
const mostShown = { withMoney: 100, without: 20 };

/**
 * Returns `{invoice, transactions, waiting, claims, block_seconds}` of an invoice that was just read. `waiting`:
 * payments that wait for the merchant and may be this customer's; the payment is null if it may be another customer's.
 * `claims`: the customer's undecided claims, for any attempt; `more_claims`: the number left out. `block_seconds`:
 * seconds between blocks, for each network with a payment in progress.
 */
export async function snapshotOf(instance: Instance, found: Invoice, settings: AppSettings | null) {
  const db = instance.db.publicReads;
  const attempts = await listWorthShowing(db, found.id, mostShown);
  // Read after its transactions. An older invoice would look unpaid next to them, and a page with one coin then
  // requests a quote for the rest by itself.
  const invoice = (await findInvoice(db, found.id)) ?? found;
  return {
    invoice: publicInvoiceView(invoice, settings, instance.publicUrl),
    transactions: attempts.map((one) => transactionView(instance, one.transaction, one.scannedHeight)),
    ...(attempts.length === 0 ? noUndecided : await undecided(instance, db, invoice.id)),
    block_seconds: await blockSeconds(instance, db, attempts),
  };
}

/** Without attempts there can be no payments and no claims. */
const noUndecided = { waiting: [], claims: [] };

async function undecided(instance: Instance, db: Queryable, invoiceId: string) {
  const waiting = await listWaitingFor(db, invoiceId);
  const listed = await listOpenClaims(db, invoiceId);
  const isClaimed = ({ txHash, assetId }: WaitingForInvoice) =>
    listed.claims.some((one) => one.txHash === txHash && one.assetId === assetId);
  return {
    waiting: [
      ...listed.claims.flatMap((one) => unlistedView(instance, one) ?? []),
      ...waiting.filter((one) => !isClaimed(one)).flatMap((one) => waitingView(instance, one) ?? []),
    ],
    ...claimsView(instance, listed),
  };
}

function waitingView(instance: Instance, one: WaitingForInvoice): object | null {
  const telling = disclosureOf(one);
  const asset = instance.catalog.assetById(one.assetId);
  if (telling === 'nothing' || asset === null) return null;
  const base = { id: one.id, created_at: one.createdAt.toISOString() };
  if (telling === 'perhaps') return { ...base, reason: 'unknown', payment: null };
  const { network, cryptocurrency, decimals } = asset;
  return {
    ...base,
    reason: one.reason,
    payment: {
      amount: formatUnits(one.amount, decimals),
      cryptocurrency: cryptocurrency.symbol,
      network: network.name,
      hash: one.txHash,
      explorer_url: network.explorerTransaction?.replace('{hash}', one.txHash) ?? null,
    },
  };
}

/** The token's name and decimals are chosen by its contract, so neither is shown. */
function unlistedView(instance: Instance, one: OpenClaim): object | null {
  const network = instance.catalog.networkById(one.networkId);
  if (network === null || one.unlisted === null) return null;
  return {
    id: one.txHash,
    reason: 'wrong_asset',
    created_at: one.createdAt.toISOString(),
    payment: {
      amount: '',
      cryptocurrency: codecOf(network.family).showAddress(one.unlisted, network.facts),
      network: network.name,
      hash: one.txHash,
      explorer_url: network.explorerTransaction?.replace('{hash}', one.txHash) ?? null,
    },
  };
}

/** In whole seconds, or tenths for faster chains. */
async function blockSeconds(
  instance: Instance,
  db: Queryable,
  attempts: readonly WithHeight<ShownTransaction>[],
): Promise<Record<string, number>> {
  const inFlight = attempts.filter(
    ({ transaction }) => transaction.status === 'processing' && transaction.hash !== null,
  );
  const seconds = await listBlockSeconds(db, [...new Set(inFlight.map(({ transaction }) => transaction.networkId))]);
  return Object.fromEntries(
    [...seconds].flatMap(([id, one]) => {
      const network = instance.catalog.networkById(id);
      return network === null ? [] : [[network.symbol, one < 2 ? Math.round(one * 10) / 10 : Math.round(one)]];
    }),
  );
}
