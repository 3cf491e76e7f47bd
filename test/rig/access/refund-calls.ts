// Calls of the operations on refunds.
import type { MakeCall } from './access-call.ts';

interface RefundThings {
  paidInvoice(): Promise<string>;
  refund(): Promise<string>;
  pullPayment(): Promise<string>;
}

export function refundCalls(app_id: string, things: RefundThings): Record<string, MakeCall> {
  return {
    'GET /refunds': async () => ({ query: { app_id, invoice_id: await things.paidInvoice() } }),
    'POST /refund': async () => ({
      body: { invoice_id: await things.paidInvoice(), fiat_value: '1.00' },
      status: 201,
      isOnce: true,
    }),
    'GET /refund/{id}': async () => ({ id: await things.refund() }),
    // Neither asks a chain, which does not run here.
    'PUT /refund/{id}': async () => ({ id: await things.refund(), body: { to: 'no address' }, status: 422 }),
    'DELETE /refund/{id}': async () => ({ id: await things.refund(), isOnce: true }),
    'POST /refund/{id}/hash': async () => ({ id: await things.refund(), body: { hash: 'no hash' }, status: 422 }),
    'POST /refund-batch': async () => ({
      body: { app_id, network: 'local', refund_ids: [await things.refund()] },
      status: 409,
    }),
    'POST /refund/{id}/accept': async () => ({ id: await things.refund(), body: { reason: 'Fees' }, status: 409 }),
    'GET /pull-payments': async () => ({ query: { app_id } }),
    'POST /pull-payment/{id}/assign': async () => ({
      id: await things.pullPayment(),
      body: { invoice_id: await things.paidInvoice() },
      isOnce: true,
    }),
    'DELETE /pull-payment/{id}': async () => ({ id: await things.pullPayment(), isOnce: true }),
    // The refund has no destination.
    'POST /sandbox/refund/{id}/simulate': async () => ({
      id: await things.refund(),
      body: { case: 'sent' },
      status: 409,
    }),
  };
}
