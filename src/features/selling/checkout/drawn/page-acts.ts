// Handles the forms of the checkout for customers without a script. They do the same as the API operations.
import { fieldProblem, Problem } from '../../../../core/problem.ts';
import { isBrokenText } from '../../../../io/http/request-body.ts';
import { isUuid } from '../../../../io/http/schemas.ts';
import { lookUpClaim, settleClaim } from '../../../evidence/payment-claims/claim-payment.ts';
import type { Instance } from '../../../instance.ts';
import { visitorKey } from '../../../known/requests/visitor-key.ts';
import { findTransaction } from '../../../money/ledger/transaction-store.ts';
import { readAsset } from '../../../money/transactions/attempt-params.ts';
import { attemptMaker } from '../../../money/transactions/make-attempt.ts';

/** The submitted form, by field name. */
export type Form = Readonly<Record<string, string | undefined>>;

export interface PageActs {
  /**
   * `offer`: symbol of coin and network, 'ETH ethereum'; `exchange`: 'yes' holds the price for an hour. Throws Problem.
   */
  choose(invoiceId: string, form: Form): Promise<void>;
  /**
   * `transaction`: the id of the invoice's transaction; `hash`: the chain transaction that paid; `address`: the
   * caller's. Returns whether the payment belongs to the transaction now. Throws Problem.
   */
  claim(invoiceId: string, form: Form, address: string): Promise<boolean>;
}

const longestHash = 200;

export function pageActs(instance: Instance): PageActs {
  const makeAttempt = attemptMaker(instance);
  const commit = instance.db.atomically.bind(instance.db);
  const visitorOf = visitorKey(instance);
  return {
    async choose(invoiceId, form) {
      const [cryptocurrency = '', network = ''] = textOf(form, 'offer').split(' ');
      const asset = readAsset(instance, { cryptocurrency, network });
      const wanted = { invoiceId, asset, sender: null, isExchange: form.exchange === 'yes' };
      await makeAttempt(wanted, { commit, idempotentRequest: null });
    },
    async claim(invoiceId, form, address) {
      const hash = textOf(form, 'hash').trim();
      if (hash === '') throw fieldProblem('hash', 'required', 'Enter the hash first.');
      if (hash.length > longestHash) throw fieldProblem('hash', 'too_long', 'This is too long for a transaction hash.');
      const id = textOf(form, 'transaction');
      const found = isUuid(id) ? await findTransaction(instance.db, id) : null;
      if (found?.transaction.invoiceId !== invoiceId) throw new Problem('not_found');
      const claim = await lookUpClaim(instance, id, { hash, signature: null, visitor: visitorOf(address) });
      return commit(async (trx) => (await settleClaim(trx, instance, claim)).isAttached);
    },
  };
}

/** Text that the database cannot store counts as empty. */
function textOf(form: Form, field: string): string {
  const text = form[field];
  return typeof text !== 'string' || isBrokenText(text) ? '' : text;
}
