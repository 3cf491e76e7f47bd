// All SQL of the table credits: what a success gave to an invoice, per transfer.
import type { Queryable } from '../../io/db/database.ts';

export interface NewCredit {
  readonly id: string;
  readonly transferId: string;
  readonly transactionId: string;
  readonly invoiceId: string;
  readonly amount: bigint;
  readonly value: bigint;
  readonly block: number;
  readonly blockHash: string;
}

/** Credits. A unique key refuses a second live credit for one transfer. */
export async function insertCredits(trx: Queryable, credits: readonly NewCredit[], now: Date): Promise<void> {
  if (credits.length === 0) return;
  await trx.query(
    `insert into credits (id, transfer_id, transaction_id, invoice_id, amount, value, block, block_hash, created_at)
     select n.id, n.transfer_id, n.transaction_id, n.invoice_id, n.amount, n.value, n.block, n.block_hash, $2
     from json_to_recordset($1::json) as n(id uuid, transfer_id uuid, transaction_id uuid, invoice_id uuid, amount numeric,
       value numeric, block bigint, block_hash text)`,
    [
      JSON.stringify(
        credits.map((one) => ({
          id: one.id,
          transfer_id: one.transferId,
          transaction_id: one.transactionId,
          invoice_id: one.invoiceId,
          amount: one.amount.toString(),
          value: one.value.toString(),
          block: one.block,
          block_hash: one.blockHash,
        })),
      ),
      now,
    ],
  );
}

export async function reverseCredits(trx: Queryable, transactionIds: readonly string[], now: Date): Promise<void> {
  if (transactionIds.length === 0) return;
  await trx.query(
    'update credits set reversed_at = $2 where transaction_id = any($1::uuid[]) and reversed_at is null',
    [transactionIds, now],
  );
}

/** Records which endpoints vouched for the payments of these transactions. */
export async function recordAttesters(
  trx: Queryable,
  attesters: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  if (attesters.size === 0) return;
  await trx.query(
    `update credits c set attested_by = array(select jsonb_array_elements_text(n.names)) from jsonb_to_recordset($1::jsonb) as n(id uuid, names jsonb)
     where c.transaction_id = n.id and c.reversed_at is null`,
    [JSON.stringify([...attesters].map(([id, names]) => ({ id, names })))],
  );
}
