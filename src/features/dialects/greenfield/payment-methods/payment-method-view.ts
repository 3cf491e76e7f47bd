// A coin of an invoice in the form of Greenfield: its address, its amounts and its payments.
import { currencyOf } from '../../../../core/money/currency.ts';
import { formatUnits } from '../../../../core/money/decimal.ts';
import { amountForValue, formatRate, type Rate } from '../../../../core/money/rate.ts';
import { remainingOf } from '../../../../core/payment/invoice.ts';
import type { Instance } from '../../../instance.ts';
import type { Asset } from '../../../known/catalog/catalog.ts';
import type { Invoice } from '../../../money/ledger/invoice-store.ts';
import type { listWorthShowing } from '../../../money/ledger/transaction-store.ts';
import { transactionView } from '../../../money/ledger/transaction-view.ts';
import type { App } from '../../../people/apps/store.ts';
import { secondsOf } from '../greenfield-wire.ts';
import { paymentMethodId } from './payment-method-id.ts';

export type ShownAttempt = Awaited<ReturnType<typeof listWorthShowing>>[number];

export interface PaymentMethod {
  readonly invoice: Invoice;
  readonly app: Pick<App, 'settings'>;
  readonly asset: Asset;
  /** All attempts of the invoice, with any asset. */
  readonly attempts: readonly ShownAttempt[];
}

/**
 * `activated` is false, and the destination is empty, until the coin has a quote. Clients in PHP expect texts, so no
 * amount is null: without a rate it is 0.
 */
export function paymentMethodView(instance: Instance, { invoice, app, asset, attempts }: PaymentMethod) {
  const own = attempts.map(({ transaction }) => transaction).filter(({ assetId }) => assetId === asset.id);
  const open = own.find(({ status, hash }) => status === 'processing' && hash === null) ?? null;
  const shown = open ?? own[0] ?? null;
  const view = shown === null ? null : transactionView(instance, shown, null);
  const rate = shown?.rate ?? currentRate(instance, { invoice, app, asset });
  const received = own.reduce((sum, one) => sum + (isPaid(one) ? (one.received ?? 0n) : 0n), 0n);
  return {
    paymentMethodId: paymentMethodId(asset),
    currency: asset.cryptocurrency.symbol,
    activated: view !== null,
    destination: view?.to ?? '',
    paymentLink: open === null ? null : (view?.payment_uri ?? null),
    rate: rate === null ? '0' : formatRate(rate),
    ...amountsOf(invoice, asset, { rate, quoted: open?.amount ?? null }),
    paymentMethodPaid: formatUnits(received, asset.decimals),
    paymentMethodFee: '0',
    payments: own.filter(({ hash }) => hash !== null).map((one) => paymentView(instance, asset, one)),
    additionalData: {},
  };
}

/** Null if no source answered. */
function currentRate(
  { rates, clock }: Pick<Instance, 'rates' | 'clock'>,
  { invoice, app, asset }: Pick<PaymentMethod, 'invoice' | 'app' | 'asset'>,
): Rate | null {
  const { stablecoins } = app.settings;
  return rates.rateFor(asset.cryptocurrency, invoice.currency, stablecoins, clock.now())?.rate ?? null;
}

type Shown = ShownAttempt['transaction'];

function isPaid({ status, hash }: Shown): boolean {
  return hash !== null && (status === 'processing' || status === 'success');
}

/** `quoted`: of an open attempt, which asks for exactly this amount. Null if none is open. */
function amountsOf(
  invoice: Invoice,
  { decimals }: Asset,
  { rate, quoted }: { readonly rate: Rate | null; readonly quoted: bigint | null },
) {
  if (rate === null) return { amount: '0', totalPaid: '0', due: '0' };
  const minorDecimals = currencyOf(invoice.currency)?.decimals ?? 2;
  const coins = (value: bigint) => amountForValue(value, minorDecimals, rate, decimals);
  const left = remainingOf(invoice);
  return {
    amount: formatUnits(coins(invoice.total), decimals),
    totalPaid: formatUnits(coins(invoice.paid + invoice.pending), decimals),
    due: formatUnits(left === 0n ? 0n : (quoted ?? coins(left)), decimals),
  };
}

const statuses = { processing: 'Processing', success: 'Settled', canceled: 'Invalid', rejected: 'Invalid' } as const;

function paymentView(instance: Instance, asset: Asset, payment: Shown) {
  return {
    id: payment.hash,
    receivedDate: secondsOf(payment.updatedAt),
    value: formatUnits(payment.received ?? payment.amount ?? 0n, asset.decimals),
    fee: '0',
    status: statuses[payment.status],
    destination: transactionView(instance, payment, null).to,
  };
}
