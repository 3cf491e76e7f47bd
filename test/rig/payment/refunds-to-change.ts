// Paid invoices and refunds in several states, for tests that call every operation.
import { type Client, type Json, ok } from '../client.ts';
import { pullPaymentMaker } from '../doors/waiting-pull-payments.ts';
import type { Shop } from '../shop.ts';
import { newAddress } from '../stage.ts';

export interface RefundsToChange {
  /** Ids by operation. */
  readonly ids: Readonly<Record<string, readonly string[]>>;
  /** Accepted values by operation and field. */
  readonly wishes: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>>;
}

/** `api` must be allowed to refund. */
export async function refundsToChange(shop: Shop, api: Client): Promise<RefundsToChange> {
  const invoices = [await paidInvoice(shop), await paidInvoice(shop)];
  const prepare = async (count: number, body: object = {}) => {
    const made: string[] = [];
    for (let one = 0; one < count; one += 1) {
      const wanted = { invoice_id: invoices[0], fiat_value: '0.10', ...body };
      made.push((await ok<Json>(api.post('/refund', wanted))).id);
    }
    return made;
  };
  const open = await prepare(3);
  const ready = await prepare(6, { to: newAddress() });
  const toAccept = await prepare(3, { to: newAddress() });
  const pullPayment = pullPaymentMaker(api, shop.merchant.app.id);
  for (const id of toAccept) await ok(api.post(`/sandbox/refund/${id}/simulate`, { case: 'amount_differs' }));
  return {
    ids: {
      refund: open,
      cancelRefund: await prepare(4),
      acceptRefund: toAccept,
      reportRefundHash: ready.slice(0, 2),
      simulateRefund: ready.slice(2),
      assignPullPayment: [await pullPayment(), await pullPayment(), await pullPayment()],
      deletePullPayment: [await pullPayment(), await pullPayment()],
    },
    wishes: {
      createRefund: {
        invoice_id: invoices.slice(1),
        fiat_value: ['0.01'],
        overpaid: [undefined],
        cryptocurrency: ['ETH'],
        network: ['local'],
        to: [newAddress(), null],
      },
      assignPullPayment: { invoice_id: invoices },
      updateRefund: { to: [newAddress(), null] },
    },
  };
}

async function paidInvoice(shop: Shop): Promise<string> {
  const { appApi } = shop.merchant;
  const { id } = await ok<Json>(appApi.post('/invoice', { total: '90.00', currency: 'USD' }));
  const attempt = await shop.attempt(id);
  await ok(appApi.post(`/sandbox/transaction/${attempt.id}/simulate`, { case: 'paid' }));
  return id;
}
