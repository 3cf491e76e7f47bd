// SQL that reads when the steps of invoices happened.
import type { Queryable } from '../../../../io/db/database.ts';
import { computed, oneOf, type RowOf, rowType, time, uuid } from '../../../../io/db/row-type.ts';
import type { StepKind } from '../credit-store.ts';

const stepTime = rowType({
  invoiceId: uuid,
  kind: oneOf<StepKind>(),
  first: computed('min(created_at)', time),
  last: computed('max(created_at)', time),
});
export type StepTime = Pick<RowOf<typeof stepTime>, 'first' | 'last'>;

export type StepTimes = ReadonlyMap<StepKind, StepTime>;

/** The first and the last time of each kind of step, by the id of the invoice. */
export async function listStepTimes(
  db: Queryable,
  invoiceIds: readonly string[],
): Promise<ReadonlyMap<string, StepTimes>> {
  if (invoiceIds.length === 0) return new Map();
  const rows = await db.query(
    `select ${stepTime.columns} from invoice_steps where invoice_id = any($1::uuid[]) group by invoice_id, kind`,
    [invoiceIds],
  );
  const byInvoice = Map.groupBy(stepTime.all(rows), ({ invoiceId }) => invoiceId);
  return new Map([...byInvoice].map(([id, steps]) => [id, new Map(steps.map((one) => [one.kind, one]))]));
}
