// A shop's page that may not hold the checkout: the element says so in the frame's place, and why only where it is so.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { type Json, until } from '../../client.ts';

/** `shop` is of an origin that `embed_origins` does not name. */
export async function assertRefusedInPlace(
  page: Page,
  shop: { readonly origin: string; pageOf(invoiceId: string): string },
  invoice: Json,
): Promise<void> {
  const hints: string[] = [];
  page.on('console', (message) => message.type() === 'warning' && hints.push(message.text()));
  await page.goto(shop.pageOf(crypto.randomUUID()));
  await page.getByText('Invoice not found').waitFor();
  assert.equal(hints.length, 0);
  await page.goto(shop.pageOf(invoice.id));
  await page.getByText('This page cannot be shown right now').waitFor();
  const link = page.getByRole('link', { name: 'Open this payment in a new tab' });
  assert.equal(await link.getAttribute('href'), invoice.checkout_url);
  assert.equal(await link.getAttribute('target'), '_blank');
  assert.equal(await page.locator('iframe').isVisible(), false, 'the message is in the place of the frame');
  await until(() => hints.some((one) => one.includes('embed_origins') && one.includes(shop.origin)), 'the hint');
}
