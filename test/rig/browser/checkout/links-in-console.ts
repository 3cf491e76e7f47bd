// A merchant makes a payment link in the console, and deletes it.
import assert from 'node:assert/strict';
import { photograph } from '../console/screenshots.ts';
import { assertAccessible } from './checkout-visit.ts';
import type { LinkStage, Visitor } from './link-stage.ts';

/** There is a link with the slug 'used' already. */
export async function makeLinkInConsole({ page, complaints }: Visitor, stage: LinkStage): Promise<void> {
  const { service, merchant } = stage;
  await page.goto(`${service.url}/console/links`);
  await page.getByLabel('E-mail').fill(merchant.email);
  await page.getByLabel('Password', { exact: true }).fill(merchant.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'New payment link' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Description').fill('Guided tour');
  await form.getByLabel('Name in the URL').fill('used');
  await form.getByLabel('Amount').fill('12,50');
  await form.getByRole('button', { name: 'Create link' }).click();
  await form.getByText('Another payment link has this slug, or had it before.').waitFor();
  await form.getByLabel('Name in the URL').fill('tour');
  await form.getByRole('button', { name: 'Create link' }).click();
  const made = page.locator('section', { has: page.getByRole('heading', { name: 'Guided tour' }) });
  await made.getByText('$12.50').waitFor();
  await made.getByRole('button', { name: 'Show QR code' }).click();
  await made.getByRole('img', { name: 'QR code of the payment link' }).waitFor();
  await form.waitFor({ state: 'hidden' });
  await photograph(page, 'console-links');
  await assertAccessible(page, 'payment links in the console');
  assert.equal((await fetch(`${service.url}/link/tour`)).status, 200);
  await made.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete link' }).click();
  await made.waitFor({ state: 'detached' });
  assert.equal((await fetch(`${service.url}/link/tour`)).status, 404);
  assert.deepEqual(
    complaints.filter((one) => !/status of (?:401|422)/.test(one)),
    [],
  );
}
