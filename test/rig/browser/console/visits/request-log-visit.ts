// The request log in the console: the list of failed calls, and a refused call with its bodies.
import { seeHeading } from '../../checkout/checkout-visit.ts';
import { look, owner, shop } from '../people-stage.ts';

/** Finds the call by its result, and opens it by the id of its response. It sent an unknown field `colour`. */
export async function visitRequestLog(requestId: string): Promise<void> {
  const page = await owner(`/console/requests?app=${shop.id}`);
  await seeHeading(page, 'Request log');
  await page.getByRole('combobox', { name: 'Result' }).click();
  await page.getByRole('option', { name: 'Failed' }).click();
  const table = page.getByRole('region', { name: 'Request log' });
  await table.getByText('422 validation_failed').first().waitFor();
  await look(page, 'requests');
  await page.getByLabel('Request ID').fill(requestId);
  await page.keyboard.press('Enter');
  const call = page.getByRole('dialog');
  await call.getByText('"colour": "red"').waitFor();
  await call.getByText('"code": "unknown_field"').waitFor();
  await call.getByRole('button', { name: 'Copy the body' }).first().waitFor();
  await look(page, 'request');
  await page.context().close();
}
