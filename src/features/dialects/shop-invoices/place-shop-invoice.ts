// Makes an invoice for a shop that sends a token. Its order numbers need not be unique, so each request makes one.
import type { TokenDoorKind } from '../../../core/access/door-kinds.ts';
import type { AppTokenCaller } from '../../../core/access.ts';
import type { Instance } from '../../instance.ts';
import { chainClockLead } from '../../known/networks/status-store.ts';
import { type MakeInvoiceParams, makeInvoice } from '../../money/invoices/acts/make-invoice.ts';
import { readTotal } from '../../money/invoices/invoice-body.ts';
import type { Invoice } from '../../money/ledger/invoice-store.ts';
import { ownLiveApp } from '../../people/apps/own-app.ts';
import { type ShopInvoice, writeShopInvoice } from './shop-invoice-store.ts';

export interface WantedShopInvoice {
  readonly caller: AppTokenCaller;
  readonly dialect: TokenDoorKind;
  /** A decimal in the currency, with no more decimals than it has. */
  readonly total: string;
  readonly currency: string;
  readonly text: MakeInvoiceParams['text'];
  readonly expiresInSeconds: number | undefined;
  /** Returns the fields of the shop, with the addresses that contain the invoice's id. */
  readonly shop: (invoice: Invoice) => Pick<ShopInvoice, 'code' | 'orderId' | 'details'>;
}

export interface PlacedShopInvoice {
  readonly invoice: Invoice;
  readonly shop: ShopInvoice;
}

/** Throws Problem app_archived, or one that names `total` or `currency`. */
export async function placeShopInvoice(instance: Instance, wanted: WantedShopInvoice): Promise<PlacedShopInvoice> {
  const { caller, dialect, text, expiresInSeconds } = wanted;
  const owed = readTotal(wanted.total, wanted.currency);
  // Read in parallel: each round trip to the database costs more than its statement.
  const [app, clockLeadMillis] = await Promise.all([
    ownLiveApp(instance.db, caller.appId, caller),
    chainClockLead(instance.db, caller.appId, instance.clock.now()),
  ]);
  return instance.db.atomically(async (trx) => {
    const { invoice } = await makeInvoice(trx, instance, { app, ...owed, text, expiresInSeconds, clockLeadMillis });
    const { id: invoiceId, appId, createdAt } = invoice;
    const shop = { invoiceId, appId, dialect, ...wanted.shop(invoice), archivedAt: null, createdAt };
    await writeShopInvoice(trx, shop);
    return { invoice, shop };
  });
}
