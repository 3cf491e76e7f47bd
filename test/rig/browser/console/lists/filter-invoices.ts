// The steps of a merchant who filters the list of invoices, keeps the filter as a view, and exports the list.
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { downloaded } from '../../downloaded.ts';

export interface FilterSteps {
  readonly go: (place: string) => Promise<void>;
  /** The row of the invoice with this reference. */
  readonly row: (reference: string) => Locator;
  readonly look: (name: string) => Promise<void>;
}

export async function filterInvoices(page: Page, { go, row, look }: FilterSteps): Promise<void> {
  await go('invoices');
  await page.getByRole('button', { name: /^Underpaid/ }).click();
  await page.waitForURL(/status=partially_paid/);
  await row('A-1003').waitFor();
  await row('A-1001').waitFor({ state: 'detached' });
  await page.keyboard.press('f');
  await page.getByLabel('Minimum total').fill('8.00');
  await look('invoices-filter');
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  await row('A-1003').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByLabel('Name of the view').fill('Large and partly paid');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await look('invoices-views');
  await page.keyboard.press('Escape');
  await page.getByLabel('Search invoices').fill('nobody');
  await page.getByText('No matching invoices').waitFor();
  await page.getByText(/Filters: Search: nobody, Status: Underpaid, Minimum total: 8\.00/).waitFor();
  await look('invoices-no-fit');
  await page.getByRole('button', { name: 'Clear filters' }).last().click();
  await row('A-1001').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'All invoices' }).click();
  await page.getByRole('button', { name: 'Large and partly paid', exact: true }).click();
  await page.waitForURL(/status=partially_paid.*total_min=8\.00/);
  await row('B-2').waitFor();

  await go('invoices');
  await row('A-1001').waitFor();
  const { text: file } = await downloaded(page, () => page.keyboard.press('e'));
  assert.match(file, /^created_at,reference,/);
  assert.match(file, /,A-1001,A chair,.*,paid,,USD,50\.00,50\.00,0\.00,0\.00,/);
  await look('invoices');
}
