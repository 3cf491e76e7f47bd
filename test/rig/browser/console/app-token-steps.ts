// The steps of a merchant who creates and revokes tokens of an app in the console.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { client } from '../../client.ts';

type Look = (name: string) => Promise<void>;

/** On the token screen: creates another token, uses it and revokes it. */
export async function makeAndRevoke(page: Page, { look, apiUrl }: { look: Look; apiUrl: string }): Promise<void> {
  await press(page, 'Create app token');
  const form = page.getByRole('dialog', { name: /^Create token for/ });
  await form.getByLabel('Name').fill('Warehouse');
  await form.getByLabel('See your invoices').click();
  await form.getByLabel('Upload pictures').waitFor();
  await look('app-token-form');
  await form.getByRole('button', { name: 'Create token' }).click();
  const once = page.getByRole('dialog', { name: 'Your new token' });
  const token = (await once.locator('output').innerText()).trim();
  assert.match(token, /^qapp_/);
  await once.getByRole('button', { name: 'I saved it' }).click();
  const heading = page.getByRole('heading', { name: 'Warehouse', exact: true });
  const mine = page.locator('section.sheet', { has: heading });
  await mine.getByText('Created by').waitFor();
  await mine.getByText(`qapp_…${token.slice(-4)}`).waitFor();
  await look('app-tokens');
  const bearer = client(apiUrl, token);
  assert.equal((await bearer.get('/invoices')).status, 200);
  await press(page, 'Revoke Warehouse');
  await press(page, 'Revoke token');
  await heading.waitFor({ state: 'detached' });
  assert.equal((await bearer.get('/invoices')).status, 401);
}

/** On the first screen: follows the notice about the main token, and creates a new one. */
export async function renewKnownToken(page: Page, look: Look): Promise<void> {
  await page.getByText('A former owner may know this shop’s token').waitFor();
  await look('today-token-known');
  await page.getByRole('link', { name: 'Create new token' }).click();
  await press(page, 'Replace token');
  await press(page, 'Create new token');
  const shown = page.getByRole('dialog', { name: /^New app token of/ });
  assert.match(await shown.locator('output').innerText(), /^qapp_/);
  await shown.getByRole('button', { name: 'I saved it' }).click();
}

function press(page: Page, name: string): Promise<void> {
  return page.getByRole('button', { name, exact: true }).click();
}
