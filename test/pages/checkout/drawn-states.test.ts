// The texts of the page in each state, as the service draws it in memory: the amounts, the box above the state, the
// field for a transaction hash, and the contact.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fastify, { type FastifyInstance } from 'fastify';
import type { PageActs } from '../../../src/features/selling/checkout/drawn/page-acts.ts';
import { checkoutPage } from '../../../src/features/selling/checkout/page.ts';
import { buildCheckout } from '../../../web/checkout/build.ts';
import type { Invoice, OpenClaim, Transaction, WaitingPayment } from '../../../web/checkout/rules/payment-objects.ts';
import { sampleCoin, sampleInvoice, sampleNetwork, sampleTransaction } from '../../rig/browser/sample-payment.ts';
import { languages } from '../../rig/words/locales.ts';

const now = '2026-11-01T12:00:00.000Z';
const id = '3f0c9a52-6a55-4f0e-9d55-1f1f6f1f2a11';
const app = {
  id: 'a',
  name: 'Linen',
  description: null,
  slug: null,
  image: null,
  url: 'https://linen.example/',
};

let server: FastifyInstance;
let seed: object;

before(async () => {
  const distDirectory = await buildCheckout({ if: 'missing or stale' });
  const acts: PageActs = { choose: async () => undefined, claim: async () => true };
  server = fastify();
  const publicUrl = 'https://pay.example';
  await server.register(
    checkoutPage({ builtPage: async () => distDirectory, publicUrl, seed: async () => seed as never, acts }),
  );
});
after(() => server?.close());

interface State {
  readonly invoice?: Partial<Invoice>;
  readonly transactions?: readonly Transaction[];
  readonly waiting?: readonly WaitingPayment[];
  readonly claims?: readonly OpenClaim[];
  readonly language?: string;
}

interface Shown {
  readonly html: string;
  readonly text: string;
  /** The box above the state; '' if there is none. */
  readonly box: string;
  readonly primaries: readonly string[];
}

async function shown({
  invoice,
  transactions = [],
  waiting = [],
  claims = [],
  language = 'en',
}: State): Promise<Shown> {
  const offers = ['ETH', 'USDT'].map((symbol) => ({
    id: symbol,
    app_id: 'a',
    available: true,
    min: '0.00001',
    min_total: null,
    max_total: null,
    network: sampleNetwork,
    cryptocurrency: { ...sampleCoin, symbol, rates: { USD: symbol === 'ETH' ? 2000 : 1 } },
  }));
  seed = { now, app, invoice: { ...sampleInvoice, id, ...invoice }, transactions, waiting, claims, offers };
  const { body } = await server.inject(`/pay/${id}?still&lang=${language}`);
  const html = /<main.*<\/main>/s.exec(body)?.[0] ?? '';
  return {
    html,
    text: textOf(html),
    box: textOf(/<div class="notice warning box">.*?<\/div>(?=<section|<p class|<div role)/s.exec(html)?.[0] ?? ''),
    primaries: [...html.matchAll(/<(?:button|a)[^>]*class="[^"]*\bprimary\b[^"]*"[^>]*>(.*?)<\//gs)].map(([, said]) =>
      textOf(said ?? ''),
    ),
  };
}

function textOf(html: string): string {
  return html
    .replace(/<wbr>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const attempt = (over: Partial<Transaction> = {}): Transaction => ({
  ...sampleTransaction,
  id: '0b3f0c9a-6a55-4f0e-9d55-1f1f6f1f2a22',
  invoice_id: id,
  ...over,
});
const usdt = { cryptocurrency: { ...sampleCoin, symbol: 'USDT', decimals: 6 }, rate: '1', amount: '100' };
const short = attempt({ ...usdt, id: 's', hash: '0xaa', received_amount: '75', block: 7, confirmations: 1 });
const wrong: WaitingPayment = {
  id: 'w',
  reason: 'wrong_asset',
  created_at: now,
  payment: { amount: '49.9', cryptocurrency: 'USDC', network: 'Local', hash: '0xcc', explorer_url: null },
};
const perhaps: WaitingPayment = { ...wrong, id: 'p', reason: 'unknown', payment: null };
const field = /<input[^>]*name="hash"/g;

test('an awaiting page names amount and value, counts down from the start, and has the claim field', async () => {
  const page = await shown({ transactions: [attempt()] });
  assert.match(page.text, /Send 0\.05 ETH on\s+Local ≈ \$100\.00/);
  assert.match(page.html, /<p class="countdown">This price holds for <time role="timer" datetime="[^"]+">10:00</);
  assert.equal(page.box, '');
  assert.equal(page.html.match(field)?.length, 1);
  assert.match(page.text, /Anything else may be lost or delayed\./);
  assert.doesNotMatch(page.text, /Verification code/);
  const urgent = await shown({ transactions: [attempt({ expire_at: '2026-11-01T12:01:59.000Z' })] });
  assert.match(urgent.html, /<p class="countdown urgent">/);
});

test('the amount left is shown in the currency and in the coin, in each state of a partly paid invoice', async () => {
  const part = { status: 'partially_paid', paid: '75.00', remaining: '25.00' } as const;
  const again = await shown({ invoice: part, transactions: [attempt({ amount: '0.0125' })] });
  assert.match(again.text, /Send 0\.0125 ETH on\s+Local ≈ \$25\.00 Paid \$75\.00, \$25\.00 left/);
  const seen = await shown({ invoice: { pending: '75.00' }, transactions: [short] });
  assert.match(seen.text, /\$25\.00 is still to be paid\. ≈ 25 USDT/);
  const paid = await shown({ invoice: part, transactions: [{ ...short, status: 'success' }] });
  assert.match(paid.text, /Paid \$75\.00, \$25\.00 left ≈ 25 USDT/);
  for (const { box, primaries } of [seen, paid]) {
    assert.match(box, /^Underpaid We saw 75 USDT on Local\. 25 USDT less than requested arrived\./);
    assert.match(box, /Pay the rest in the same coin or in another one\..*linen\.example/);
    assert.deepEqual(primaries, ['Pay the rest']);
  }
});

test('while a payment waits, one box names it with field and contact, and no large button invites to pay', async () => {
  const support = { support_contact: 'help@linen.example' };
  const states: readonly (readonly [name: string, state: State])[] = [
    ['awaiting', { transactions: [attempt()] }],
    ['choosing again', { transactions: [attempt({ status: 'canceled', reason: 'requested' })] }],
    ['price expired', { transactions: [attempt({ status: 'canceled', reason: 'expired' })] }],
    ['expired', { invoice: { status: 'expired' }, transactions: [attempt({ status: 'canceled' })] }],
    ['failed', { transactions: [attempt({ hash: '0xab', status: 'rejected', reason: 'failed_on_chain' }), attempt()] }],
  ];
  for (const [name, state] of states) {
    const known = await shown({ ...state, invoice: { ...support, ...state.invoice }, waiting: [wrong] });
    assert.match(known.box, /^We saw 49\.9 USDC on Local\. This invoice asks for ETH\./, name);
    assert.match(known.box, /The merchant has been notified.*help@linen\.example/, name);
    assert.equal(known.html.match(field)?.length, 1, name);
    const unsure = await shown({ ...state, invoice: { ...support, ...state.invoice }, waiting: [perhaps] });
    assert.match(unsure.box, /^A payment arrived that may be yours\..*enter your transaction hash/, name);
    assert.match(unsure.box, /Transaction hash, as your wallet or exchange shows it Find my payment/, name);
    for (const one of [known, unsure]) {
      const open = one.html.replace(/<details class="pay-anyway">.*?<\/details>/gs, '');
      assert.doesNotMatch(open, /class="[^"]*\b(?:primary|tile)\b/, name);
    }
  }
});

test('an overpaid invoice says by how much in the box, with the number to give', async () => {
  const paid = {
    status: 'paid',
    paid: '103.50',
    exceptions: ['overpaid'],
    support_contact: 'help@linen.example',
  } as const;
  const page = await shown({ invoice: { ...paid, exceptions: [...paid.exceptions] } });
  assert.match(page.box, /^Overpaid You paid \$3\.50 more than the total\..*Ask the merchant.*3f0c9a52/);
  assert.match(page.html, new RegExp(`mailto:help@linen\\.example\\?subject=${id}`));
});

test('a shop without a support contact is named by its URL', async () => {
  const { html } = await shown({ invoice: { status: 'expired' } });
  assert.match(html, /<a class="button secondary" href="https:\/\/linen\.example\/">Ask the merchant</);
});

test('every language draws box, folded code and fields', async () => {
  for (const { code } of languages) {
    const page = await shown({ transactions: [attempt()], waiting: [perhaps], language: code });
    assert.match(page.html, /<details class="pay-anyway"><summary>[^<]+<\/summary>/, code);
    assert.match(page.html, /<details class="code-fold"><summary>[^<]+<\/summary>/, code);
    assert.equal(page.html.match(field)?.length, 1, code);
  }
});
