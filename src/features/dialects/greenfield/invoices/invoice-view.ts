// An invoice in the form of Greenfield.
import { answersOf } from '../../../../core/dialect/dialect-words.ts';
import { orderSituation } from '../../../../core/dialect/order-situation.ts';
import { currencyOf } from '../../../../core/money/currency.ts';
import { formatFixed } from '../../../../core/money/decimal.ts';
import type { Instance } from '../../../instance.ts';
import type { Invoice } from '../../../money/ledger/invoice-store.ts';
import { checkoutUrl } from '../../../money/ledger/invoice-view.ts';
import type { ShopInvoice } from '../../shop-invoices/shop-invoice-store.ts';
import { secondsOf } from '../greenfield-wire.ts';
import { monitoringSeconds } from '../stores/store-view.ts';
import { checkoutOf, metadataOf } from './metadata.ts';

/** `shop` is null for an invoice that was made elsewhere. */
export function invoiceView(instance: Pick<Instance, 'publicUrl'>, invoice: Invoice, shop: ShopInvoice | null) {
  const [status, additionalStatus] = answersOf('greenfield', orderSituation(invoice));
  const expirationTime = secondsOf(invoice.expiresAt);
  return {
    id: invoice.id,
    storeId: invoice.appId,
    amount: formatFixed(invoice.total, currencyOf(invoice.currency)?.decimals ?? 2),
    currency: invoice.currency,
    type: 'Standard',
    checkoutLink: checkoutUrl(instance, invoice.id),
    createdTime: secondsOf(invoice.createdAt),
    expirationTime,
    monitoringExpiration: expirationTime + monitoringSeconds,
    status,
    additionalStatus,
    availableStatusesForManualMarking: markable(invoice),
    archived: shop !== null && shop.archivedAt !== null,
    metadata: metadataOf(shop),
    checkout: { ...defaultCheckout, ...checkoutOf(shop) },
  };
}

const defaultCheckout = {
  speedPolicy: 'MediumSpeed',
  paymentMethods: null,
  defaultPaymentMethod: null,
  redirectURL: null,
  redirectAutomatically: false,
  defaultLanguage: null,
};

/** An invoice can be settled until it is paid, and canceled until a payment was seen. */
function markable({ status, paid, pending }: Invoice): string[] {
  if (status === 'paid' || status === 'canceled') return [];
  const isUntouched = status === 'open' && paid === 0n && pending === 0n;
  return isUntouched ? ['Settled', 'Invalid'] : ['Settled'];
}
