// An SQL condition for statements over refunds.

/**
 * Whether the open refunds of the invoice of this row exceed the amount paid, as after a reorg removed a payment.
 * `alias`: of the table refunds. Seals are not verified.
 */
export function exceedsPaid(alias: string): string {
  return `coalesce((select sum(case o.status when 'sent' then o.refunded else o.value end) from refunds o
    where o.invoice_id = ${alias}.invoice_id and o.status <> 'canceled')
    > (select i.paid from invoices i where i.id = ${alias}.invoice_id), false)`;
}
