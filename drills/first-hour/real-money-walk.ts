// From the set-up link to an invoice in a live shop that was paid on a main network. The network is anvil with the
// chain id of Ethereum and a token at the address of USD Coin. The mail server is one of the tests.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeAbiParameters, type Hex, keccak256, pad, parseUnits, toHex } from 'viem';
import { client, type Json, ok } from '../../test/rig/client.ts';
import { type Anvil, callData, startAnvil } from '../../test/rig/evm/anvil.ts';
import { newAddress } from '../../test/rig/stage.ts';
import { makeFirstAccount, type NewOperator, type Walk } from './new-operator.ts';

export const realMoneyWalk: Walk = { name: 'real-money', mostClicks: 40, take };

const usdCoin = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';

async function take(operator: NewOperator): Promise<void> {
  const backups = mkdtempSync(join(tmpdir(), 'quittance-backups-'));
  const ethereum = await startAnvil({ chainId: 1, blockTimeSeconds: 1 });
  try {
    await putTokenAt(ethereum, usdCoin);
    await makeFirstAccount(operator);
    await setUpInstance(operator, backups);
    await connectNetwork(operator, ethereum);
    await openLiveShop(operator);
    await bePaid(operator, ethereum);
  } finally {
    await ethereum.stop();
    rmSync(backups, { recursive: true, force: true });
  }
}

async function setUpInstance({ page, hands, mail, look }: NewOperator, backups: string): Promise<void> {
  const step = (name: RegExp) => page.getByRole('region', { name });
  // The default is right: the browser is on the same machine.
  await hands.press(step(/^Public URL/).getByRole('button', { name: 'Skip' }));
  const server = step(/^Mail/);
  await hands.fill(server.getByLabel('Mail server'), mail.url);
  await hands.fill(server.getByLabel('Sender'), 'Shop <pay@shop.example>');
  await hands.press(server.getByRole('button', { name: 'Send a test mail' }));
  await server.getByText(/^Sent to /).waitFor();
  await look('set-up-mail');
  assert.ok(mail.mails.length > 0);
  await hands.press(server.getByRole('button', { name: 'Save' }));
  const copies = step(/^Backups/);
  await hands.fill(copies.getByLabel('Folder or bucket'), backups);
  await hands.fill(copies.getByLabel('Interval'), '24h');
  await hands.press(copies.getByRole('button', { name: 'Test the target' }));
  await copies.getByText('Backups can be written there.').waitFor();
  await look('set-up-backups');
  await hands.press(copies.getByRole('button', { name: 'Save' }));
  await look('set-up-networks');
  await hands.press(page.getByRole('link', { name: 'Open networks' }));
}

async function connectNetwork({ page, hands, look }: NewOperator, ethereum: Anvil): Promise<void> {
  await hands.fill(page.getByLabel('Filter networks'), 'ethereum');
  await hands.press(page.getByRole('button', { name: 'Connect', exact: true }).first());
  await page.getByText('Public endpoints').waitFor();
  await look('connect-network');
  await hands.fill(page.getByRole('textbox', { name: 'Endpoints' }).first(), ethereum.url);
  await hands.press(page.getByRole('button', { name: 'Check', exact: true }));
  await page.getByText('Works', { exact: true }).waitFor();
  await look('network-checked');
  await hands.press(page.getByRole('button', { name: 'Save', exact: true }));
  await page.getByText('Connected', { exact: true }).first().waitFor();
  await look('network-connected');
}

async function openLiveShop({ page, hands, navigation, look }: NewOperator): Promise<void> {
  await hands.press(navigation.getByRole('link', { name: /^Home/ }).first());
  await hands.press(page.getByRole('link', { name: 'Set up your shop' }));
  await hands.fill(page.getByLabel('Name', { exact: true }), 'Corner Shop');
  await hands.fill(page.getByLabel('Website'), 'shop.example');
  await hands.press(page.getByRole('radio', { name: 'Live' }));
  await hands.press(page.getByRole('button', { name: 'Create shop' }));
  await hands.fill(page.getByLabel(/^Your address, or the extended public key/), newAddress());
  const ethereum = page.getByRole('checkbox', { name: 'Ethereum', exact: true });
  await ethereum.waitFor();
  if (!(await ethereum.isChecked())) await hands.press(ethereum);
  await look('live-wallet');
  await hands.press(page.getByRole('button', { name: 'Save' }));
  await look('live-coins');
  await hands.press(page.getByRole('button', { name: /^Accept / }));
}

async function bePaid(operator: NewOperator, ethereum: Anvil): Promise<void> {
  const { page, hands, look } = operator;
  await hands.press(page.getByRole('button', { name: 'Create invoice' }));
  const link = page.getByRole('link', { name: /\/pay\/[0-9a-f-]{36}$/ });
  await link.waitFor();
  await look('live-invoice');
  const opened = page.context().waitForEvent('page');
  await hands.press(link);
  const customer = await opened;
  await customer.getByRole('button', { name: /^USDC/ }).click();
  await customer.getByRole('heading', { name: /^Send [\d.]+ USDC on Ethereum$/ }).waitFor();
  await pay(operator, ethereum, customer.url());
  await page.getByRole('region', { name: /First payment \(done\)/ }).waitFor();
  await look('live-paid');
  await customer.close();
}

/** The customer's wallet sends the amount that the checkout asks for. */
async function pay({ service }: NewOperator, ethereum: Anvil, checkout: string): Promise<void> {
  const id = /[0-9a-f-]{36}/.exec(checkout)?.[0] ?? '';
  const [asked] = await ok<Json[]>(client(service.apiUrl).get('/transactions', { query: { invoice_id: id } }));
  if (asked === undefined) throw new Error('The checkout shows a quote, and the API has none.');
  const data = callData('Token.transfer', [asked.to, parseUnits(asked.amount, 6)]);
  await ethereum.send({ to: usdCoin, data });
}

/** Copies a deployed test token, with its supply, to the address of a token of the catalog. */
async function putTokenAt(anvil: Anvil, address: Hex): Promise<void> {
  const deployed = await anvil.deployToken({ name: 'USD Coin', symbol: 'USDC', decimals: 6 });
  await anvil.rpc('anvil_setCode', [address, await anvil.rpc('eth_getCode', [deployed, 'latest'])]);
  const holder = anvil.accounts[0]?.address as Hex;
  for (let slot = 0n; slot < 12n; slot += 1n) {
    const ofHolder = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [holder, slot]));
    for (const place of [pad(toHex(slot)), ofHolder]) {
      const value = await anvil.rpc('eth_getStorageAt', [deployed, place, 'latest']);
      await anvil.rpc('anvil_setStorageAt', [address, place, value]);
    }
  }
}
