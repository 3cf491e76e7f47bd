// Commits a change of a refund, and adds its PSBT to the answer.
import type { Static } from 'typebox';
import type { Queryable } from '../../../../io/db/database.ts';
import type { Call } from '../../../../io/http/operation.ts';
import type { Instance } from '../../../instance.ts';
import type { Refund } from '../refund-store.ts';
import type { RefundView } from '../view.ts';
import { prepareRefund } from './prepare-refund.ts';

type View = Static<typeof RefundView>;

export interface AnsweredChange {
  readonly commit: Call<unknown, unknown, unknown>['commit'];
  readonly change: (trx: Queryable) => Promise<{ readonly refund: Refund; readonly view: View }>;
}

/**
 * The PSBT is built after the commit, because that asks the network. So the answer that is stored for an
 * Idempotency-Key has none. A failure after the commit is logged: the change is made, and a read builds the PSBT.
 */
export async function answerWithPsbt(instance: Instance, { commit, change }: AnsweredChange): Promise<View> {
  let changed: readonly Refund[] = [];
  const view = await commit(async (trx) => {
    const made = await change(trx);
    changed = [made.refund];
    return made.view;
  });
  const [refund] = changed;
  if (refund === undefined) return view;
  try {
    return { ...view, ...(await prepareRefund(instance, refund)) };
  } catch (err) {
    instance.log.error({ err, refund: refund.id }, 'the PSBT of a refund that was changed could not be built');
    return view;
  }
}
