// The steps of a merchant on Home: reads what needs a review, and compares ranges of the charts.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

export type Look = (name: string, options?: { readonly isWhole?: boolean }) => Promise<void>;

/** `page` shows Home of a shop with an unmatched payment; all other payments are of today. */
export async function compareRanges(page: Page, look: Look): Promise<void> {
  const volume = page.getByRole('region', { name: 'Volume' });
  const urgent = page.getByRole('region', { name: 'Action required' }).getByRole('listitem').first();
  await urgent.getByText(/unmatched/).waitFor();
  await urgent.getByText('No quote in this coin at this address matches').waitFor();
  await volume.getByText('Volume by day, in USD').waitFor();
  await volume.getByRole('row', { name: /ETH on Local chain/ }).waitFor();
  await look('home', { isWhole: true });
  await volume.getByRole('button', { name: '7 days' }).click();
  await page.waitForURL(/range=7/);
  await volume.getByText('Show figures as a table').click();
  const figures = volume.locator('details').getByRole('row');
  await figures.nth(7).waitFor();
  assert.equal(await figures.count(), 8);
  assert.match(await figures.last().innerText(), /\$\d+\.\d{2}.*\d+%/s);
  await volume.getByRole('button', { name: '12 months' }).click();
  await volume.getByText('Conversion by month').waitFor();
  await figures.nth(12).waitFor();
  await look('home-year', { isWhole: true });
  await volume.getByRole('button', { name: 'Custom' }).click();
  await volume.getByLabel('From').fill('2020-01-01');
  await volume.getByRole('alert').waitFor();
  await look('home-custom-refused');
  // The day before tomorrow is today, which has all the payments.
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  await volume.getByLabel('From').fill(tomorrow);
  await volume.getByLabel('To', { exact: true }).fill(tomorrow);
  await volume.getByText(/^Period before: \$\d+/).waitFor();
  await volume.getByText(/^Period before: \d+%$/).waitFor();
  // The former address of the page for reviews still leads there.
  await page.goto(page.url().replace(/\/console\?.*/, '/console/sort-out'));
  await page.waitForURL(/\/console\/review/);
}
