// Tries the sandbox of a development app in the console: the test clock, made-up events, and the filters of deliveries.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { type Json, ok } from '../../../client.ts';
import type { Receiver } from '../../../receiver.ts';
import type { Stage } from '../../../stage.ts';

export interface SandboxVisit {
  readonly stage: Stage;
  readonly receiver: Receiver;
  readonly look: (name: string) => Promise<void>;
}

/** The page must be signed in as the merchant of the stage. */
export async function trySandbox(page: Page, { stage, receiver, look }: SandboxVisit): Promise<void> {
  const { api } = stage.merchant;
  const app = await ok<Json>(
    api.post('/app', { name: 'Try-out', url: 'https://try.example', environment: 'development' }),
  );
  receiver.answer({ status: 200 });
  await ok(api.post('/webhook', { app_id: app.id, url: receiver.url, description: 'Try-out orders' }));
  await page.goto(`${stage.service.url}/console/settings/webhooks?app=${app.id}`);
  await page.getByRole('heading', { name: 'Test tools' }).waitFor();
  await page.getByRole('button', { name: '+1 day' }).click();
  await page.getByText('The clock was moved forward.').waitFor();
  const clock = await ok<Json>(api.get('/sandbox/clock', { query: { app_id: app.id } }));
  assert.equal(clock.advanced_seconds, 86_400);
  await look('webhooks-sandbox');
  const before = receiver.received.length;
  await page.getByLabel('Event', { exact: true }).selectOption('invoice.reversed');
  await page.getByRole('button', { name: 'Send made-up event' }).click();
  const sent = (await receiver.until(before + 1)).at(-1);
  assert.equal(JSON.parse(sent?.body ?? '').data.simulated, true);
  await page.getByRole('link', { name: 'Try-out orders' }).click();
  const row = page.getByRole('row', { name: /invoice\.reversed/ });
  await row.waitFor();
  await page.getByLabel('Status', { exact: true }).selectOption('pending');
  await row.waitFor({ state: 'detached' });
}
