// POST /charges: makes an invoice.
import type { DialectAnswer, DialectCall } from '../../../../io/http/dialects/dialect.ts';
import type { Instance } from '../../../instance.ts';
import { doorCallerIn } from '../../doors/token-door.ts';
import { type PlacedShopInvoice, placeShopInvoice } from '../../shop-invoices/place-shop-invoice.ts';
import { isCodeTaken } from '../../shop-invoices/shop-invoice-store.ts';
import type { ShopJson } from '../../shop-invoices/shop-json.ts';
import { answered } from '../commerce-wire.ts';
import { chargeCode } from './charge-code.ts';
import { readCharge, type WantedCharge } from './charge-request.ts';
import { chargeView } from './charge-view.ts';

export async function createCharge(instance: Instance, call: DialectCall): Promise<DialectAnswer> {
  const { invoice, shop } = await place(instance, call, readCharge(call));
  // A new charge has no payments yet.
  return answered(chargeView(instance, { invoice, shop, transactions: [], steps: new Map() }), 201);
}

const mostTries = 5;

/** Tries again with another code if a code is taken, which is rare. */
async function place(instance: Instance, call: DialectCall, wanted: WantedCharge): Promise<PlacedShopInvoice> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await placeOnce(instance, call, wanted);
    } catch (error) {
      if (!isCodeTaken(error) || attempt === mostTries) throw error;
    }
  }
}

function placeOnce(instance: Instance, call: DialectCall, wanted: WantedCharge): Promise<PlacedShopInvoice> {
  const { name, description, metadata, redirectUrl, cancelUrl, total, currency } = wanted;
  const text = [name, description].filter((part) => part !== null).join('\n');
  const code = chargeCode(instance.newSecretId());
  return placeShopInvoice(instance, {
    caller: doorCallerIn(call),
    dialect: 'commerce',
    ...{ total, currency, expiresInSeconds: undefined },
    text: {
      order: text === '' ? {} : { description: text },
      ...(redirectUrl === null ? {} : { success_url: redirectUrl }),
      ...(cancelUrl === null ? {} : { cancel_url: cancelUrl }),
      metadata,
    },
    shop: () => ({ code, orderId: orderIdIn(metadata.order_id), details: { name, description, metadata } }),
  });
}

/** The shop's number, as WooCommerce names it. */
function orderIdIn(value: ShopJson | undefined): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 255) : null;
}
