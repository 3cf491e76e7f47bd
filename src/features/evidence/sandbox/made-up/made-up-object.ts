// Made-up objects for events of each type, rendered by the views of real ones. Nothing of them is stored.
import type { SubscribableEventType } from '../../../../core/event.ts';
import type { RefundStatus } from '../../../../core/payment/outgoing/refund.ts';
import { webhookView } from '../../../events/webhooks/view.ts';
import { invoiceView } from '../../../money/ledger/invoice-view.ts';
import { transactionView } from '../../../money/ledger/transaction-view.ts';
import { unmatchedPaymentView } from '../../../money/payments/unmatched/view.ts';
import { appAddressView } from '../../../receiving/addresses/view.ts';
import { refundView } from '../../refunds/view.ts';
import { madeUpAddress } from './made-up-address.ts';
import { type Made, type MakingUp, madeUpInvoice, madeUpTransaction, madeUpTransfer } from './made-up-payment.ts';
import { madeUpRefund } from './made-up-refund.ts';

/** The invoice that an event belongs to, and its number within that; null for an event without an invoice. */
export interface MadeUpEvent {
  readonly data: object;
  readonly invoice: { readonly id: string; readonly sequence: bigint } | null;
}

/** Returns the data of a made-up event of this type, in the form of a real one and marked as simulated. */
export function madeUpEvent(making: MakingUp, type: SubscribableEventType): MadeUpEvent {
  const [about = ''] = type.split('.');
  if (about === 'invoice') return ofInvoice(making, type);
  if (about === 'transaction') return ofTransaction(making, type);
  if (about === 'refund') return ofRefund(making, type);
  return { data: { ...others[type]?.(making), simulated: true }, invoice: null };
}

/** The state that each event of an invoice or transaction shows, and its number. */
const states: Readonly<Record<string, { readonly made: Made; readonly sequence: bigint }>> = {
  'invoice.created': { made: 'open', sequence: 1n },
  'invoice.updated': { made: 'open', sequence: 2n },
  'invoice.expired': { made: 'expired', sequence: 4n },
  'invoice.canceled': { made: 'canceled', sequence: 2n },
  'invoice.partially_paid': { made: 'partially_paid', sequence: 5n },
  'invoice.paid': { made: 'paid', sequence: 5n },
  'invoice.reversed': { made: 'reversed', sequence: 7n },
  'invoice.refunded': { made: 'refunded', sequence: 9n },
  'transaction.created': { made: 'open', sequence: 2n },
  'transaction.detected': { made: 'detected', sequence: 3n },
  'transaction.succeeded': { made: 'paid', sequence: 4n },
  'transaction.canceled': { made: 'expired', sequence: 3n },
  'transaction.rejected': { made: 'reversed', sequence: 6n },
};

const refundStates: Readonly<Record<string, RefundStatus>> = {
  'refund.created': 'awaiting_address',
  'refund.ready': 'ready',
  'refund.seen': 'seen',
  'refund.sent': 'sent',
  'refund.reversed': 'ready',
  'refund.canceled': 'canceled',
};

function stateOf(type: string) {
  const state = states[type];
  if (state === undefined) throw new Error(`no state is made up for ${type}`);
  return state;
}

function ofInvoice(making: MakingUp, type: string): MadeUpEvent {
  const { made, sequence } = stateOf(type);
  const invoice = madeUpInvoice(making, made, sequence);
  const view = invoiceView(invoice, making.instance.publicUrl);
  return { data: { ...view, simulated: true }, invoice: { id: invoice.id, sequence } };
}

function ofTransaction(making: MakingUp, type: string): MadeUpEvent {
  const { made, sequence } = stateOf(type);
  const invoice = madeUpInvoice(making, made, sequence);
  const { transaction, height } = madeUpTransaction(making, made, invoice);
  const { reference, metadata } = invoice;
  const view = transactionView(making.instance, transaction, height);
  return { data: { ...view, reference, metadata, simulated: true }, invoice: { id: invoice.id, sequence } };
}

function ofRefund(making: MakingUp, type: string): MadeUpEvent {
  const sequence = 7n;
  const invoice = madeUpInvoice(making, 'paid', sequence);
  const view = refundView(making.instance, madeUpRefund(making, refundStates[type] ?? 'ready', invoice), null);
  const { reference, metadata } = invoice;
  return { data: { ...view, reference, metadata, simulated: true }, invoice: { id: invoice.id, sequence } };
}

const others: Readonly<Partial<Record<SubscribableEventType, (making: MakingUp) => object>>> = {
  'payment.unmatched': (making) =>
    unmatchedPaymentView(making.instance, {
      id: making.instance.newId(),
      appId: making.appId,
      reason: 'unknown',
      candidates: [],
      evidence: [],
      claims: [],
      dustAmount: null,
      status: 'waiting',
      transactionId: null,
      createdAt: making.now,
      transfer: madeUpTransfer(making),
    }),
  'address.changed': ({ instance, appId, place, now }) => {
    const row = {
      id: instance.newId(),
      appId,
      networkId: place.asset.network.id,
      walletId: instance.newId(),
      kind: 'address' as const,
      value: madeUpAddress(place.asset, 0n),
      enabled: true,
      effectiveAt: null,
    };
    const address = {
      ...row,
      label: 'Made up',
      nextIndex: 0n,
      usedIndex: null,
      mac: instance.seals.sign('app_address', row),
      provedAt: null,
      blockedAssets: [],
      findings: [],
      confirmedFindings: [],
      createdAt: now,
      updatedAt: now,
    };
    return { change: 'added', address: appAddressView(instance, address) };
  },
  'webhook.disabled': ({ instance, appId, now }) =>
    webhookView({
      id: instance.newId(),
      appId,
      url: 'https://shop.example/made-up',
      events: null,
      description: 'Made up',
      signature: 'v1',
      publicKey: null,
      enabled: false,
      disabledReason: 'failing',
      failingSince: new Date(now.getTime() - 5 * 86_400_000),
      previousUntil: null,
      dialect: 'quittance',
      doorId: null,
      byOrder: false,
      shopEvents: null,
      createdAt: now,
      updatedAt: now,
      tampered: false,
    }),
  'rate.depegged': ({ now }) => ({
    cryptocurrency: 'USDT',
    currency: 'USD',
    rate: '0.95',
    sources: [{ source: 'made-up', rate: '0.95', at: now.toISOString() }],
  }),
};
