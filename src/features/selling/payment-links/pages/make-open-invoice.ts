// Makes an invoice that a visitor requests on a public page: with limits, and once per submitted form.
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
  /** The name of the page. The references of its invoices begin with it. */
  readonly name: string;
  /** The key of the submitted form, from `newFormKey`. Submitting the form twice makes one invoice. */
  readonly key: string;
  readonly description: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly expiresInSeconds?: number;
}

/** The reason why no invoice was made, in the words of the API: it could not be paid now. */
export interface NotPayable {
  readonly reason: string | null;
}

/**
 * Returns a function that counts the requests of each visitor and app. It returns the invoice, or the reason why it
 * could not be paid. Throws Problem: rate_limited, app_archived.
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
      // The same form was submitted with another amount, so it gets an invoice of its own.
      if (!(error instanceof Problem) || error.code !== 'reference_in_use') throw error;
      return madeOnce(instance, { ...params, visitor, key: newFormKey(instance) }, currency);
    }
  };
}

const nothingPaid = { status: 'open', paid: 0n, pending: 0n, refunded: 0n, tolerance: 0n, exceptions: [] } as const;

interface VisitorParams extends OpenInvoiceParams {
  /** The network of the visitor, as a keyed hash; null if it is not known. */
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

/** Returns the key for a new form: 61 random bits. */
export function newFormKey({ newSecretId }: Pick<Instance, 'newSecretId'>): string {
  const digits = newSecretId().replaceAll('-', '');
  // Leaves out the digits of the UUID version (13th) and variant (17th).
  return `${digits.slice(0, 12)}${digits.slice(17, 21)}`;
}

/** Returns the key of the submitted form, or a new one if it is missing or malformed. */
export function readFormKey(instance: Pick<Instance, 'newSecretId'>, sent: string | undefined): string {
  return sent !== undefined && keyText.test(sent) ? sent : newFormKey(instance);
}
