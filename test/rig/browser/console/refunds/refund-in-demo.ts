// In the demo, a customer pays too much. The merchant refunds the excess from the console with the demo's wallet.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { type Client, type Json, ok, until } from '../../../client.ts';
import { newAddress, units } from '../../../stage.ts';
import type { Hands } from '../input-devices.ts';

export interface DemoShop {
  readonly origin: string;
  /** The shop's own, with its app token. */
  readonly api: Client;
}

/** `page`: the merchant's console, signed in. `hands` operate it, and the customer's page on a phone. */
export async function refundInDemo(page: Page, hands: (page: Page) => Hands, shop: DemoShop): Promise<Hands[]> {
  const invoice = await payTooMuch(shop);
  await page.goto(`${shop.origin}/console/invoices/${invoice.id}`);
  const merchant = hands(page);
  await merchant.press(page.getByRole('button', { name: 'Refund', exact: true }).first());
  const form = page.getByRole('dialog', { name: /^Refund/ });
  assert.ok(await form.getByLabel('The excess: $10.00').isChecked());
  await merchant.press(form.getByRole('button', { name: 'Prepare refund' }));
  const refunds = page.getByRole('region', { name: 'Refunds' });
  const link = await refunds.getByText(/\/refund\/[0-9a-f-]{36}$/).innerText();

  const phone = await page.context().newPage();
  await phone.setViewportSize({ width: 375, height: 812 });
  await phone.goto(link);
  const customer = hands(phone);
  await customer.fill(phone.getByLabel(/^Your ETH address on /), newAddress());
  await customer.press(phone.getByRole('button', { name: 'Use this address' }));
  await phone.getByRole('heading', { name: 'Waiting for the shop to send' }).waitFor();

  await merchant.press(refunds.getByRole('button', { name: 'Send refund' }));
  const send = page.getByRole('dialog', { name: 'Send refund' });
  await merchant.press(send.getByRole('button', { name: 'Send with Demo wallet' }));
  // The demo's chain may confirm the transfer before the page reads the answer to the report.
  const reported = send.getByText('The transfer is reported. Do not send it again.');
  await reported.or(send.getByText(/^(?:Seen|Sent)$/)).waitFor();
  await page.keyboard.press('Escape');
  await refunds.getByText('Sent', { exact: true }).waitFor();
  await phone.getByRole('heading', { name: 'Refund complete' }).waitFor();
  await phone.close();
  const { refunded, exceptions } = await ok<Json>(shop.api.get(`/invoice/${invoice.id}`));
  assert.deepEqual([refunded, exceptions], ['10.00', ['overpaid', 'partially_refunded']]);
  return [merchant, customer];
}

/** The demo's wallet sends 35 USD for an invoice of 25 USD, in ETH at 2,000 USD. */
async function payTooMuch({ origin, api }: DemoShop): Promise<Json> {
  const invoice = await ok<Json>(api.post('/invoice', { total: '25.00', currency: 'USD' }));
  const [from] = await askWallet(origin, 'eth_accounts', []);
  const wish = { invoice_id: invoice.id, cryptocurrency: 'ETH', network: 'local', from };
  const { to } = await ok<Json>(api.post('/transaction', wish));
  const value = `0x${units('0.0175', 18).toString(16)}`;
  await askWallet(origin, 'eth_sendTransaction', [{ from, to, value }]);
  return until(async () => {
    const now = await ok<Json>(api.get(`/invoice/${invoice.id}`));
    return now.status === 'paid' ? now : null;
  }, 'the invoice is paid');
}

async function askWallet(origin: string, method: string, params: readonly unknown[]): Promise<Json> {
  const response = await fetch(`${origin}/demo-wallet/rpc`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ method, params }),
  });
  return ((await response.json()) as Json).result;
}
