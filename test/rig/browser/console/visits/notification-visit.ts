// Notifications in the console: two channels are added, tested and chosen, and one is deleted, all with the keyboard.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { until } from '../../../client.ts';
import { type Receiver, startReceiver, verify } from '../../../receiver.ts';
import { lookInDark } from '../console-visit.ts';
import { inDialog, look, press, says } from '../people-stage.ts';

/** The page is one of a person who is signed in, on their account. */
export async function visitNotifications(page: Page): Promise<void> {
  const receiver = await startReceiver();
  try {
    await page.keyboard.press('6');
    await says(page, 'No channels yet');
    await look(page, 'account-notifications-none');
    await refuseUrl(page);
    await addWebhook(page, receiver);
    await addSlack(page, receiver);
    await choose(page);
    await look(page, 'account-notifications');
    await lookInDark(page, 'account-notifications');
    await page.getByRole('button', { name: 'Delete Team chat' }).press('Enter');
    await inDialog(page, 'Delete channel');
    await says(page, 'The channel was deleted.');
    assert.equal(await page.getByRole('checkbox', { name: 'Paid invoices: Team chat' }).count(), 0);
  } finally {
    await receiver.close();
  }
}

async function refuseUrl(page: Page): Promise<void> {
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Service').selectOption('slack');
  await dialog.getByLabel('Name').fill('Team chat');
  await dialog.getByLabel('Webhook URL').fill('http://10.0.0.1/hook');
  await dialog.getByRole('button', { name: 'Add channel' }).press('Enter');
  await dialog.getByText('The host is not a public address.').waitFor();
  await look(page, 'account-channel-refused');
  await page.keyboard.press('Escape');
}

async function addWebhook(page: Page, receiver: Receiver): Promise<void> {
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Service').selectOption('webhook');
  await dialog.getByLabel('Name').fill('My server');
  await dialog.getByLabel('Webhook URL').fill(receiver.url);
  await dialog.getByRole('button', { name: 'Add channel' }).press('Enter');
  const secret = await page.getByText(/^whsec_/).textContent();
  await look(page, 'account-channel-secret');
  await inDialog(page, 'I saved it');
  await page.getByRole('button', { name: 'Send test message: My server' }).press('Enter');
  const [request] = await receiver.until(1);
  assert.equal(verify(request as never, secret ?? '').type, 'notification');
  await says(page, 'The test message was accepted.');
}

async function addSlack(page: Page, receiver: Receiver): Promise<void> {
  receiver.answer({ status: 404, body: 'no_service' });
  await press(page, 'Add channel');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Service').selectOption('slack');
  await dialog.getByLabel('Name').fill('Team chat');
  await dialog.getByLabel('Webhook URL').fill(receiver.url);
  await dialog.getByRole('button', { name: 'Add channel' }).press('Enter');
  const testing = page.getByRole('button', { name: 'Send test message: Team chat' });
  await testing.press('Enter');
  await says(page, 'Last error: It answered 404: no_service');
  assert.equal(await page.getByRole('checkbox', { name: 'Paid invoices: Team chat' }).isDisabled(), true);
  receiver.answer({ status: 200 });
  await testing.press('Enter');
  await until(async () => (await page.getByText('In use').count()) === 2, 'both channels to be in use');
}

async function choose(page: Page): Promise<void> {
  const box = (name: string) => page.getByRole('checkbox', { name });
  await box('Paid invoices: Team chat').press('Space');
  await says(page, 'Your choice was saved.');
  await until(() => box('Paid invoices: Team chat').isChecked(), 'the choice to be shown');
  await box('Payments that need a decision: E-mail').press('Space');
  await until(async () => !(await box('Payments that need a decision: E-mail').isChecked()), 'no more mails');
  assert.deepEqual(
    [await box('Security: E-mail').isChecked(), await box('Security: E-mail').isDisabled()],
    [true, true],
  );
  await page.reload();
  await until(() => box('Paid invoices: Team chat').isChecked(), 'the choice to be kept');
}
