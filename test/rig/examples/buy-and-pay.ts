// A sale in an example shop, from its page to the webhook, for `npm test` and for the real frameworks.
import assert from 'node:assert/strict';
import { type Json, ok, until } from '../client.ts';
import { freePort } from '../run/free-port.ts';
import type { Shop } from '../shop.ts';
import { units } from '../stage.ts';
import { type Example, type RunningShop, startExample } from './example-shops.ts';
import { deliver, forge, thanksText, visit } from './play-customer.ts';

/** Passes the webhook's secret to the shop before it starts. Returns the running shop. */
export async function openExample(shop: Shop, example: Example, folder?: string): Promise<RunningShop> {
  const port = await freePort();
  const place = { url: `http://127.0.0.1:${port}/hooks/quittance`, events: [...heardEvents] };
  const { secret } = await ok<Json>(shop.merchant.appApi.post('/webhook', place));
  const env = { QUITTANCE_URL: shop.service.url, QUITTANCE_TOKEN: shop.merchant.app.token as string };
  return startExample(example, { port, secret, env, ...(folder === undefined ? {} : { folder }) });
}

/** The events to which the READMEs subscribe. */
export const heardEvents = [
  'invoice.partially_paid',
  'invoice.paid',
  'invoice.expired',
  'invoice.canceled',
  'invoice.reversed',
] as const;

/** Buys, pays on the chain, and waits until the webhook arrived. Returns the id of the paid order. */
export async function buyAndPay(shop: Shop, running: RunningShop): Promise<string> {
  const { name } = running;
  const { text, order, press } = await visit(running);
  assert.match(text, /^Brass bicycle bell 25\.00 USD Buy$/, name);
  const [first, second] = [await press(), await press()];
  assert.deepEqual([first.status, second], [303, first], `${name}: a second press is the same order`);
  const id = /\/pay\/([0-9a-f-]{36})$/.exec(first.location ?? '')?.[1] ?? assert.fail(`${name}: ${first.location}`);
  const invoice = await ok<Json>(shop.merchant.appApi.get(`/invoice/${id}`));
  assert.deepEqual([invoice.total, invoice.currency, invoice.order.reference], ['25.00', 'USD', order], name);
  assert.equal(invoice.success_url, `${running.url}/thanks?order=${order}`);
  assert.match(await thanksText(running, order), /Your order is open ?\./, name);
  const attempt = await shop.attempt(id);
  await shop.anvil.send({ to: attempt.to, value: units(attempt.amount, 18) });
  await shop.anvil.mine(3);
  await until(
    async () => /Your order is paid ?\./.test(await thanksText(running, order)),
    () => `${name} to hear that order ${order} is paid:\n${running.log().slice(-10).join('\n')}`,
  );
  return order;
}

/** Asserts that each forged delivery is rejected, or does not change a paid order. */
export async function refusesOthers(running: RunningShop, order: string): Promise<void> {
  const { name } = running;
  const { order: other, press } = await visit(running);
  assert.equal((await press('1 or 1')).status, 400, name);
  assert.equal((await press()).status, 303, name);
  const forged = await forge(running, { order: other, status: 'paid', sequence: 7 });
  assert.deepEqual(new Set(Object.values(forged)), new Set([400]), `${name}: ${JSON.stringify(forged)}`);
  assert.match(await thanksText(running, other), /is open ?\./, name);

  const seen = { id: 'event-7', order: other, status: 'paid', sequence: 7 };
  for (const delivery of [seen, { ...seen, status: 'reversed', sequence: 8 }, { ...seen, id: 'event-6', sequence: 6 }])
    assert.equal(await deliver(running, delivery), 204, name);
  assert.equal(await deliver(running, { ...seen, id: 'event-5', status: 'expired', sequence: 5 }), 204, name);
  assert.match(
    await thanksText(running, other),
    /is paid ?\./,
    `${name}: an event counts once, and an older one never`,
  );
  assert.equal(await deliver(running, { id: 'event-9', order: 'of another shop', status: 'paid', sequence: 1 }), 204);
  for (const id of [order, other]) {
    const lines = running.log().filter((line) => line.includes(`Order ${id} is paid`));
    assert.equal(lines.length, 1, `${name} sends the goods of ${id} once`);
  }
}
