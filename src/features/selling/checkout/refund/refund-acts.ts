// Handles the form of the refund page. It does the same as PUT /refund/{id} without a token.
import type { Caller, Origin } from '../../../../core/access.ts';
import { fieldProblem, Problem } from '../../../../core/problem.ts';
import { isRefusal } from '../../../../io/chains/codec.ts';
import { readAddressOf } from '../../../../io/chains/codecs.ts';
import { isBrokenText } from '../../../../io/http/request-body.ts';
import { isUuid } from '../../../../io/http/schemas.ts';
import { nameDestination, refundableAssets } from '../../../evidence/pull-payments/acts/name-destination.ts';
import { findPullPayment, type PullPayment } from '../../../evidence/pull-payments/pull-payment-store.ts';
import type { ChangedBy } from '../../../evidence/refunds/acts/change-refund.ts';
import { assetOf } from '../../../evidence/refunds/acts/follow-refund.ts';
import { giveAddress } from '../../../evidence/refunds/acts/give-address.ts';
import type { WrittenDestination } from '../../../evidence/refunds/acts/read-destination.ts';
import { anyRefund, seenAs } from '../../../evidence/refunds/own-refund.ts';
import type { Refund } from '../../../evidence/refunds/refund-store.ts';
import type { Instance } from '../../../instance.ts';
import type { Form } from '../drawn/page-acts.ts';

export interface RefundActs {
  /**
   * `to`: the address; `confirm`: 'yes' takes it in spite of a finding; `on`: the asset that was chosen for a pull
   * payment. Throws Problem.
   */
  give(id: string, form: Form, origin: Origin): Promise<void>;
}

const longest = 200;
const caller: Caller = { kind: 'public' };

export function refundActs(instance: Instance): RefundActs {
  const commit = instance.db.atomically.bind(instance.db);
  return {
    async give(id, form, origin) {
      const to = typeof form.to !== 'string' || isBrokenText(form.to) ? '' : form.to.trim();
      if (to.length > longest) throw fieldProblem('to', 'not_an_address', 'This is too long for an address.');
      const written = { to, isConfirmed: form.confirm === 'yes' };
      const waiting = await waitingOf(instance, id.toLowerCase());
      if (waiting !== null) return name(instance, waiting, { on: form.on, written, by: { caller, origin } });
      const found = await anyRefund(instance.db, id.toLowerCase());
      if (isGiven(instance, found, to)) return;
      const { app } = await seenAs(instance.db, found, caller);
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

/** The pull payment with this id, while it has no invoice; null for any other id. */
async function waitingOf({ db }: Pick<Instance, 'db'>, id: string): Promise<PullPayment | null> {
  const found = isUuid(id) ? await findPullPayment(db, id) : null;
  return found?.invoiceId === null ? found : null;
}

interface Naming {
  readonly on: string | undefined;
  readonly written: WrittenDestination;
  readonly by: ChangedBy;
}

async function name(instance: Instance, waiting: PullPayment, { on, written, by }: Naming): Promise<void> {
  const { app } = await seenAs(instance.db, waiting, caller);
  const assets = await refundableAssets(instance, app);
  const wanted = waiting.assetId ?? (assets.length === 1 ? assets[0]?.id : on);
  const asset = assets.find((one) => one.id === wanted);
  if (asset === undefined || written.to === '')
    throw fieldProblem('to', 'required', 'Give the address that the refund is sent to.');
  await nameDestination(instance, waiting, { asset, written, by });
}
