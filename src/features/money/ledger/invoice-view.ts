// Renders invoices for the API: the whole invoice for the merchant; without metadata and customer data for the
// customer.

import type { Static } from 'typebox';
import type { AppSettings } from '../../../core/app-settings.ts';
import { currencyOf } from '../../../core/money/currency.ts';
import { formatFixed } from '../../../core/money/decimal.ts';
import { refundedOf, remainingOf } from '../../../core/payment/invoice.ts';
import { nullable, time, uuid, WarningsView } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Invoice } from './invoice-store.ts';

const statuses = ['open', 'partially_paid', 'paid', 'expired', 'canceled'];
const exceptions = ['overpaid', 'paid_late', 'settled_manually', 'reorged', 'refunded', 'partially_refunded'];
const money = Type.String({ description: "A decimal in the invoice's currency, with its minor units." });
const optionalText = Type.Optional(nullable(Type.String()));

const OrderView = Type.Object({
  reference: optionalText,
  description: optionalText,
  items: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.String(),
        quantity: Type.Number({ description: 'With up to three decimals.' }),
        price: Type.String({
          description: 'The price of one. It may have more digits than the currency; a coupon has a negative price.',
        }),
        image: optionalText,
      }),
    ),
  ),
  discount: optionalText,
  tax: optionalText,
  shipping: optionalText,
});

const publicFields = {
  id: uuid,
  app_id: uuid,
  status: Type.Unsafe<string>({
    type: 'string',
    enum: statuses,
    description:
      'On pages: `open` is Awaiting payment, or Confirming once a payment is seen; `partially_paid` is Underpaid.',
  }),
  total: money,
  currency: Type.String(),
  paid: Type.String({ description: 'Confirmed, in fiat.' }),
  pending: Type.String({ description: 'The value of payments that are not confirmed yet, in fiat.' }),
  refunded: Type.String({ description: 'What was given back of `paid` and is confirmed, in fiat.' }),
  remaining: Type.String({ description: 'The total less `paid` and `pending`.' }),
  exceptions: Type.Array(Type.Unsafe<string>({ type: 'string', enum: exceptions }), {
    description: 'On pages: Overpaid, Late, Marked as paid, Reversed.',
  }),
  order: OrderView,
  success_url: nullable(Type.String()),
  cancel_url: nullable(Type.String()),
  checkout_url: Type.String(),
  expires_at: time,
  accepted_at: nullable({
    ...time,
    description: [
      'The time since which the app accepts it before full confirmation, by accept_unconfirmed_up_to. The goods may be',
      'released at the merchant’s risk: nothing is credited yet. It becomes null again if a payment is replaced,',
      'double spent or lost. It stays when the invoice is paid.',
    ].join(' '),
  }),
  paid_at: nullable(time),
  created_at: time,
  updated_at: time,
};

const text = Type.String();
const ClaimView = Type.Object({
  transaction_id: uuid,
  hash: text,
  seen: Type.Boolean({ description: 'Whether the chain shows the payment and it waits for the merchant.' }),
  amount: nullable(Type.String({ description: 'What waits, in coins; null until `seen`.' })),
  cryptocurrency: nullable(text),
  network: Type.String({ description: 'Its name.' }),
  reason: nullable(Type.String({ description: 'As in unmatched payments.' })),
  explorer_url: nullable(text),
  created_at: time,
});
/** A claim is listed until it is attached, assigned or dismissed. */
const openClaims = {
  claims: Type.Optional(
    Type.Array(ClaimView, {
      description: 'Waiting claims for any of its transactions, at most 10. Only in `GET /invoice/{id}`.',
    }),
  ),
  more_claims: Type.Optional(Type.Integer({ description: 'The number of further waiting claims.' })),
};

export interface OpenClaims {
  readonly claims: Static<typeof ClaimView>[];
  readonly more_claims?: number;
}

export const InvoiceView = Type.Object({
  ...publicFields,
  customer: Type.Optional(Type.Object({ email: optionalText, name: optionalText })),
  metadata: Type.Optional(
    Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: { type: 'string' } }),
  ),
  payable: Type.Optional(
    Type.Boolean({
      description: 'Whether a customer could pay it now. It is not in events, because it changes at any time.',
    }),
  ),
  payable_reason: Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      enum: ['no_coin', 'no_address', 'no_rate', 'network_away', 'below_minimum', null],
      description: 'The obstacle to paying it. Also null if nothing is left to pay.',
    }),
  ),
  ...openClaims,
  warnings: Type.Optional(WarningsView),
  support_contact: Type.Optional(nullable(Type.String({ description: "In the customer's view: the shop's contact." }))),
  branding: Type.Optional(
    Type.Object(
      { color: nullable(Type.String()), logo: nullable(Type.String()) },
      { description: "In the customer's view: the appearance of the app's checkout." },
    ),
  ),
});

/** The customer's view. It includes the contact of the merchant and the appearance of the checkout. */
export function publicInvoiceView(
  invoice: Invoice,
  settings: Pick<AppSettings, 'supportContact' | 'branding'> | null,
  publicUrl: string,
) {
  return {
    ...moneyView(invoice, publicUrl),
    support_contact: settings?.supportContact ?? null,
    branding: { color: settings?.branding.color ?? null, logo: settings?.branding.logo ?? null },
  };
}

export function invoiceView(invoice: Invoice, publicUrl: string) {
  return {
    ...moneyView(invoice, publicUrl),
    customer: invoice.customer as never,
    metadata: invoice.metadata as never,
  };
}

/** The address of an invoice's checkout. */
export function checkoutUrl({ publicUrl }: { readonly publicUrl: string }, invoiceId: string): string {
  return `${publicUrl}/pay/${invoiceId}`;
}

function moneyView(invoice: Invoice, publicUrl: string) {
  const decimals = currencyOf(invoice.currency)?.decimals ?? 2;
  return {
    id: invoice.id,
    app_id: invoice.appId,
    status: invoice.status,
    total: formatFixed(invoice.total, decimals),
    currency: invoice.currency,
    paid: formatFixed(invoice.paid, decimals),
    pending: formatFixed(invoice.pending, decimals),
    refunded: formatFixed(refundedOf(invoice), decimals),
    remaining: formatFixed(remainingOf(invoice), decimals),
    exceptions: [...invoice.exceptions] as string[],
    order: invoice.order as never,
    success_url: invoice.successUrl,
    cancel_url: invoice.cancelUrl,
    checkout_url: checkoutUrl({ publicUrl }, invoice.id),
    expires_at: invoice.expiresAt.toISOString(),
    accepted_at: invoice.acceptedAt?.toISOString() ?? null,
    paid_at: invoice.paidAt?.toISOString() ?? null,
    created_at: invoice.createdAt.toISOString(),
    updated_at: invoice.updatedAt.toISOString(),
  };
}
