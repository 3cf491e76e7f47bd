// `--once`: the customer pays one invoice in two installments, ETH and then USDT, and every step is printed.
import { formatUnits, type Hex, parseUnits } from 'viem';
import { type Json, ok, until } from '../test/rig/client.ts';
import type { VerifiedEvent } from './events/webhook-receiver.ts';
import type { Narrator } from './narrator.ts';
import type { Shop } from './open-shop.ts';

const attempt = ['transaction.created', 'transaction.detected', 'transaction.succeeded'];
const expected = ['invoice.created', ...attempt, 'invoice.partially_paid', ...attempt, 'invoice.paid'];
/** A step has its own time limit. This one ends waits that outlive their step. */
const withinMs = 60_000;

/** Resolves when the invoice is paid and the shop received all its events. Throws with the step that failed. */
export async function payInInstallments(shop: Shop, tell: Narrator): Promise<void> {
  const heard: VerifiedEvent[] = [];
  const refused = new Promise<never>((_, reject) => {
    shop.webhooks.onRefused((reason) => reject(new Error(`A webhook was refused: ${reason}`)));
  });
  shop.webhooks.onEvent((event) => {
    heard.push(event);
    tell.happened('webhook received', `${event.type}, signature verified`);
  });
  await Promise.race([payTwice(shop, tell, heard), refused]);
}

async function payTwice(shop: Shop, tell: Narrator, heard: readonly VerifiedEvent[]): Promise<void> {
  tell.say('');
  const invoice = await tell.step('creating an invoice', () => shop.createInvoice('100.00'));
  tell.happened('invoice created', `100.00 USD, ${invoice.checkout_url}`);

  tell.say('');
  const first = await quote(shop, tell, invoice, 'ETH');
  const part = (parseUnits(first.amount, 18) * 40n) / 100n;
  const paidFirst = formatUnits(part, 18);
  await pay(shop, tell, first, {
    shown: `${paidFirst} ETH, which is 40 % of it`,
    send: () => shop.chain.send({ from: shop.customer, to: first.to, value: part }),
  });
  await reaches(shop, tell, invoice, 'partially_paid');

  tell.say('');
  const second = await quote(shop, tell, invoice, 'USDT');
  const rest = parseUnits(second.amount, 6);
  await pay(shop, tell, second, {
    shown: `${second.amount} USDT`,
    send: () => shop.chain.call(shop.token, 'Token.transfer', [second.to, rest], { from: shop.customer }),
  });
  const paid = await reaches(shop, tell, invoice, 'paid');

  await tell.step('waiting for the last webhooks', () =>
    until(() => heard.length >= expected.length, missing(heard), { withinMs }),
  );
  const types = heard.map((event) => event.type).sort();
  if (types.join() !== [...expected].sort().join()) throw new Error(`Unexpected webhooks arrived: ${types}`);
  tell.say(`
Paid: ${paid.paid} of ${paid.total} USD in two installments, ${paidFirst} ETH and ${second.amount} USDT.
The shop received ${heard.length} webhooks and verified every signature. Nobody but the customer could spend a coin.`);
}

/** Creates an attempt to pay, as the checkout page does, and returns its quote. */
async function quote(shop: Shop, tell: Narrator, invoice: Json, cryptocurrency: string): Promise<Json> {
  const fields = { invoice_id: invoice.id, from: shop.customer, cryptocurrency, network: 'local' };
  const quoted = await tell.step(`asking for a quote in ${cryptocurrency}`, () =>
    ok<Json>(anyone(shop).post('/transaction', fields)),
  );
  tell.happened('quoted', `${quoted.amount} ${cryptocurrency} at ${quoted.rate} USD, to ${quoted.to}`);
  return quoted;
}

interface Sending {
  readonly shown: string;
  send(): Promise<Hex>;
}

async function pay(shop: Shop, tell: Narrator, quoted: Json, { shown: what, send }: Sending): Promise<void> {
  const hash = await tell.step('sending the payment', send);
  tell.happened('sent', what);
  tell.happened('', hash);
  const now = () => ok<Json>(anyone(shop).get(`/transaction/${quoted.id}`));
  const seen = await tell.step(
    'waiting for the service to see the payment',
    () => until(async () => [await now()].find((one) => one.hash !== null), 'the payment', { withinMs }),
    { quietMillis: 3_000 },
  );
  if (seen.hash !== hash) throw new Error(`Another chain transaction was seen: ${seen.hash}`);
  tell.happened('seen', `in block ${seen.block}`);
  const required: number = seen.required_confirmations;
  for (let shown = 0; shown < required; ) {
    const next = await tell.step(
      `waiting for confirmation ${shown + 1} of ${required}`,
      () => until(async () => [await now()].find((one) => countOf(one) > shown), 'the next block', { withinMs }),
      { quietMillis: 3_000 },
    );
    shown = countOf(next);
    tell.happened('confirmations', `${shown}/${required}`);
  }
}

/** At most the required number. The last confirmations coincide with the success. */
function countOf(transaction: Json): number {
  const { status, confirmations, required_confirmations: required } = transaction;
  if (status === 'success') return required;
  if (status !== 'processing') throw new Error(`the payment is ${status} (${transaction.reason})`);
  return Math.min(confirmations, required - 1);
}

async function reaches(shop: Shop, tell: Narrator, invoice: Json, status: string): Promise<Json> {
  const words = status.replaceAll('_', ' ');
  const now = () => ok<Json>(anyone(shop).get(`/invoice/${invoice.id}`));
  const reached = await tell.step(`waiting for the invoice to be ${words}`, () =>
    until(async () => [await now()].find((one) => one.status === status), `the invoice to be ${words}`, { withinMs }),
  );
  tell.happened(words, `${reached.paid} of ${reached.total} USD, ${reached.remaining} USD to go`);
  return reached;
}

function anyone(shop: Shop) {
  return shop.merchant.api.as(null);
}

function missing(heard: readonly VerifiedEvent[]): () => string {
  return () => `webhooks: ${heard.length} of ${expected.length} came`;
}
