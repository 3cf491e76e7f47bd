// A row of money that was changed outside the service is not used, whichever column changed. The caller gets an error,
// the owner gets a mail, and `audit` names the row.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Json, ok, until } from '../../rig/client.ts';
import { startMailServer } from '../../rig/outside/mail-server.ts';
import { startReceiver } from '../../rig/receiver.ts';
import { quittance } from '../../rig/service/command-line.ts';
import { newAddress, type Shop, startStage, units } from '../../rig/stage.ts';

const mail = await startMailServer();
const stage = await startStage({ confirmations: 1, env: { SMTP_URL: mail.url } });
const { db } = stage.database;
after(async () => {
  await stage.close();
  await mail.close();
});

/** Overwrites one column of a row, as an attacker with the database can. Returns a function that restores it. */
async function tamper(table: string, id: string, column: string, value: unknown): Promise<() => Promise<unknown>> {
  const [before] = await db.byValue.query<Json>(`select ${column}::text as value from ${table} where id = $1`, [id]);
  const write = (one: unknown) =>
    db.byValue.query(
      `update ${table} set ${column} = (jsonb_populate_record(null::${table}, $2)).${column} where id = $1`,
      [id, JSON.stringify({ [column]: one })],
    );
  const isJson = column === 'settings';
  await write(value);
  return () => write(isJson ? JSON.parse(before?.value) : (before?.value ?? null));
}

const refuses = async (answer: Promise<{ status: number; body: Json }>, what: string) => {
  const { status, body } = await answer;
  assert.deepEqual([status, body.code], [503, 'row_tampered'], what);
};

const audit = () => quittance(stage.service, ['audit']);

async function audited(table: string, id: string): Promise<void> {
  const { code, stdout } = await audit();
  assert.equal(code, 1, stdout);
  assert.match(stdout, new RegExp(`^The row ${id} of ${table} was changed outside the service`, 'm'));
}

const attention = (shop: Shop) => ok<Json[]>(stage.merchant.api.get(`/app/${shop.app.id}/attention`));

/** The finding is recorded, the owner gets a mail, and no quote is given until the row is restored. */
async function reported(shop: Shop, table: string, id: string): Promise<void> {
  await until(
    async () => (await attention(shop)).find(({ kind, ids }) => kind === 'records_tampered' && ids.includes(id)),
    `attention to name the row of ${table}`,
  );
  const { email } = stage.merchant;
  const isAbout = (text: string) => text.includes('changed in the') && text.includes(shop.app.name);
  await until(() => mail.mails.find(({ to, text }) => to.includes(email) && isAbout(text)), 'a mail to the owner');
  await audited(table, id);
}

/** `audit` lets the app quote again. */
async function putRight(shop: Shop, putBack: () => Promise<unknown>): Promise<void> {
  await putBack();
  const { code, stdout } = await audit();
  assert.equal(code, 0, stdout);
  assert.match(stdout, new RegExp(`The records of the app ${shop.app.id} are valid again`));
  assert.equal((await attempted(shop)).status, 'processing');
}

async function attempted(shop: Shop, total = '10.00'): Promise<Json> {
  return stage.attempt(await shop.invoice(total), newAddress());
}

const paidIn = { cryptocurrency: 'ETH', network: 'local' };
const quote = (invoice: Json) => ({ invoice_id: invoice.id, from: newAddress(), ...paidIn });

test('T7-sealed-rows: terms of an app and of a coin that SQL weakened give no quote until restored', async () => {
  const weak: readonly (readonly [string, unknown])[] = [
    ['settings', { underpayment_tolerance: { percent: 10, fiat_max: null } }],
    ['name', 'Another shop'],
    ['url', 'https://thief.example'],
    ['environment', 'production'],
    ['archived_at', '2026-01-01T00:00:00Z'],
  ];
  for (const [column, value] of weak) {
    const shop = await stage.shop();
    const invoice = await shop.invoice('10.00');
    const putBack = await tamper('apps', shop.app.id, column, value);
    await refuses(stage.anyone.post<Json>('/transaction', quote(invoice)), column);
    if (column !== 'archived_at')
      await refuses(shop.api.post<Json>('/invoice', { total: '1.00', currency: 'USD' }), column);
    await audited('apps', shop.app.id);
    await putRight(shop, putBack);
  }
  const shop = await stage.shop();
  const [coin] = await ok<Json[]>(shop.api.get('/app-cryptocurrencies', { query: { app_id: shop.app.id } }));
  const accepted = `cryptocurrency ${coin.cryptocurrency.symbol}`;
  for (const [column, value] of [
    ['confirmations', 1],
    ['accept_unconfirmed_up_to', '1000'],
    ['max_total', '100000'],
  ] as const) {
    const putBack = await tamper('app_cryptocurrencies', coin.id, column, value);
    const asked = { ...quote(await shop.invoice('10.00')), cryptocurrency: coin.cryptocurrency.symbol };
    await refuses(stage.anyone.post<Json>('/transaction', asked), `${accepted}: ${column}`);
    if (column === 'confirmations') await reported(shop, 'app_cryptocurrencies', coin.id);
    else await audited('app_cryptocurrencies', coin.id);
    await (column === 'confirmations' ? putRight(shop, putBack) : putBack());
  }
});

test('T7-sealed-rows: a payment link that SQL led elsewhere, or made cheaper, sells nothing', async () => {
  const [shop, thief] = [await stage.shop(), await stage.shop()];
  const body = { app_id: shop.app.id, slug: `tea-${Date.now()}`, currency: 'USD', total: '25.00' };
  const link = await ok<Json>(stage.merchant.api.post('/payment-link', body));
  const open = () => fetch(`${stage.service.url}/link/${link.slug}`, { method: 'POST', redirect: 'manual' });
  assert.equal((await open()).status, 303);
  for (const [column, value] of [
    ['app_id', thief.app.id],
    ['total', 1],
    ['currency', 'JPY'],
    ['description', 'Nothing'],
  ] as const) {
    const putBack = await tamper('payment_links', link.id, column, value);
    assert.equal((await open()).status, 503, column);
    await audited('payment_links', link.id);
    await putBack();
  }
  assert.equal((await audit()).code, 0);
  assert.equal((await open()).status, 303);
});

test('T7-sealed-rows: an invoice that SQL made cheaper, paid, or another app’s is not shown and not paid', async () => {
  const [shop, other] = [await stage.shop(), await stage.shop()];
  const customer = await stage.customer();
  const invoice = await shop.invoice('40.00', { success_url: 'https://shop.example/thanks' });
  const attempt = await stage.attempt(invoice, customer.address);
  for (const [column, value] of [
    ['total', 100],
    ['paid', 4000],
    ['status', 'paid'],
    ['tolerance', 400],
    ['currency', 'JPY'],
    ['app_id', other.app.id],
    ['reference', 'of another order'],
    ['success_url', 'https://thief.example'],
    ['expires_at', '2099-01-01T00:00:00Z'],
    ['mac', null],
  ] as const) {
    const putBack = await tamper('invoices', invoice.id, column, value);
    await refuses(stage.anyone.get<Json>(`/invoice/${invoice.id}`), column);
    await refuses(stage.anyone.post<Json>('/transaction', quote(invoice)), column);
    await refuses(shop.api.post<Json>(`/invoice/${invoice.id}/settle`, { reason: 'x' }), column);
    assert.deepEqual(await ok(shop.api.get('/invoices')), [], column);
    await audited('invoices', invoice.id);
    await putBack();
  }
  const putBack = await tamper('invoices', invoice.id, 'total', 100);
  await customer.pay(attempt.to, units(attempt.amount, 18) / 10n);
  await stage.mine(2);
  await refuses(stage.anyone.get<Json>(`/invoice/${invoice.id}`), 'once it is paid in part');
  await reported(shop, 'invoices', invoice.id);
  // Other shops are paid meanwhile.
  const theirs = await attempted(other);
  await (await stage.customer()).pay(theirs.to, units(theirs.amount, 18));
  await stage.mine(2);
  await stage.invoiceBecomes(theirs.invoice_id, { status: 'paid' });
  await putRight(shop, putBack);
  assert.equal((await stage.getInvoice(invoice.id)).total, '40.00');
});

test('T7-sealed-rows: a quote that SQL made cheaper, or gave to another invoice, counts for nothing', async () => {
  const shop = await stage.shop();
  const customer = await stage.customer();
  const [invoice, cheap] = [await shop.invoice('40.00'), await shop.invoice('41.00')];
  const attempt = await stage.attempt(invoice, customer.address);
  for (const [column, value] of [
    ['amount', 1],
    ['quoted', 1],
    ['rate', 1],
    ['invoice_id', cheap.id],
    ['status', 'canceled'],
    ['required_confirmations', 2],
    ['expire_at', '2099-01-01T00:00:00Z'],
    ['sender', newAddress()],
    ['mac', null],
  ] as const) {
    const putBack = await tamper('transactions', attempt.id, column, value);
    await refuses(stage.anyone.get<Json>(`/transaction/${attempt.id}`), column);
    assert.deepEqual(await stage.transactionsOf(invoice.id), [], column);
    await audited('transactions', attempt.id);
    await putBack();
  }
  const putBack = await tamper('transactions', attempt.id, 'quoted', 1);
  await customer.pay(attempt.to, units(attempt.amount, 18) / 2n);
  await stage.mine(2);
  assert.equal((await stage.getInvoice(invoice.id)).status, 'open');
  await putBack();
  await ok(shop.api.post(`/invoice/${invoice.id}/settle`, { reason: 'The quote was changed by hand' }));
  await audit();
});

test('T7-sealed-rows: a credit that SQL moved is named by the audit', async () => {
  const shop = await stage.shop();
  const customer = await stage.customer();
  const invoice = await shop.invoice('10.00');
  const attempt = await stage.attempt(invoice, customer.address);
  await customer.pay(attempt.to, units(attempt.amount, 18));
  await stage.mine(2);
  await stage.invoiceBecomes(invoice.id, { status: 'paid' });
  const [credit] = await db.query<Json>('select id from credits where invoice_id = $1', [invoice.id]);
  const other = await shop.invoice('11.00');
  for (const [column, value] of [
    ['invoice_id', other.id],
    ['value', 1],
    ['amount', 1],
    ['mac', null],
  ] as const) {
    const putBack = await tamper('credits', credit?.id, column, value);
    await audited('credits', credit?.id);
    await putBack();
  }
});

test('T7-sealed-rows: a webhook that SQL changed is sent nothing, whatever of it was changed', async () => {
  const shop = await stage.shop();
  const receiver = await startReceiver();
  try {
    for (const [column, value] of [
      ['events', ['invoice.created', 'invoice.paid']],
      ['signature', 'v1'],
      ['previous_until', '2099-01-01T00:00:00Z'],
    ] as const) {
      const given = { app_id: shop.app.id, url: `${receiver.url}/${column}`, events: ['invoice.created'] };
      const signed = column === 'signature' ? { signature: 'v1a' } : {};
      const webhook = await ok<Json>(stage.merchant.api.post('/webhook', { ...given, ...signed }));
      await db.query('update webhooks set public_key = null, signature = $2 where id = $1 and $3', [
        ...[webhook.id, 'v1', column === 'signature'],
      ]);
      if (column !== 'signature') await tamper('webhooks', webhook.id, column, value);
      await audited('webhooks', webhook.id);
      await shop.invoice('10.00');
      await until(async () => {
        const one = await ok<Json>(stage.merchant.api.get(`/webhook/${webhook.id}`));
        return one.disabled_reason === 'tampered';
      }, `the webhook whose ${column} changed to be off`);
      const repair = await stage.merchant.api.put<Json>(`/webhook/${webhook.id}`, { url: given.url });
      assert.deepEqual([repair.status, repair.body.errors?.[0]?.code], [422, 'tampered']);
      await ok(stage.merchant.api.delete(`/webhook/${webhook.id}`));
    }
    assert.equal(receiver.received.length, 0);
    assert.equal((await audit()).code, 0);
  } finally {
    await receiver.close();
  }
});
