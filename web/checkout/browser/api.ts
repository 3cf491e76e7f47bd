// The HTTP operations that paying needs. No cookies are sent: knowing the invoice id is the right to pay it.
import type { Problem } from '../../../sdk/typescript/src/generated/api.ts';
import type { Invoice, Merchant, Offer, Snapshot, Transaction } from '../rules/payment-objects.ts';
import type { ServerClock } from '../rules/server-clock.ts';
import { addressOf } from '../start/public-path.ts';
import { randomUuid } from './random-uuid.ts';

/**
 * A request that the service refused, with the service's own message (empty if it gave none). `status` is 0 if the
 * service could not be reached.
 */
export class ApiProblem extends Error {
  readonly status: number;
  readonly code: string;
  /** The field of the request that is wrong, or null. */
  readonly field: string | null;
  /** The code of the refusal's reason, or null. */
  readonly reason: string | null;
  constructor(status: number, code: string, detail: string, error: { field: string; code: string } | null = null) {
    super(detail);
    this.name = 'ApiProblem';
    this.status = status;
    this.code = code;
    this.field = error?.field ?? null;
    this.reason = error?.code ?? null;
  }
}

export interface PaymentIntent {
  readonly invoice_id: string;
  /** Undefined if the customer did not name the sending address. */
  readonly from: string | undefined;
  /** The payment comes from an exchange, so the price is held for an hour. Only without a named sender. */
  readonly exchange?: boolean;
  readonly cryptocurrency: string;
  readonly network: string;
}

export interface CheckoutApi {
  snapshot(invoiceId: string): Promise<Snapshot>;
  merchant(appId: string): Promise<Merchant>;
  offers(appId: string): Promise<readonly Offer[]>;
  /** Requests a quote. Safe to repeat: one call creates one attempt, however often the network drops it. */
  pay(intent: PaymentIntent): Promise<Transaction>;
  cancel(transactionId: string): Promise<Transaction>;
  /** Sends a payment on the test network: the quoted amount, less or more. */
  payTest(transactionId: string, kind: 'paid' | 'underpaid' | 'overpaid'): Promise<void>;
  /**
   * Names the chain transaction that paid; `signature` is empty without one. `attached`: whether it belongs to the
   * transaction now.
   */
  claim(
    transactionId: string,
    hash: string,
    signature: string,
  ): Promise<{ transaction: Transaction; attached: boolean }>;
}

export function checkoutApi(clock: ServerClock): CheckoutApi {
  const get = async <T>(path: string): Promise<T> => (await send(clock, { method: 'GET', path })).body as T;
  return {
    async snapshot(invoiceId) {
      // The list is fetched first: a newer list with an older invoice would look as if nothing had been paid.
      const transactions = await get<Transaction[]>(`/transactions?v=1&invoice_id=${invoiceId}`);
      const invoice = await get<Invoice>(`/invoice/${invoiceId}?v=1`);
      return { invoice, transactions, claims: invoice.claims };
    },
    merchant: (appId) => get(`/app/${appId}?v=1`),
    offers: (appId) => get(`/app-cryptocurrencies?v=1&app_id=${appId}`),
    async pay({ from, exchange = false, ...intent }) {
      const { invoice_id, ...coin } = intent;
      const answer =
        from === undefined
          ? await sendOnce(clock, 'POST', `/invoice/${invoice_id}/payment-request?v=1`, { ...coin, exchange })
          : await sendOnce(clock, 'POST', '/transaction?v=1', { ...intent, from });
      return answer.body as Transaction;
    },
    async cancel(transactionId) {
      const answer = await sendOnce(clock, 'DELETE', `/transaction/${transactionId}?v=1`);
      return answer.body as Transaction;
    },
    async payTest(transactionId, kind) {
      await sendOnce(clock, 'POST', `/sandbox/transaction/${transactionId}/pay?v=1`, { case: kind });
    },
    async claim(transactionId, hash, signature) {
      const said = { hash, ...(signature === '' ? {} : { signature }) };
      const { status, body } = await sendOnce(clock, 'POST', `/transaction/${transactionId}/claim?v=1`, said);
      return { transaction: body as Transaction, attached: status === 200 };
    },
  };
}

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

/** Sends a change under one idempotency key and repeats it if no answer came, so that it happens at most once. */
async function sendOnce(clock: ServerClock, method: string, path: string, body?: object): Promise<Reply> {
  const key = randomUuid();
  for (let attempt = 1; ; attempt++) {
    try {
      return await send(clock, { method, path, key, body });
    } catch (error) {
      const again = error instanceof ApiProblem && (error.status === 0 || error.code === 'request_in_progress');
      if (!again || attempt === 3) throw error;
      await new Promise((resolve) => setTimeout(resolve, attempt * 1000));
    }
  }
}

interface SentRequest {
  readonly method: string;
  readonly path: string;
  /** The idempotency key of a change. */
  readonly key?: string;
  readonly body?: object | undefined;
}

async function send(clock: ServerClock, { method, path, key, body }: SentRequest): Promise<Reply> {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (key !== undefined) headers['Idempotency-Key'] = key;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const sentAt = Date.now();
  let response: Response;
  let answer: unknown;
  try {
    response = await fetch(addressOf(`/api${path}`), {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(20_000),
    });
    clock.learn(response.headers.get('Date'), sentAt, Date.now());
    answer = await response.json().catch(() => null);
  } catch {
    throw new ApiProblem(0, 'unreachable', '');
  }
  if (response.ok) return { status: response.status, body: answer };
  throw problemOf(response.status, answer);
}

function problemOf(status: number, answer: unknown): ApiProblem {
  const problem = (answer ?? {}) as Partial<Problem>;
  const errors = problem.errors ?? [];
  const fields = errors.map((one) => one.message).filter((message) => message !== '');
  const words = fields.length > 0 ? fields.join(' ') : (problem.detail ?? problem.title);
  return new ApiProblem(
    status,
    problem.code ?? 'unknown',
    words ?? '',
    errors.length === 1 ? (errors[0] ?? null) : null,
  );
}
