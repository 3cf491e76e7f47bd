// Two owners decide on receiving addresses that wait for their day.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { type Json, ok } from '../../../client.ts';
import { newAddress } from '../../../stage.ts';
import { api, inDialog, look, owner, password, press, says, shop, stage } from '../people-stage.ts';

/** By how much the visit moves the service's clock. */
export const movedSeconds = 7_300;

/** An owner adds two addresses. The other owner approves one change and stops the other. */
export async function waitingAddress(adas: Page): Promise<void> {
  // A new owner may approve changes only after the delay that also applies to addresses.
  await stage.clock.pass(movedSeconds);
  for (const label of ['Till', 'Thief'])
    await ok(
      api.post('/app-address', { app_id: shop.id, network: 'local', kind: 'address', value: newAddress(), label }),
    );
  const page = await owner(`/console/settings/team?app=${shop.id}`);
  await says(page, 'Another owner can approve it at once.');
  await look(page, 'team-payout-asker');
  await page.context().close();
  await adas.reload();
  await look(adas, 'team-payout');
  await press(adas, 'Stop change');
  await look(adas, 'team-payout-stop');
  await inDialog(adas, 'Stop change');
  // The notice appears immediately. The list is reloaded later, and shows the stopped change until then.
  const changes = adas.getByRole('list', { name: 'Payout changes' }).getByRole('listitem');
  await changes.filter({ hasText: 'Stopped' }).waitFor();
  await press(adas, 'Approve');
  await inDialog(adas, 'Approve');
  const proof = adas.getByRole('dialog', { name: 'Confirm it’s you' });
  await proof.getByLabel('Your password').fill(password);
  await proof.getByRole('button', { name: 'Continue' }).click();
  await changes.filter({ hasText: 'Approved' }).waitFor();
  const decided = await ok<Json[]>(api.get('/payout-changes', { query: { app_id: shop.id } }));
  assert.deepEqual(decided.map(({ status }) => status).sort(), ['approved', 'stopped']);
}
