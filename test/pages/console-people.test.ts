// A team, its audit log, one's own account and the instance, each in the console: a real service, chain, mail server
// and browser.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { base32nopad } from '@scure/base';
import type { Page } from 'playwright-core';
import { codeOfStep } from '../../src/features/people/identity/sign-in/one-time-code.ts';
import { closeContext } from '../rig/browser/browser.ts';
import { seeHeading, visitCheckout } from '../rig/browser/checkout/checkout-visit.ts';
import { plugIn } from '../rig/browser/console/page-passkeys.ts';
import {
  api,
  browser,
  closePeopleStage,
  complaints,
  inDialog,
  linkIn,
  look,
  mailTo,
  networksInTrouble,
  newPerson,
  owner,
  password,
  press,
  says,
  shop,
  signedIn,
  stage,
  url,
} from '../rig/browser/console/people-stage.ts';
import { visitNotifications } from '../rig/browser/console/visits/notification-visit.ts';
import { visitRequestLog } from '../rig/browser/console/visits/request-log-visit.ts';
import { movedSeconds, waitingAddress } from '../rig/browser/console/visits/waiting-addresses.ts';
import { downloaded } from '../rig/browser/downloaded.ts';
import { type Json, ok, until } from '../rig/client.ts';
import { freshEmail } from '../rig/people.ts';
import { quittance } from '../rig/service/command-line.ts';

after(closePeopleStage);

test('the audit log says who changed what in words, is filtered by its address, and is exported whole', async () => {
  await ok(api.put(`/app/${shop.id}`, { name: 'Bean & Leaf' }));
  const page = await owner(`/console/audit?app=${shop.id}`);
  await seeHeading(page, 'Audit log');
  const table = page.getByRole('region', { name: 'Audit log' });
  await table.getByText('Shop changed').first().waitFor();
  await look(page, 'audit');
  await table.getByRole('row').filter({ hasText: 'Shop changed' }).first().click();
  const entry = page.getByRole('dialog');
  await entry.getByText('Bean and Leaf').waitFor();
  await entry.getByText('Bean & Leaf').waitFor();
  await entry.getByText(/^You, with /).waitFor();
  await look(page, 'audit-entry');
  await page.keyboard.press('Escape');

  await page.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Receiving addresses' }).click();
  await table.getByText('Receiving address added').first().waitFor();
  assert.match(page.url(), /what=money/);
  assert.equal(await table.getByText('Shop changed').count(), 0);
  // A letter that is typed into a field is no shortcut.
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('e');
  const { text: file } = await downloaded(page, () => page.getByRole('menuitem', { name: 'Export CSV' }).click());
  assert.match(file, /^time,what,action,who/);
  assert.match(file, /Receiving address added,address\./);
  assert.doesNotMatch(file, /app\.updated/);

  await page.getByLabel('Object ID or IP address').fill('192.0.2.7');
  await page.keyboard.press('Enter');
  await seeText(page, 'No matching entries');
  await says(page, /Filters: Receiving addresses, “192\.0\.2\.7”/);
  await look(page, 'audit-none');
  await press(page, 'Show all');
  await table.getByText('Shop changed').first().waitFor();
  await page.getByRole('combobox', { name: 'Shop' }).click();
  await page.getByRole('option', { name: 'All shops and your account' }).click();
  await table.getByText('Signed in').first().waitFor();
  await page.context().close();
});

test('the request log shows a call with both bodies, found by its result or by the id of its response', async () => {
  const refused = await api.put<Json>(`/app/${shop.id}`, { name: 'Bean', colour: 'red' });
  await visitRequestLog(refused.body.request_id);
});

const seeText = (page: Page, text: string) => page.getByRole('heading', { name: text }).waitFor();

test('a person changes name, address and password, and sees where they are signed in', async () => {
  const email = freshEmail();
  await newPerson(email, 'Grace');
  const page = await signedIn(email, password, '/console/account');
  await page.getByLabel('Name', { exact: true }).fill('Grace Hopper');
  await press(page, 'Change name');
  await says(page, 'Your name was changed.');
  const wanted = freshEmail();
  await page.getByLabel('New address').fill(wanted);
  await press(page, 'Send confirmation links');
  await says(page, `Change to ${wanted}`);
  await look(page, 'account-you');
  const visit = await page.context().newPage();
  for (const [to, words, answer] of [
    [wanted, /was given as the new address/, 'E-mail address confirmed'],
    [email, /asked to change its address/, 'E-mail address changed'],
  ] as const) {
    await visit.goto(linkIn(await mailTo(to, words)));
    await press(visit, /Agree|Change|Yes|Confirm/i);
    await seeHeading(visit, answer);
  }
  // A page in the background receives no keys until it is in front again.
  await page.bringToFront();
  await page.reload();
  await page.getByText(wanted, { exact: true }).waitFor();

  const other = await signedIn(wanted, password, '/console/account?part=devices');
  await page.bringToFront();
  await page.keyboard.press('3');
  const row = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
  await until(async () => (await row.count()) === 2, 'two sessions');
  await look(page, 'account-devices');
  await row.filter({ hasNotText: 'This browser' }).getByRole('button').click();
  await until(async () => (await row.count()) === 1, 'one session');
  await other.reload();
  await seeHeading(other, 'Sign in');
  await other.context().close();

  await page.bringToFront();
  await page.keyboard.press('2');
  await page.getByLabel('Current password').fill('not the password');
  await page.getByLabel('New password').fill('quite another long password');
  await press(page, 'Change password');
  await says(page, 'Incorrect password.');
  await page.getByLabel('Current password').fill(password);
  await page.getByLabel('New password').fill('password1');
  await press(page, 'Change password');
  await says(page, /guess|common/i);
  await look(page, 'account-password-refused');
  await page.getByLabel('New password').fill('quite another long password');
  await press(page, 'Change password');
  await says(page, /Your password was changed/);
  await page.keyboard.press('5');
  await page.getByText('Dark', { exact: true }).click();
  await until(
    async () => (await page.locator('html').getAttribute('data-mantine-color-scheme')) === 'dark',
    'the dark scheme',
  );
  await page.getByRole('combobox', { name: 'Show times in' }).fill('Tokyo');
  await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
  await says(page, /GMT\+9/);
  await page.getByText('Same as the device', { exact: true }).click();
  await look(page, 'account-display');
  await visitNotifications(page);
  await page.context().close();
});

test('a second factor is set up by its code and asked for; a passkey is added and removed', async () => {
  const email = freshEmail();
  await newPerson(email, 'Alan');
  const page = await signedIn(email, password, '/console/account?part=sign-in');
  await plugIn(page);
  await says(page, 'No passkeys yet. You sign in with your password.');
  await look(page, 'account-sign-in');
  await press(page, 'Add passkey');
  await page.getByRole('dialog').getByLabel('Name').fill('Laptop');
  await inDialog(page, 'Continue');
  await page.getByRole('list', { name: 'Passkeys' }).getByText('Laptop').waitFor();
  await look(page, 'account-passkey');
  await press(page, 'Remove Laptop');
  await inDialog(page, 'Remove passkey');
  await says(page, 'No passkeys yet. You sign in with your password.');

  await press(page, 'Set up');
  await page.getByLabel('Your password').fill('wrong password');
  await inDialog(page, 'Continue');
  await page.getByRole('dialog').getByText('Incorrect password.').waitFor();
  await page.getByLabel('Your password').fill(password);
  await inDialog(page, 'Continue');
  const key = (await page.getByRole('dialog').locator('.mono').innerText()).replaceAll(' ', '');
  await look(page, 'account-codes-scan');
  await page.getByLabel('Code shown in the app').fill('000000');
  await inDialog(page, 'Enable');
  await page.getByText(/This code is incorrect/).waitFor();
  await page.getByLabel('Code shown in the app').fill(codeNow(key));
  await inDialog(page, 'Enable');
  await page.getByRole('dialog', { name: 'Recovery codes' }).waitFor();
  assert.equal(await page.getByRole('dialog').locator('.mono').count(), 10);
  await look(page, 'account-codes-kept');
  await inDialog(page, 'I saved them');
  await page.getByRole('button', { name: 'New recovery codes' }).waitFor();
  await look(page, 'account-codes-on');
  await page.context().close();
  const again = await visitCheckout(browser, { origin: url });
  await again.page.goto(`${url}/console`);
  await again.page.getByLabel('E-mail').fill(email);
  await again.page.getByLabel('Password', { exact: true }).fill(password);
  await again.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await seeHeading(again.page, 'Two-factor authentication');
  await again.context.close();
});

function codeNow(key: string): string {
  return codeOfStep(Buffer.from(base32nopad.decode(key)), Math.floor((Date.now() + moved * 1000) / 30_000));
}

test('a program is registered, its secret shown once and made anew; a token is revoked', async () => {
  const page = await owner('/console/account?part=programs');
  await says(page, 'No applications registered.');
  await look(page, 'account-programs-none');
  await page.keyboard.press('n');
  await page.getByRole('dialog').getByLabel('Name').fill('Till in the shop');
  await page.getByLabel('Redirect URLs').fill('http://till.example/callback');
  await inDialog(page, 'Register');
  await page
    .getByRole('dialog')
    .getByText(/^http:\/\/till\.example\/callback: /)
    .waitFor();
  await look(page, 'account-client-refused');
  await page.getByLabel('Redirect URLs').fill('https://till.example/callback');
  await inDialog(page, 'Register');
  const shown = page.getByRole('dialog', { name: 'Client secret' });
  const secret = await shown.locator('.mono').innerText();
  assert.match(secret, /^qcs_/);
  await look(page, 'account-client-secret');
  await inDialog(page, 'I saved it');
  await press(page, 'Rotate secret of Till in the shop');
  await inDialog(page, 'Rotate secret');
  await until(async () => {
    const text = await shown.locator('.mono').innerText();
    return text.startsWith('qcs_') && text !== secret;
  }, 'another secret');
  await inDialog(page, 'I saved it');
  await press(page, 'Edit Till in the shop');
  await page.getByRole('dialog').getByLabel('Name').fill('Till');
  await inDialog(page, 'Save');
  await page.getByRole('list', { name: 'Your applications' }).getByText('Till', { exact: true }).waitFor();
  await look(page, 'account-programs');
  const made = await quittance(stage.service, [
    ...['pat', 'create', '--email', stage.merchant.email, '--scopes', 'invoices:read', '--json'],
  ]);
  const { token } = JSON.parse(made.stdout) as { token: string };
  await page.reload();
  const tokens = page.getByRole('list', { name: 'Access tokens' }).getByRole('listitem');
  await tokens
    .filter({ hasText: token.slice(-4) })
    .getByRole('button', { name: /Revoke/ })
    .click();
  await inDialog(page, 'Revoke token');
  await until(async () => (await tokens.filter({ hasText: token.slice(-4) }).count()) === 0, 'it is gone');
  assert.equal((await api.as(token).get<Json>('/invoices', { query: { app_id: shop.id } })).status, 401);
  await page.context().close();
});

test('only the operator sees faults, endpoints, rates, mail, backups and accounts', async () => {
  const page = await owner('/console/operator');
  await says(page, /problems? needs? your attention|No problems found/);
  const network = page.getByRole('region', { name: 'Local chain' });
  await network.getByText(/^(?:Followed|Checked occasionally)$/).waitFor();
  await network.getByText(/^Up to the newest block/).waitFor();
  await page.getByRole('list', { name: 'Rates' }).getByText('Fixed in the configuration').first().waitFor();
  await page.getByRole('list', { name: 'People' }).getByText('Operator').waitFor();
  await says(page, 'No automatic backups.');
  await press(page, /Show \d+ passing checks/);
  await page.getByRole('list', { name: 'Passing checks' }).getByText('Mail', { exact: true }).waitFor();
  await look(page, 'operator');
  await page.context().route('**/api/operator/networks*', async (route) => {
    // Adds a second endpoint that lies, a nearly exhausted quota, and a process that died, since a test cannot cause
    // them on demand.
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: networksInTrouble(await answer.json()) });
  });
  await page.reload();
  await network.getByText('Stale').waitFor();
  await network.getByText('Quarantined').waitFor();
  await network.getByText(/run: quittance network resume local/).waitFor();
  await network.getByText('91% of the budget used').waitFor();
  await look(page, 'operator-troubled');
  await page.getByRole('link', { name: 'Connect networks' }).click();
  await seeHeading(page, 'Networks');
  await page.getByLabel('Filter networks').fill('Ethereum');
  await press(page, 'Connect');
  await page.getByRole('textbox', { name: 'Endpoints' }).first().fill('http://127.0.0.1:1');
  await press(page, 'Check');
  await page.getByText('Cannot be used').waitFor();
  await look(page, 'operator-networks');
  await closeContext(page.context());

  const email = freshEmail();
  await newPerson(email, 'Merchant');
  const other = await signedIn(email, password, '/console/operator');
  await seeText(other, 'Only for the operator');
  await look(other, 'operator-merchant');
  await other.context().close();
});

test('an owner invites, renews and changes roles; another role changes nothing; the last owner stays', async () => {
  const page = await owner(`/console/settings/team?app=${shop.id}`);
  await seeHeading(page, 'Team');
  await says(page, 'The only owner cannot leave. Make another member an owner first.');
  await look(page, 'team-alone');
  const ada = freshEmail();
  await page.keyboard.press('n');
  await page.getByLabel('E-mail').fill('nobody@localhost');
  await inDialog(page, 'Send invitation');
  await page.getByRole('dialog').getByText('Must be an e-mail address.').waitFor();
  await look(page, 'team-invite-refused');
  await page.getByLabel('E-mail').fill(ada);
  await page.getByRole('radio', { name: 'Accountant' }).check();
  await inDialog(page, 'Send invitation');
  await page.getByRole('list', { name: 'Invitations' }).getByText(ada).waitFor();
  await look(page, 'team-invited');
  const first = linkIn(await mailTo(ada, /invites you/));
  await press(page, `Send again to ${ada}`);
  await says(page, /was sent again/);
  await newPerson(ada, 'Ada Lovelace');
  const second = await until(async () => {
    const link = linkIn(await mailTo(ada, /invites you/));
    return link === first ? undefined : link;
  }, 'another link');

  const adas = await signedIn(ada, password, '/console/account');
  await adas.goto(second);
  await adas.getByRole('button', { name: 'Join' }).click();
  await says(adas, 'You have joined');
  await adas.goto(`${url}/console/settings/integrations?app=${shop.id}`);
  await says(adas, /Only owners of the shop can turn integrations on/);
  assert.equal(await adas.getByRole('button', { name: /Turn on|Turn off|New credentials/ }).count(), 0);
  await look(adas, 'integrations-accountant');
  await adas.goto(`${url}/console/settings/team?app=${shop.id}`);
  await seeHeading(adas, 'Team');
  await says(adas, /Only an owner can invite/);
  assert.equal(await adas.getByRole('button', { name: /Invite|Remove|Change role/ }).count(), 0);
  await look(adas, 'team-accountant');

  await page.reload();
  await press(page, 'Change role of Ada Lovelace');
  await page.getByRole('radio', { name: 'Owner' }).check();
  await says(page, /An owner can change where you are paid/);
  await look(page, 'team-role');
  await inDialog(page, 'Change role');
  await page.getByRole('listitem').filter({ hasText: 'Ada Lovelace' }).getByText('Owner', { exact: true }).waitFor();
  // Now neither owner is the last one.
  await press(page, 'Remove Ada Lovelace');
  await look(page, 'team-remove');
  await inDialog(page, 'Keep as is');
  await page.context().close();

  await waitingAddress(adas);
  moved = movedSeconds;
  await adas.context().close();
});

/** How far the service's clock is ahead. */
let moved = 0;

test('a screen that cannot be loaded says so in words and offers to try again; offline is said in a bar', async () => {
  const page = await owner(`/console/settings/team?app=${shop.id}`);
  await page.context().route('**/api/app-members*', (route) =>
    route.fulfill({
      status: 503,
      json: { code: 'temporarily_unavailable', detail: 'The database is away for a moment.' },
    }),
  );
  await page.reload();
  await says(page, 'Could not load this');
  await look(page, 'team-error');
  await page.context().unroute('**/api/app-members*');
  await page.getByRole('list', { name: 'Members' }).waitFor();
  await page.context().setOffline(true);
  await says(page, /You are offline/);
  await look(page, 'team-offline');
  await page.context().setOffline(false);
  await page.context().close();
});

test('no policy was broken on the way, and no script complained', () => {
  const expected = /status of (?:400|401|403|409|422|503)|ERR_INTERNET_DISCONNECTED/;
  assert.deepEqual(
    complaints.filter((one) => !expected.test(one)),
    [],
  );
});
