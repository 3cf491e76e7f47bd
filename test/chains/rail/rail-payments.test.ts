// A rail without blocks: it provides an address before the quote, and payments that its feed reports are final at once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Instance } from '../../../src/features/instance.ts';
import type { Queryable } from '../../../src/io/db/database.ts';
import { type Json, ok, until } from '../../rig/client.ts';
import { type RailStage, startRailStage } from '../../rig/rail/rail-stage.ts';
import { verify } from '../../rig/receiver.ts';

let stage: RailStage;
before(async () => {
  stage = await startRailStage();
});
after(() => stage?.close());

/** Converts an amount with 8 decimals to smallest units. */
function unitsOf(amount: string): bigint {
  const [whole = '0', part = ''] = amount.split('.');
  return BigInt(whole + part.padEnd(8, '0'));
}

const hour = 3_600;

async function count(table: string): Promise<number> {
  const [row] = await stage.database.db.query<{ count: string }>(`select count(*) from ${table}`);
  return Number(row?.count);
}

/** Creates an invoice of this total and quotes it. */
async function sale(total: string): Promise<{ readonly id: string; readonly quote: Json; readonly units: bigint }> {
  const { id } = await stage.invoice(total);
  const quote = await stage.quote(id);
  return { id, quote, units: unitsOf(quote.amount) };
}

test('an invoice is quoted by one call, paid, and a success at once, which a webhook tells', async () => {
  const { book, receiver, webhookSecret } = stage;
  const { id } = await stage.invoice('40.00');
  const calls = book.asked.length;
  const quote = await stage.quote(id);
  assert.equal(book.asked.length, calls + 1);
  const [asked] = book.asked.slice(-1);
  assert.deepEqual(
    [asked?.account, asked?.amount, asked?.reference, asked?.expires_at],
    ['acct-00c0ffee', '80000', quote.id, quote.expire_at],
  );
  assert.match(quote.to, /^place-[0-9a-f]{16}$/);
  assert.deepEqual(
    [quote.amount, quote.payment_uri, quote.identified_by, quote.required_confirmations, quote.requires_finality],
    ['0.0008', `book:${quote.to}?units=80000`, 'address', 1, false],
  );

  await stage.watching(async () => {
    const hash = book.pay(quote.to, 80_000n);
    const paid = await until(async () => {
      const now = await stage.transaction(quote.id);
      return now.status === 'success' ? now : null;
    }, 'the payment to be a success');
    assert.deepEqual(
      [paid.hash, paid.block, paid.from, paid.confirmations, paid.received_amount, paid.matched_by],
      [hash, null, undefined, 1, '0.0008', 'address'],
    );
  });
  const invoice = await stage.invoiceNow(id);
  assert.deepEqual([invoice.status, invoice.paid, invoice.exceptions], ['paid', '40.00', []]);
  const told = (await receiver.until(5)).map((request) => verify(request, webhookSecret).type);
  const paidEvents = ['transaction.detected', 'transaction.succeeded', 'invoice.paid'];
  assert.deepEqual(told.sort(), ['invoice.created', 'transaction.created', ...paidEvents].sort());
  const steps = await ok<Json[]>(stage.merchant.api.get(`/invoice/${id}/timeline`));
  const confirmed = steps.find(({ kind }) => kind === 'payment_confirmed');
  assert.deepEqual([confirmed.block, confirmed.required_confirmations], [null, 1]);
});

test('a rail that breaks off, or does not answer, makes no quote, and nothing is stored', async () => {
  const { id } = await stage.invoice('10.00');
  const stored = async () => ({
    transactions: await count('transactions'),
    watched: await count('watched_addresses'),
    events: await count('events'),
    indices: await stage.database.db.query('select next_index from wallets order by id'),
  });
  const before = await stored();
  for (const mood of ['away', 'silent'] as const) {
    stage.book.mood = mood;
    const refused = await stage.ask(id);
    assert.deepEqual([refused.status, refused.body.code], [503, 'temporarily_unavailable']);
    assert.match(refused.body.detail, /^The book does not answer/);
    assert.equal(refused.headers.get('retry-after'), '5');
    assert.deepEqual(await stored(), before);
  }
  stage.book.mood = 'well';
  const { to, amount } = await stage.quote(id);
  stage.book.pay(to, unitsOf(amount));
  await stage.follow();
  assert.equal((await stage.invoiceNow(id)).status, 'paid');
});

test('a crash between the feed and the commit credits a payment once', async () => {
  const { id, quote, units } = await sale('20.00');
  stage.book.pay(quote.to, units);
  await assert.rejects(stage.follow(crashing(stage.instance)), /crashed before its commit/);
  assert.equal((await stage.invoiceNow(id)).paid, '0.00');
  await stage.follow();
  await stage.follow();
  assert.equal((await stage.invoiceNow(id)).paid, '20.00');

  // Without a mark, the rail reports everything again, as after a loss of the mark.
  await stage.database.db.query('update network_cursors set feed_mark = null');
  await stage.follow();
  const credits = await stage.database.db.query(
    'select c.block, c.block_hash = f.block_hash as proved from credits c join transfers f on f.id = c.transfer_id ' +
      'where c.invoice_id = $1',
    [id],
  );
  assert.deepEqual(credits, [{ block: null, proved: true }]);
});

/** An instance that crashes after all work of a commit and before the commit itself. */
function crashing(instance: Instance): Instance {
  const atomically = (act: (trx: Queryable) => Promise<unknown>) =>
    instance.db.atomically(async (trx) => {
      await act(trx);
      throw new Error('crashed before its commit');
    });
  return {
    ...instance,
    db: new Proxy(instance.db, { get: (db, name) => (name === 'atomically' ? atomically : bound(db, name)) }),
  };
}

function bound(db: Instance['db'], name: string | symbol): unknown {
  const member = Reflect.get(db, name, db);
  return typeof member === 'function' ? member.bind(db) : member;
}

test('a report without a proof, or without an end, changes nothing', async () => {
  const { book } = stage;
  const { id, quote, units } = await sale('21.00');
  book.pay(quote.to, units);
  for (const [mood, fault] of [
    ['bare', /gives no proof/],
    ['stuck', /does not move its mark/],
  ] as const) {
    book.mood = mood;
    await assert.rejects(stage.follow(), fault);
    assert.equal((await stage.invoiceNow(id)).paid, '0.00');
  }
  book.mood = 'well';
  await stage.follow();
  assert.equal((await stage.invoiceNow(id)).paid, '21.00');
});

test('too little, the rest of it, and too much are counted as on a chain', async () => {
  const { id, quote, units } = await sale('30.00');
  stage.book.pay(quote.to, units / 2n);
  await stage.follow();
  assert.deepEqual(stateOf(await stage.invoiceNow(id)), ['partially_paid', '15.00']);
  const rest = await stage.quote(id);
  assert.notEqual(rest.to, quote.to);
  stage.book.pay(rest.to, unitsOf(rest.amount) * 2n);
  await stage.follow();
  const paid = await stage.invoiceNow(id);
  assert.deepEqual([...stateOf(paid), paid.exceptions], ['paid', '45.00', ['overpaid']]);
});

const stateOf = ({ status, paid }: Json): string[] => [status, paid];

test('who asks again is given another place, and pays at either', async () => {
  const { id, quote, units } = await sale('12.00');
  const again = await stage.quote(id);
  const earlier = await stage.transaction(quote.id);
  assert.deepEqual([earlier.status, earlier.reason], ['canceled', 'superseded']);
  assert.notEqual(again.to, quote.to);
  stage.book.pay(quote.to, units);
  await stage.follow();
  assert.deepEqual(stateOf(await stage.invoiceNow(id)), ['paid', '12.00']);
});

test('a quote ends by the clock of the instance, once the rail has said that nothing was settled', async () => {
  const { clock, book } = stage;
  const { id, quote, units } = await sale('25.00');
  await clock.pass(hour);
  book.mood = 'away';
  await assert.rejects(stage.follow(), /does not answer/);
  assert.equal((await stage.transaction(quote.id)).status, 'processing');
  book.mood = 'well';
  await stage.follow();
  const ended = await stage.transaction(quote.id);
  assert.deepEqual([ended.status, ended.reason], ['canceled', 'expired']);

  // The clock of the rail is an hour slow: by that clock, the payment would be in time.
  book.pay(quote.to, units);
  await stage.follow();
  const payments = await ok<Json[]>(stage.anyone.get('/transactions', { query: { invoice_id: id } }));
  assert.deepEqual(
    payments.map(({ status, reason, block }) => [status, reason, block]),
    [
      ['success', 'late', null],
      ['canceled', 'expired', null],
    ],
  );
  assert.deepEqual(stateOf(await stage.invoiceNow(id)), ['paid', '25.00']);
});

test('an outage of the instance makes no payment late', async () => {
  const { clock, book } = stage;
  const { quote, units } = await sale('26.00');
  book.secondsAhead = clock.ahead();
  book.pay(quote.to, units);
  await clock.pass(hour);
  await stage.follow();
  const paid = await stage.transaction(quote.id);
  assert.deepEqual([paid.status, paid.reason], ['success', null]);
});

test('an invoice that nobody paid expires by the clock of the instance', async () => {
  const { id } = await sale('27.00');
  await stage.clock.pass(2 * 24 * hour);
  await stage.follow();
  assert.equal((await stage.invoiceNow(id)).status, 'expired');
});

test('a payment to the account alone waits for the merchant, and is final once it is assigned', async () => {
  const { merchant, book } = stage;
  const { id } = await stage.invoice('50.00');
  const hash = book.pay('acct-00c0ffee', 100_000n);
  book.pay('acct-0badf00d', 7n);
  await stage.follow();
  const waiting = await ok<Json[]>(merchant.api.get('/unmatched-payments', { query: { app_id: merchant.app.id } }));
  assert.deepEqual(
    waiting.map((one) => [one.hash, one.block, one.from, one.reason]),
    [[hash, null, null, 'unknown']],
  );
  const assigned = await ok<Json>(merchant.api.post(`/unmatched-payment/${waiting[0].id}/assign`, { invoice_id: id }));
  assert.deepEqual([assigned.status, assigned.block, assigned.confirmations], ['success', null, 1]);
  assert.deepEqual(stateOf(await stage.invoiceNow(id)), ['paid', '50.00']);
});

test('a claim of a payment that the rail has not reported is refused', async () => {
  const { quote } = await sale('11.00');
  const claimed = await stage.anyone.post<Json>(`/transaction/${quote.id}/claim`, { hash: 'ab'.repeat(32) });
  assert.deepEqual([claimed.status, claimed.body.code], [422, 'claim_refused']);
  assert.equal(claimed.body.errors[0].code, 'unknown_hash');
});

test('the sandbox settles a made-up payment, and takes none back', async () => {
  const simulate = (id: string, what: string) =>
    stage.merchant.appApi.post<Json>(`/sandbox/transaction/${id}/simulate`, { case: what });
  const { quote } = await sale('13.00');
  assert.equal((await simulate(quote.id, 'reorged')).body.code, 'simulation_refused');
  const { status, block } = await ok(simulate(quote.id, 'paid'));
  assert.deepEqual([status, block], ['success', null]);
});

test('credits are exported without a block, and the network is shown as answering', async () => {
  const { merchant } = stage;
  const query = { app_id: merchant.app.id, format: 'jsonl' };
  const exported = await ok<string>(merchant.api.get<string>('/exports', { query }));
  const lines = exported
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Json);
  assert.equal(lines.length, await count('credits'));
  for (const { network, block, hash } of lines) {
    assert.deepEqual([network, block], ['book', null]);
    assert.match(hash, /^[0-9a-f]{64}$/);
  }
  await stage.follow();
  const shown = await until(async () => {
    const networks = await ok<Json[]>(stage.anyone.get('/networks'));
    return networks.find(({ symbol, available }) => symbol === 'book' && available);
  }, 'the rail to be shown as available');
  assert.deepEqual([shown.type, shown.names_sender, shown.finality_term], ['SVM', false, null]);
});

test('no payment is without a block on a network that has blocks', async () => {
  for (const table of ['transfers', 'transactions', 'credits'])
    await assert.rejects(
      stage.database.db.atomically(async (trx) => {
        await trx.query('update networks set is_blockless = false');
        await trx.query(`update ${table} set block_hash = block_hash where block_hash is not null`);
      }),
      new RegExp(`${table} .* has no block, and its network has blocks`),
    );
});
