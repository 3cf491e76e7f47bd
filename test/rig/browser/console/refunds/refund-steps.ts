// The steps of a merchant who refunds payments in the console, with a wallet of the browser.
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { newAddress, type Stage, units } from '../../../stage.ts';
import type { RigWallet } from '../../wallet.ts';
import { lookInDark } from '../console-visit.ts';

export interface RefundSteps {
  readonly stage: Stage;
  readonly wallet: RigWallet;
  readonly go: (place: string) => Promise<void>;
  readonly look: (name: string, options?: { readonly isWhole?: boolean }) => Promise<void>;
}

/** On the page of an invoice of 50 USD with 65 USD paid in ETH: refunds the excess with the wallet. */
export async function refundTheExcess(page: Page, { stage, wallet, look }: RefundSteps): Promise<void> {
  await page.keyboard.press('r');
  const form = page.getByRole('dialog', { name: 'Refund A-1005' });
  assert.ok(await form.getByLabel('The excess: $15.00').isChecked());
  await form.getByText('The customer receives about 0.0075 ETH.').waitFor();
  await form.getByRole('button', { name: 'Use the sender’s address' }).click();
  await form.getByText('Do not use the address of an exchange.').waitFor();
  await look('refund-form');
  await form.getByLabel(/^Customer’s address/).fill('');
  await form.getByLabel('Reason').fill('Paid too much');
  await form.getByRole('button', { name: 'Prepare refund' }).click();
  await form.waitFor({ state: 'detached' });

  const refunds = page.getByRole('region', { name: 'Refunds' });
  await refunds.getByText('Awaiting address', { exact: true }).waitFor();
  await refunds.getByText('Paid too much').waitFor();
  await refunds.getByText(/\/refund\/[0-9a-f-]{36}$/).waitFor();
  await look('refund-awaiting', { isWhole: true });
  await refunds.getByRole('button', { name: 'Enter address' }).click();
  const address = page.getByRole('dialog', { name: 'Enter address' });
  await address.getByLabel(/^Customer’s address/).fill(`0x${'1'.repeat(64)}`);
  await address.getByRole('button', { name: 'Save' }).click();
  await address.locator('.mantine-TextInput-error').waitFor();
  await look('refund-address');
  const to = newAddress();
  await address.getByLabel(/^Customer’s address/).fill(to);
  await page.keyboard.press('Enter');
  await address.waitFor({ state: 'detached' });
  await refunds.getByText('Ready to send', { exact: true }).waitFor();
  await sendByWallet(page, { stage, wallet, look });
  const received = await stage.anvil.rpc<string>('eth_getBalance', [to, 'latest']);
  assert.equal(BigInt(received), units('0.0075', 18));
  await refunds.getByText('Seen', { exact: true }).waitFor();
  await look('refund-seen', { isWhole: true });
  await stage.mine(3);
  await refunds.getByText('Sent', { exact: true }).waitFor();
  await page.getByText('Partially refunded', { exact: true }).waitFor();
  await look('refund-sent', { isWhole: true });
}

/** A first request is declined in the wallet. The second one is sent, and reported once. */
async function sendByWallet(page: Page, { stage, wallet, look }: Omit<RefundSteps, 'go'>): Promise<void> {
  await page.getByRole('button', { name: 'Send refund' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send refund' });
  await dialog.getByRole('img', { name: 'QR code for your wallet' }).waitFor();
  await dialog.getByText('0.0075 ETH').waitFor();
  const send = dialog.getByRole('button', { name: 'Send with Rig wallet' });
  wallet.mood.rejectNext = true;
  await send.click();
  await dialog.getByText('You declined in Rig wallet. Nothing was sent.').waitFor();
  await look('refund-send');
  await lookInDark(page, 'refund-send');
  await send.click();
  await dialog.getByText('The transfer is reported. Do not send it again.').waitFor();
  assert.equal(await send.count(), 0);
  await look('refund-reported');
  await dialog.getByRole('button', { name: 'Show how to send again' }).click();
  await send.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await stage.mine(1);
  assert.equal(wallet.sent.length, 1);
}

/** On the same page: another amount is sent for a second refund and accepted, and a third refund is canceled. */
export async function acceptAndCancel(page: Page, { stage, go, look }: RefundSteps): Promise<void> {
  const to = newAddress();
  await prepareAnother(page, '20.00', to);
  const refunds = page.getByRole('region', { name: 'Refunds' });
  const card = (price: string): Locator => refunds.getByRole('article').filter({ hasText: price });
  await card('$20.00').getByText('Ready to send').waitFor();
  await (await stage.customer()).pay(to, units('0.009', 18));
  await stage.mine(3);
  await card('$20.00').getByText('0.009 ETH was sent instead of 0.01 ETH.').waitFor();
  await look('refund-differs', { isWhole: true });
  await card('$20.00').getByRole('button', { name: 'Send refund' }).click();
  const again = page.getByRole('dialog', { name: 'Send refund' });
  await again.getByText('The missing part alone is not recognized.').waitFor();
  await look('refund-differs-send');
  await page.keyboard.press('Escape');
  await again.waitFor({ state: 'detached' });
  await go('');
  await page.getByText('Another amount was sent for a refund').waitFor();
  await look('home-refunds');
  await page.getByRole('link', { name: '$20.00' }).click();
  await page.locator('article[id^=refund-]:focus').filter({ hasText: '$20.00' }).waitFor();
  await card('$20.00').getByRole('button', { name: 'Accept amount' }).click();
  const accept = page.getByRole('dialog', { name: 'Accept 0.009 ETH?' });
  await accept.getByLabel('Reason').fill('The exchange kept its fee');
  await look('refund-accept');
  await accept.getByRole('button', { name: 'Accept amount' }).click();
  await card('$18.00').getByText('Sent', { exact: true }).waitFor();
  await page.getByText('0.009 ETH on Local chain accepted as the refund').waitFor();
  await page.getByText('Refund of $18.00 sent').waitFor();

  await prepareAnother(page, '1.00', null);
  await card('$1.00').getByRole('button', { name: 'Cancel refund' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel this refund?' });
  await look('refund-cancel');
  await dialog.getByRole('button', { name: 'Cancel refund' }).click();
  await card('$1.00').getByText('Canceled', { exact: true }).waitFor();
}

async function prepareAnother(page: Page, value: string, to: string | null): Promise<void> {
  await page.getByRole('button', { name: 'Refund', exact: true }).first().click();
  const form = page.getByRole('dialog', { name: /^Refund / });
  await form.getByLabel('Another amount').click();
  await form.getByLabel('Amount in USD').fill(value);
  if (to !== null) await form.getByLabel(/^Customer’s address/).fill(to);
  await form.getByRole('button', { name: 'Prepare refund' }).click();
  await form.waitFor({ state: 'detached' });
}

/** On the page of payments: the list of refunds leads to a refund on its invoice. */
export async function listRefunds(page: Page, { look }: RefundSteps): Promise<void> {
  await page.getByRole('button', { name: 'Refunds', exact: true }).click();
  const list = page.getByRole('region', { name: 'Refunds' });
  await list.getByRole('row').filter({ hasText: '$15.00' }).waitFor();
  await look('refunds');
  await page.getByRole('button', { name: /^Canceled/ }).click();
  await page.waitForURL(/status=canceled/);
  await list.getByRole('row').filter({ hasText: '$15.00' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Canceled/ }).click();
  await list.getByRole('row').filter({ hasText: '$15.00' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('article[id^=refund-]:focus').filter({ hasText: '$15.00' }).waitFor();
}

/** On the page of payments: one click on a payment that came for no quote opens the form for exactly that payment. */
export async function refundFromTheList(page: Page, { look }: RefundSteps, reference: string): Promise<void> {
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: reference, exact: true }) });
  await row.getByRole('link', { name: 'Refund', exact: true }).click();
  const form = page.getByRole('dialog', { name: `Refund ${reference}` });
  assert.ok(await form.getByLabel('All that can be refunded: $7.00').isChecked());
  await look('refund-late');
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
}

/**
 * A payment of 3 USD that belongs to no quote: one button assigns it to an invoice of 3.20 USD with 1 USD paid, and
 * opens the form that refunds exactly this payment once it is confirmed.
 */
export async function refundUnmatched(
  page: Page,
  { stage, go, look }: Omit<RefundSteps, 'wallet'>,
  pay: () => Promise<unknown>,
): Promise<void> {
  await go('review');
  await pay();
  await stage.mine(1);
  await page.getByRole('button', { name: 'Refund as a payment of A-1008' }).click();
  const question = page.getByRole('dialog', { name: 'Assign this payment and refund it?' });
  await question.getByText('Nothing is sent yet.').waitFor();
  await look('review-refund');
  await question.getByRole('button', { name: 'Assign and refund' }).click();
  await page.getByText('The refund form opens when this payment is confirmed.').waitFor();
  await look('refund-awaits-payment');
  await stage.mine(3);
  const form = page.getByRole('dialog', { name: 'Refund A-1008' });
  assert.ok(await form.getByLabel('This payment: $3.00').isChecked());
  await form.getByText('The customer receives about 0.0015 ETH.').waitFor();
  await look('refund-unmatched');
  await form.getByRole('button', { name: 'Prepare refund' }).click();
  await form.waitFor({ state: 'detached' });
  await page.getByRole('region', { name: 'Refunds' }).getByText('$3.00').first().waitFor();
}
