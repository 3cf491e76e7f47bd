// How an invoice stands, as whoever has its link sees it: the invoice, the attempts to pay it, and what came or was
// claimed and is not decided yet.

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
 * An invoice has at most 10 without money that wait for it; of those that ended so no page needs more than the newest.
 * Anybody can make a hundred of them, and each reader is sent all that is shown at every change.
 */
const mostShown = { withMoney: 100, without: 20 };

/**
 * `{invoice, transactions, waiting, claims, block_seconds}` of an invoice that was found a moment ago. `waiting`:
 * payments that wait for the merchant and may be this customer's, with null for what came where it may be somebody
 * else's. `claims`: chain transactions that the customer named, for whichever attempt, and that are not decided yet;
 * `more_claims`: how many are left out. `block_seconds`: seconds between blocks, by network, where a payment gathers
 * confirmations.
 */
export async function snapshotOf(instance: Instance, found: Invoice, settings: AppSettings | null) {
  const db = instance.db.publicReads;
  const attempts = await listWorthShowing(db, found.id, mostShown);
  // Read after its transactions. An older invoice would look unpaid beside them, and a page with one coin asks for the
  // price of an unpaid rest by itself.
  const invoice = (await findInvoice(db, found.id)) ?? found;
  return {
    invoice: publicInvoiceView(invoice, settings, instance.publicUrl),
    transactions: attempts.map((one) => transactionView(instance, one.transaction, one.scannedHeight)),
    ...(attempts.length === 0 ? nothingCame : await undecided(instance, db, invoice.id)),
    block_seconds: await blockSeconds(instance, db, attempts),
  };
}

/** Money comes to addresses that an attempt was shown, and claims are of attempts. */
const nothingCame = { waiting: [], claims: [] };

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

/** Its name and its decimals are the word of whoever deployed the contract: neither is shown. */
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

/** Whole seconds, but for chains that are faster. */
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
