// The part of a payment that a shop's page draws outside of the frame, as a customer sees it.
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { qrPath } from '../../../../web/checkout/rules/qr-path.ts';
import type { Json } from '../../client.ts';
import { embedWordsIn, localeOf } from '../../words/locales.ts';
import { photograph } from '../console/screenshots.ts';

export function drawnPart(page: Page): Locator {
  return page.locator('quittance-checkout section');
}

/** Waits until the page draws exactly this attempt, and nothing of another address. */
export async function assertDrawn(page: Page, { to, amount, payment_uri: uri }: Json): Promise<void> {
  const part = drawnPart(page);
  await part.getByRole('heading', { name: `Send ${amount} ETH on ` }).waitFor();
  const shown = (await part.locator('.address').innerText()).replaceAll(/\s/g, '');
  assert.equal(shown, to);
  assert.equal((await part.locator('.amount').innerText()).trim(), `${amount} ETH`);
  assert.equal(await part.locator('svg path').getAttribute('d'), qrPath(uri).path);
  assert.equal(await part.getByRole('link').getAttribute('href'), uri);
}

export async function assertNothingDrawn(page: Page): Promise<void> {
  assert.equal(await drawnPart(page).count(), 0);
}

/** By the words in front of the frame. */
export function sentenceOf(page: Page, text: string): Locator {
  return page.locator('quittance-checkout p').filter({ hasText: text });
}

export async function frameIsVisible(page: Page): Promise<boolean> {
  return page.locator('quittance-checkout iframe').isVisible();
}

/** The text of the element with the focus, however deep in shadow roots. */
export const focusedInside = `(() => {
  let inside = document.activeElement;
  while (inside?.shadowRoot?.activeElement) inside = inside.shadowRoot.activeElement;
  return inside?.textContent ?? '';
})()`;

/** It is read as `language` is, with its address from left to right, and nothing of it reaches beyond the window. */
export async function assertReadable(page: Page, language: string): Promise<void> {
  await drawnPart(page).getByText(embedWordsIn(language).onlyHere).waitFor();
  await page.getByRole('button', { name: embedWordsIn(language).more }).waitFor();
  const found = await page.evaluate(`(() => {
    const part = document.querySelector('quittance-checkout').shadowRoot.querySelectorAll('div')[1].shadowRoot;
    const direction = (name) => getComputedStyle(part.querySelector(name)).direction;
    return [direction('section'), direction('.address'), document.documentElement.scrollWidth - innerWidth];
  })()`);
  assert.deepEqual(found, [localeOf(language).direction, 'ltr', 0], language);
}

/** The frame has the rest, and no address of its own. */
export async function unfoldFrame(page: Page): Promise<void> {
  assert.equal(await frameIsVisible(page), false);
  await page.getByRole('button', { name: embedWordsIn('en').more }).click();
  const frame = page.frameLocator('quittance-checkout iframe');
  await frame.getByRole('link', { name: 'Open this payment in a new tab' }).waitFor();
  await photograph(page, 'embed-own-unfolded', { isWhole: true });
  for (const part of ['.facts', '.code']) assert.equal(await frame.locator(part).isVisible(), false);
  const outside = await drawnPart(page).locator('code').innerText();
  assert.ok((await frame.locator('.address-check').innerText()).includes(outside));
}
