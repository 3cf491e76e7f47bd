// Handles the form of the refund page. It does the same as PUT /refund/{id} without a token.
import type { Caller, Origin } from '../../../../core/access.ts';
import { fieldProblem, Problem } from '../../../../core/problem.ts';
import { isRefusal } from '../../../../io/chains/codec.ts';
import { readAddressOf } from '../../../../io/chains/codecs.ts';
import { isBrokenText } from '../../../../io/http/request-body.ts';
import { assetOf } from '../../../evidence/refunds/acts/follow-refund.ts';
import { giveAddress } from '../../../evidence/refunds/acts/give-address.ts';
import { anyRefund, seenAs } from '../../../evidence/refunds/own-refund.ts';
import type { Refund } from '../../../evidence/refunds/refund-store.ts';
import type { Instance } from '../../../instance.ts';
import type { Form } from '../drawn/page-acts.ts';

export interface RefundActs {
  /** `to`: the address; `confirm`: 'yes' takes it in spite of a finding. Throws Problem. */
  give(id: string, form: Form, origin: Origin): Promise<void>;
}

const longest = 200;
const caller: Caller = { kind: 'public' };

export function refundActs(instance: Instance): RefundActs {
  const commit = instance.db.atomically.bind(instance.db);
  return {
    async give(id, form, origin) {
      const to = typeof form.to !== 'string' || isBrokenText(form.to) ? '' : form.to.trim();
      const found = await anyRefund(instance.db, id.toLowerCase());
      if (isGiven(instance, found, to)) return;
      if (to.length > longest) throw fieldProblem('to', 'not_an_address', 'This is too long for an address.');
      const { app } = await seenAs(instance.db, found, caller);
      const written = { to, isConfirmed: form.confirm === 'yes' };
      await giveAddress(instance, { found, app }, written, { by: { caller, origin }, commit }).catch(async (error) => {
        // The form was sent twice at once.
        const isTwice = error instanceof Problem && error.code === 'address_given';
        if (!isTwice || !isGiven(instance, await anyRefund(instance.db, found.id), to)) throw error;
      });
    },
  };
}

/** Whether the refund already goes to this address, as when a form is sent again. */
function isGiven(instance: Instance, refund: Refund, to: string): boolean {
  if (refund.recipient === null) return false;
  const { network } = assetOf(instance, refund);
  const read = readAddressOf(network.family, to, network.facts);
  return !isRefusal(read) && read.canonical === refund.recipient;
}
