// Makes an invoice that a stranger asks for on a page of ours: bounded, and once for one press of a button.
import { type Currency, currencyOf } from '../../../../core/money/currency.ts';
import { Problem } from '../../../../core/problem.ts';
import type { Instance } from '../../../instance.ts';
import { chainClockLead } from '../../../known/networks/status-store.ts';
import { visitorKey } from '../../../known/requests/visitor-key.ts';
import { makeInvoice } from '../../../money/invoices/acts/make-invoice.ts';
import { payableOf } from '../../../money/invoices/payable.ts';
import type { Invoice } from '../../../money/ledger/invoice-store.ts';
import type { App } from '../../../people/apps/store.ts';
import { visitorCounter } from './count-visitors.ts';
import { insertVisitorInvoice } from './visitor-store.ts';

export interface OpenInvoiceParams {
  readonly app: App;
  /** In minor units of the currency. */
  readonly total: bigint;
  readonly currency: string;
  /** Of the page: what the reference of each of its invoices begins with. */
  readonly name: string;
  /** Of the form that was sent, as `newFormKey` made it: sent twice, it is one invoice. */
  readonly key: string;
  readonly description: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly expiresInSeconds?: number;
}

/** Why nobody could pay it right now, as an invoice tells it: nothing was made. */
export interface NotPayable {
  readonly reason: string | null;
}

/**
 * The maker counts the requests of each visitor and each app. It returns the invoice, or why it could not be paid.
 * Throws Problem: rate_limited, app_archived.
 */
export function openInvoiceMaker(instance: Instance) {
  const countVisitor = visitorCounter(instance);
  const visitorOf = visitorKey(instance);
  return async (params: OpenInvoiceParams, address: string): Promise<Invoice | NotPayable> => {
    await countVisitor(params.app.id, address);
    const visitor = visitorOf(address);
    const currency = currencyOf(params.currency) as Currency;
    const owed = { ...nothingPaid, total: params.total, currency: currency.code };
    const { payable, payable_reason: reason } = (await payableOf(instance, params.app))(owed);
    if (!payable) return { reason };
    try {
      return await madeOnce(instance, { ...params, visitor }, currency);
    } catch (error) {
      // The same form was sent with another amount: a thing of its own.
      if (!(error instanceof Problem) || error.code !== 'reference_in_use') throw error;
      return madeOnce(instance, { ...params, visitor, key: newFormKey(instance) }, currency);
    }
  };
}

const nothingPaid = { status: 'open', paid: 0n, pending: 0n, tolerance: 0n, exceptions: [] } as const;

interface VisitorParams extends OpenInvoiceParams {
  /** The network of the visitor, as a keyed hash; null where that is not known. */
  readonly visitor: number | null;
}

async function madeOnce(instance: Instance, params: VisitorParams, currency: Currency): Promise<Invoice> {
  const { app, total, name, key, description, metadata, expiresInSeconds, visitor } = params;
  const order = { reference: `${name}-${key}`, ...(description === null ? {} : { description }) };
  const clockLeadMillis = await chainClockLead(instance.db, app.id, instance.clock.now());
  const owed = { app, total, currency, text: { order, metadata }, isOneForm: true };
  const wanted = { ...owed, expiresInSeconds, clockLeadMillis };
  return instance.db.atomically(async (trx) => {
    const { invoice, isNew } = await makeInvoice(trx, instance, wanted);
    if (isNew) await insertVisitorInvoice(trx, { invoiceId: invoice.id, visitor, createdAt: invoice.createdAt });
    return invoice;
  });
}

const keyText = /^[0-9a-f]{16}$/;

/** For a form that is about to be shown: 61 random bits. */
export function newFormKey({ newSecretId }: Pick<Instance, 'newSecretId'>): string {
  const digits = newSecretId().replaceAll('-', '');
  // Its 13th digit says the version, and the 17th the variant.
  return `${digits.slice(0, 12)}${digits.slice(17, 21)}`;
}

/** The key that a form sent, or a new one where it sent none of ours. */
export function readFormKey(instance: Pick<Instance, 'newSecretId'>, sent: string | undefined): string {
  return sent !== undefined && keyText.test(sent) ? sent : newFormKey(instance);
}
