// The sealed rows that decide where money goes and how much is owed: their tables and columns. Stores read and write
// them through `sealed`.
import type { Queryable } from '../../../io/db/database.ts';
import type { TamperedRow } from '../../../io/db/sealed/row-guard.ts';
import { holdsOrNotes } from '../../../io/db/sealed/sealed-row-type.ts';
import type { MacField } from '../../../io/secrets/row-mac.ts';

const id = { id: 'r.id' };
const ofApp = { ...id, appId: 'r.app_id' };

export const moneyRows = {
  /** The addresses that customers pay to. Verified for each quote. */
  app_address: {
    table: 'app_addresses',
    mac: 'mac',
    key: 'id',
    join: 'join wallets w on w.id = r.wallet_id',
    fields: {
      id: 'r.id',
      appId: 'r.app_id',
      networkId: 'r.network_id',
      walletId: 'r.wallet_id',
      kind: 'w.kind',
      value: 'w.value',
      enabled: 'r.enabled',
      effectiveAt: 'r.effective_at',
    },
  },
  /** The address of one payment attempt. Verified whenever it is shown. */
  recipient: {
    table: 'transactions',
    mac: 'recipient_mac',
    key: 'id',
    fields: { id: 'r.id', networkId: 'r.network_id', recipient: 'r.recipient' },
  },
  app: {
    table: 'apps',
    mac: 'mac',
    key: 'id',
    app: 'id',
    fields: {
      ...id,
      ownerId: 'r.owner_id',
      name: 'r.name',
      slug: 'r.slug',
      slugBeforeArchived: 'r.slug_before_archived',
      url: 'r.url',
      environment: 'r.environment',
      storedSettings: 'r.settings',
      archivedAt: 'r.archived_at',
    },
  },
  payment_link: {
    table: 'payment_links',
    mac: 'mac',
    key: 'id',
    app: 'appId',
    fields: {
      ...ofApp,
      slug: 'r.slug',
      currency: 'r.currency',
      total: 'r.total',
      description: 'r.description',
    },
  },
  app_cryptocurrency: {
    table: 'app_cryptocurrencies',
    mac: 'mac',
    key: 'id',
    app: 'appId',
    fields: {
      ...ofApp,
      assetId: 'r.asset_id',
      confirmations: 'r.confirmations',
      minTotal: 'trim_scale(r.min_total)',
      maxTotal: 'trim_scale(r.max_total)',
      acceptUnconfirmedUpTo: 'trim_scale(r.accept_unconfirmed_up_to)',
    },
  },
  payout_change: {
    table: 'payout_changes',
    mac: 'mac',
    key: 'id',
    app: 'appId',
    fields: {
      ...ofApp,
      addressId: 'r.address_id',
      change: 'r.change',
      requestedBy: 'r.requested_by',
      effectiveAt: 'r.effective_at',
      status: 'r.status',
      decidedAt: 'r.decided_at',
      decidedBy: 'r.decided_by',
    },
  },
  webhook_endpoint: {
    table: 'webhooks',
    mac: 'row_mac',
    key: 'id',
    app: 'appId',
    where: 'r.deleted_at is null',
    earlier: 'webhook' as const,
    earlierMac: 'mac',
    earlierFields: ['id', 'appId', 'url'],
    fields: {
      ...ofApp,
      url: 'r.url',
      events: 'r.events',
      signature: 'r.signature',
      publicKey: 'r.public_key',
      previousUntil: 'r.previous_until',
    },
  },
  invoice: {
    table: 'invoices',
    mac: 'mac',
    key: 'id',
    app: 'appId',
    fields: {
      ...ofApp,
      status: 'r.status',
      currency: 'r.currency',
      total: 'r.total',
      paid: 'r.paid',
      pending: 'r.pending',
      tolerance: 'r.tolerance',
      exceptions: 'r.exceptions',
      reference: 'r.reference',
      customer: 'r.customer',
      successUrl: 'r.success_url',
      cancelUrl: 'r.cancel_url',
      expiresAt: 'r.expires_at',
      deadline: 'r.deadline',
      acceptedAt: 'r.accepted_at',
      paidAt: 'r.paid_at',
    },
  },
  transaction: {
    table: 'transactions',
    mac: 'mac',
    key: 'id',
    app: 'appId',
    earlier: 'recipient' as const,
    earlierMac: 'recipient_mac',
    earlierFields: ['id', 'networkId', 'recipient'],
    fields: {
      ...id,
      invoiceId: 'r.invoice_id',
      appId: 'r.app_id',
      networkId: 'r.network_id',
      assetId: 'r.asset_id',
      sender: 'r.sender',
      isSenderDeclared: 'r.is_sender_declared',
      recipient: 'r.recipient',
      isLeased: 'r.is_leased',
      derivationIndex: 'r.derivation_index',
      rate: 'trim_scale(r.rate)',
      amount: 'r.amount',
      quoted: 'r.quoted',
      quoteId: 'r.quote_id',
      status: 'r.status',
      reason: 'r.reason',
      matchedBy: 'r.matched_by',
      identifiedBy: 'r.identified_by',
      hash: 'r.hash',
      block: 'r.block',
      blockHash: 'r.block_hash',
      received: 'r.received',
      pending: 'r.pending',
      credited: 'r.credited',
      requiredConfirmations: 'r.required_confirmations',
      mustBeFinal: 'r.must_be_final',
      expireAt: 'r.expire_at',
      deadline: 'r.deadline',
    },
  },
  transfer: {
    table: 'transfers',
    mac: 'mac',
    key: 'id',
    app: 'appId',
    where: 'r.block_hash is not null',
    fields: {
      networkId: 'r.network_id',
      txHash: 'r.tx_hash',
      position: 'r.position',
      assetId: 'r.asset_id',
      sender: 'r.sender',
      recipient: 'r.recipient',
      amount: 'r.amount',
      succeeded: 'r.succeeded',
      held: 'r.held',
      maturity: 'r.maturity',
      block: 'r.block',
      blockHash: 'r.block_hash',
      blockTime: 'r.block_time',
    },
  },
  payment_claim: {
    table: 'payment_claims',
    mac: 'mac',
    key: 'id',
    app: 'appId',
    fields: {
      transactionId: 'r.transaction_id',
      networkId: 'r.network_id',
      txHash: 'r.tx_hash',
      provedBy: 'r.proved_by',
    },
  },
  credit: {
    table: 'credits',
    mac: 'mac',
    key: 'id',
    app: 'appId',
    fields: {
      ...id,
      transferId: 'r.transfer_id',
      transactionId: 'r.transaction_id',
      invoiceId: 'r.invoice_id',
      appId: 'r.app_id',
      assetId: 'r.asset_id',
      currency: 'r.currency',
      amount: 'r.amount',
      value: 'r.value',
      block: 'r.block',
      blockHash: 'r.block_hash',
      reversedAt: 'r.reversed_at',
    },
  },
  refund: {
    table: 'refunds',
    mac: 'mac',
    key: 'id',
    app: 'appId',
    fields: {
      ...ofApp,
      invoiceId: 'r.invoice_id',
      currency: 'r.currency',
      value: 'r.value',
      assetId: 'r.asset_id',
      rateKind: 'r.rate_kind',
      rate: 'trim_scale(r.rate)',
      amount: 'r.amount',
      recipient: 'r.recipient',
      status: 'r.status',
      watches: 'r.watches',
      watchId: 'r.watch_id',
      hash: 'r.hash',
      sentAmount: 'r.sent_amount',
      amountDiffers: 'r.amount_differs',
      refunded: 'r.refunded',
      canceledAt: 'r.canceled_at',
    },
  },
  /** PSBTs of refunds. Verified whenever they are shown. */
  refund_psbt: {
    table: 'refund_psbts',
    mac: 'mac',
    key: 'id',
    app: 'appId',
    fields: {
      ...ofApp,
      networkId: 'r.network_id',
      walletId: 'r.wallet_id',
      refundIds: 'r.refund_ids',
      watchIds: 'r.watch_ids',
      inputs: 'r.inputs',
      psbt: 'r.psbt',
      fee: 'r.fee',
      changeBranch: 'r.change_branch',
      changeIndex: 'r.change_index',
      changeOutput: 'r.change_output',
      changeAmount: 'r.change_amount',
    },
  },
  /** Credentials of shops that call in another dialect. Verified at each call. */
  door: {
    table: 'doors',
    mac: 'mac',
    key: 'id',
    app: 'appId',
    fields: {
      ...ofApp,
      kind: 'r.kind',
      pid: 'r.pid',
      currency: 'r.currency',
      webhookId: 'r.webhook_id',
      permissions: 'r.permissions',
    },
  },
  /** Orders of such shops, and their invoices. Verified whenever the shop reads one or is notified. */
  webhook_order: {
    table: 'webhook_orders',
    mac: 'mac',
    key: 'invoice_id',
    app: 'appId',
    fields: {
      webhookId: 'r.webhook_id',
      orderNo: 'r.order_no',
      invoiceId: 'r.invoice_id',
      appId: 'r.app_id',
      money: 'r.money',
      notifyUrl: 'r.notify_url',
      returnUrl: 'r.return_url',
      details: 'r.details',
    },
  },
  /** Fields of invoices for other dialects. Verified whenever such a shop reads one or is notified. */
  shop_invoice: {
    table: 'shop_invoices',
    mac: 'mac',
    key: 'invoice_id',
    app: 'appId',
    fields: {
      invoiceId: 'r.invoice_id',
      appId: 'r.app_id',
      dialect: 'r.dialect',
      code: 'r.code',
      orderId: 'r.order_id',
      details: 'r.details',
      archivedAt: 'r.archived_at',
    },
  },
  /** Refunds that shops of another dialect asked for. Verified whenever they are shown or assigned. */
  pull_payment: {
    table: 'pull_payments',
    mac: 'mac',
    key: 'id',
    app: 'appId',
    fields: {
      ...ofApp,
      name: 'r.name',
      description: 'r.description',
      currency: 'r.currency',
      amount: 'r.amount',
      orderId: 'r.order_id',
      invoiceId: 'r.invoice_id',
      assetId: 'r.asset_id',
      recipient: 'r.recipient',
      archivedAt: 'r.archived_at',
    },
  },
  /** Events, as webhooks and the API show them. Verified for each delivery and each list. */
  event: {
    table: 'events',
    mac: 'mac',
    key: 'id',
    app: 'appId',
    fields: {
      ...ofApp,
      type: 'r.type',
      invoiceId: 'r.invoice_id',
      sequence: 'r.sequence',
      data: 'r.data::text',
      invoiceFacts: 'r.invoice_facts::text',
      createdAt: 'r.created_at',
    },
  },
} as const;

export type MoneyKind = keyof typeof moneyRows;

/** High-volume kinds. Each of their rows is read only a few times. */
export const passingKinds: ReadonlySet<string> = new Set<MoneyKind>([
  ...(['recipient', 'invoice', 'transaction', 'transfer', 'payment_claim', 'credit', 'event'] as const),
]);

/** Kinds that had no MAC before migration 0050, or 0053 for events. See unsigned-kinds.ts. */
export const moneyKinds = (Object.keys(moneyRows) as MoneyKind[]).filter(
  (kind) => kind !== 'app_address' && kind !== 'recipient',
);

export interface CheckedRow<Kind extends MoneyKind> {
  readonly row: { readonly [Field in keyof (typeof moneyRows)[Kind]['fields']]: MacField };
  readonly mac: Uint8Array | null;
  /** Identifies the row when a failure is recorded. */
  readonly id: string;
  readonly appId: string;
}

/**
 * Verifies a row that no store reads through `sealed`, because it combines several tables. Returns the row if
 * verification failed, which is also recorded, or null.
 */
export function rowFault<Kind extends MoneyKind>(
  db: Queryable,
  kind: Kind,
  { row, mac, id, appId }: CheckedRow<Kind>,
): TamperedRow | null {
  const { table, fields } = moneyRows[kind];
  const signed = Object.keys(fields).map((name) => (row as Readonly<Record<string, MacField>>)[name] ?? null);
  const tampered = { kind, table, id, appId };
  return holdsOrNotes(db, tampered, signed, mac) ? null : tampered;
}
