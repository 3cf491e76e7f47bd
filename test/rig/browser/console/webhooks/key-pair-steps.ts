// The steps of a merchant who adds a webhook with a key pair in the console.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { type Client, type Json, ok } from '../../../client.ts';

export interface KeyPairVisit {
  /** A client of the page's user. */
  readonly api: Client;
  readonly app: Json;
  readonly look: (name: string) => Promise<void>;
}

/** On the webhook screen of an app without webhooks, and again without any at the end. */
export async function addKeyPairWebhook(page: Page, { api, app, look }: KeyPairVisit): Promise<void> {
  await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();
  await page.keyboard.press('n');
  const form = page.getByRole('dialog', { name: 'Add webhook' });
  await form.getByLabel('URL').fill('https://shop.example/signed');
  await form.getByRole('radio', { name: /Ed25519/ }).check();
  await form.getByText('cannot be used to forge messages').waitFor();
  await look('webhook-signature');
  await form.getByRole('button', { name: 'Add webhook' }).click();
  await page.getByText(/^whpk_/).waitFor();
  await look('webhook-public-key');
  const [webhook] = await ok<Json[]>(api.get('/webhooks', { query: { app_id: app.id } }));
  assert.equal(webhook?.signature, 'v1a');
  await ok(api.delete(`/webhook/${webhook?.id}`));
}
