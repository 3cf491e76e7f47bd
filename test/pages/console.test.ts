// The console for a merchant: a real service, a real browser, mouse, touch and keyboard.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { base32nopad } from '@scure/base';
import type { Browser, Page } from 'playwright-core';
import { codeOfStep } from '../../src/features/people/identity/sign-in/one-time-code.ts';
import { buildConsole } from '../../web/console/build.ts';
import { ageSessions } from '../rig/access/aged-sessions.ts';
import { launchBrowser } from '../rig/browser/browser.ts';
import { seeHeading } from '../rig/browser/checkout/checkout-visit.ts';
import {
  type ConsoleVisits,
  consoleVisits,
  look,
  lookInDark,
  signIn,
  simulate,
} from '../rig/browser/console/console-visit.ts';
import { firstDay } from '../rig/browser/console/first-day.ts';
import { arrive, setUp, signUp } from '../rig/browser/console/first-run.ts';
import { type Hands, keyboard, mouse } from '../rig/browser/console/input-devices.ts';
import { type LocalDoor, localDoor } from '../rig/browser/console/local-host-name.ts';
import { pressInARow } from '../rig/browser/console/merchant-page.ts';
import { makePasskey, plugIn } from '../rig/browser/console/page-passkeys.ts';
import { photograph } from '../rig/browser/console/screenshots.ts';
import { pageNetwork } from '../rig/browser/page-network.ts';
import { type Json, ok } from '../rig/client.ts';
import { type Anvil, startAnvil } from '../rig/evm/anvil.ts';
import { localNetwork } from '../rig/evm/local-network.ts';
import { freshEmail, type People, password, startPeople } from '../rig/people.ts';
import { type Receiver, startReceiver } from '../rig/receiver.ts';
import { newAddress, newExtendedKey } from '../rig/stage.ts';

let anvil: Anvil;
let people: People;
let receiver: Receiver;
let browser: Browser;
let door: LocalDoor;
let url: string;
let visits: ConsoleVisits;
const visitor: ConsoleVisits['visitor'] = (viewport) => visits.visitor(viewport);

before(async () => {
  [anvil, receiver, door, browser] = await Promise.all([
    startAnvil(),
    startReceiver(),
    localDoor(),
    launchBrowser(),
    buildConsole({ if: 'missing or stale' }),
  ]);
  const contract = await anvil.deployToken({ symbol: 'USDT', decimals: 6 });
  const tokens = [{ symbol: 'USDT', name: 'Tether USD', contract, decimals: 6, stable: true }];
  people = await startPeople({
    config: {
      networks: { local: localNetwork(anvil, { ...pageNetwork, tokens }) },
      rates: { sources: [], fixed: { ETH: { USD: '2000' }, USDT: { USD: '1' } } },
    },
    roles: 'api,watcher,worker',
    env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', PUBLIC_URL: door.origin },
  });
  url = door.origin;
  door.leadTo(people.service.url);
  visits = consoleVisits(browser, url, people);
});

after(async () => {
  await browser?.close();
  await people?.close();
  door?.close();
  await receiver?.close();
  await anvil?.stop();
});

test('the first page says what this is, and leads to the console', async () => {
  const page = await visitor();
  const answer = await page.goto(url);
  assert.match(answer?.headers()['content-security-policy'] ?? '', /^default-src 'none'; style-src 'sha256-/);
  await look(page, 'home');
  await page.getByRole('link', { name: 'Open the console' }).click();
  await seeHeading(page, 'Sign in');
  await page.context().close();
});

test('the set-up link makes the first account, which runs the instance', async () => {
  const page = await visitor();
  const hands = mouse();
  const email = freshEmail();
  await page.goto(readFileSync(join(people.service.dataDir, 'setup-link'), 'utf8').trim());
  await look(page, 'set-up');
  await hands.fill(page.getByLabel('E-mail'), email);
  await hands.fill(page.getByLabel('Password'), 'password1');
  await hands.press(page.getByRole('button', { name: 'Create account' }));
  await page.getByText(/too easy to guess/).waitFor();
  assert.equal(await page.getByLabel('E-mail').inputValue(), email);
  await hands.fill(page.getByLabel('Password'), password);
  await hands.press(page.getByRole('button', { name: 'Create account' }));
  await seeHeading(page, 'Account created');
  await look(page, 'set-up-done');
  await people.mailTo(email, /Confirm your e-mail address/);
  await hands.press(page.getByRole('link', { name: 'Sign in' }));
  await signIn(page, hands, email);
  await page.getByRole('link', { name: 'Operator' }).first().waitFor();
  await page.context().close();
});

test('by mouse: a person signs up, opens a shop and is paid, with policy and accessibility kept', async (t) => {
  const page = await visitor();
  const answer = await page.goto(`${url}/console/sign-up`);
  const policy = answer?.headers()['content-security-policy'] ?? '';
  assert.doesNotMatch(policy, /unsafe/);
  assert.match(policy, /style-src 'self' 'nonce-[\w-]{22}'/);
  const hands = mouse();
  const began = performance.now();
  await refusedSignUp(page, hands);
  const email = freshEmail();
  await signUp(page, hands, email);
  await arrive(page, hands, { email, people });
  await setUp(page, hands, { looks: true, receives: newAddress(), receiver });
  t.diagnostic(`by mouse: ${said(hands, began)}`);
  await todayShowsWhatCame(page, hands);
  await firstDay(page, { email, people, visits, receiver });
  await page.context().close();
  assert.deepEqual(visits.complaints(), []);
});

test('by keyboard alone: the same, and the navigation, the search and the list of keys', async (t) => {
  const began = performance.now();
  const page = await visitor();
  const email = freshEmail();
  await page.goto(`${url}/console`);
  const hands = keyboard(page);
  await hands.press(page.getByRole('link', { name: 'Sign up' }));
  await signUp(page, hands, email);
  await arrive(page, hands, { email, people });
  await setUp(page, hands, { looks: false, receives: newExtendedKey(), receiver });
  t.diagnostic(`by keyboard: ${said(hands, began)}`);
  await keysAndSearch(page);
  await page.context().close();
  assert.deepEqual(visits.complaints(), []);
});

test('at 375 px: the same by thumb', async (t) => {
  const began = performance.now();
  const page = await visitor({ width: 375, height: 812 });
  const email = freshEmail();
  await page.goto(`${url}/console/sign-up`);
  const hands = mouse();
  await signUp(page, hands, email);
  await arrive(page, hands, { email, people });
  await setUp(page, hands, { looks: false, receives: newAddress(), receiver });
  t.diagnostic(`at 375 px: ${said(hands, began)}`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Account' }).click();
  await seeHeading(page, 'Account');
  await page.context().close();
  assert.deepEqual(visits.complaints(), []);
});

test('who is signed out is led to the sign-in and back, and is told what was wrong', async () => {
  const { email } = await people.signedUp();
  const page = await visitor();
  await page.goto(`${url}/console/settings/team`);
  await seeHeading(page, 'Sign in');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('alert').filter({ hasText: 'Incorrect e-mail or password' }).waitFor();
  await look(page, 'sign-in-wrong');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await seeHeading(page, 'Team');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await seeHeading(page, 'Sign in');
  await page.context().close();
  assert.deepEqual(visits.complaints(), []);
});

test('a second factor is asked for: a wrong code, a recovery code, and the way back', async () => {
  const { email, person } = await people.signedUp();
  const enabled = await ok<Json>(person.auth('/two-factor/enable', { password }));
  const secret = Buffer.from(base32nopad.decode(new URL(enabled.totpURI).searchParams.get('secret') as string));
  await ok(person.auth('/two-factor/verify-totp', { code: codeOfStep(secret, Math.floor(Date.now() / 30_000)) }));
  const page = await visitor();
  await page.goto(`${url}/console/sign-in`);
  await signIn(page, mouse(), email);
  await seeHeading(page, 'Two-factor authentication');
  await page.getByLabel('Authenticator code').fill('000000');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('alert').filter({ hasText: 'This code is incorrect' }).waitFor();
  await look(page, 'second-factor-wrong');
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await look(page, 'second-factor-recovery');
  await page.getByLabel('Recovery code').fill(enabled.backupCodes[0]);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await seeHeading(page, 'Home');
  await look(page, 'today-no-shop');
  await page.context().close();
});

test('after too many wrong passwords the page says when it is free again, and counts down', async () => {
  const { email } = await people.signedUp();
  for (let tries = 0; tries < 20; tries++) await people.browser().auth('/sign-in/email', { email, password: 'wrong' });
  const page = await visitor();
  await page.goto(`${url}/console/sign-in`);
  await signIn(page, mouse(), email);
  await page
    .getByRole('alert')
    .filter({ hasText: /Too many attempts\. Try again in \d+ (?:minutes?, at|seconds)/ })
    .waitFor();
  await look(page, 'sign-in-locked');
  await page.context().close();
});

test('who forgot the password asks for a mail, and a link that is too old leads on', async () => {
  const { email } = await people.signedUp();
  const page = await visitor();
  await page.goto(`${url}/console/sign-in`);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await look(page, 'forgotten');
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await seeHeading(page, 'Check your e-mail');
  await look(page, 'forgotten-sent');
  const [link = ''] =
    /http\S+\/reset-password\?token=\S+/.exec(await people.mailTo(email, /Choose a new password/)) ?? [];
  await page.goto(link);
  await look(page, 'reset');
  await page.getByLabel(/^New password/).fill('a brand new password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await seeHeading(page, 'Password changed');
  await page.goto(link);
  await page.getByLabel(/^New password/).fill('another brand new password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await seeHeading(page, 'This link is not valid');
  await look(page, 'reset-expired');
  await page.getByRole('link', { name: 'Request another link' }).click();
  await seeHeading(page, 'Forgot password?');
  await page.goto(`${url}/verify-email?token=nonsense`);
  await page.getByRole('button', { name: 'Confirm address' }).click();
  await seeHeading(page, 'This link is not valid');
  await look(page, 'verify-expired');
  await page.context().close();
});

test('an old session proves its person anew in the middle of an act, which goes on; a passkey signs in', async () => {
  const { email } = await people.signedUp();
  const page = await visitor();
  await plugIn(page);
  await page.goto(`${url}/console/start`);
  await signIn(page, mouse(), email);
  await seeHeading(page, 'Set up your shop');
  await page.getByLabel('Name', { exact: true }).fill('Old Shop');
  await page.getByLabel('Website').fill('shop.example');
  await page.getByRole('button', { name: 'Create shop' }).click();
  await page.getByLabel(/^Your address/).fill(newAddress());
  await ageSessions(people, { email }, 30);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog', { name: 'Confirm it’s you' }).waitFor();
  await look(page, 'step-up');
  await page.getByLabel('Your password').fill('not the password');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('alert').filter({ hasText: 'Incorrect password.' }).waitFor();
  await page.getByLabel('Your password').fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('region', { name: 'Receiving wallets (done)' }).waitFor();

  assert.equal(await page.evaluate(makePasskey), 201);
  await page.context().clearCookies();
  await page.goto(`${url}/console/settings/coins`);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await seeHeading(page, 'Coins');
  await page.context().close();
  assert.deepEqual(visits.complaints(), []);
});

test('a shop for real money is told what connects a network, and what it left is there later', async () => {
  const { email } = await people.signedUp();
  const page = await visitor();
  await page.goto(`${url}/console/start`);
  await signIn(page, mouse(), email);
  await page.getByLabel('Name', { exact: true }).fill('Real Shop');
  await page.getByLabel('Website').fill('https://shop.example');
  await page.getByRole('radio', { name: /^Live/ }).check();
  await page.getByRole('button', { name: 'Create shop' }).click();
  await page.getByLabel(/^Your address/).fill('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4');
  await page.getByText('Ask the operator of this instance to connect a network.').waitFor();
  await look(page, 'first-run-not-connected');
  await page.goto(`${url}/console`);
  await page.getByText('Your shop is not set up yet.').waitFor();
  await look(page, 'today-nothing-yet');
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.getByRole('region', { name: 'Your shop (done)' }).waitFor();
  await page.context().close();
});

test('a lost connection is shown in a thin bar, and heals by itself', async () => {
  const { email } = await people.signedUp();
  const page = await visitor();
  await page.goto(`${url}/console`);
  await signIn(page, mouse(), email);
  await seeHeading(page, 'Home');
  await page.context().setOffline(true);
  await page.getByText('You are offline.').waitFor();
  await look(page, 'offline');
  await page.context().setOffline(false);
  await page.getByText('You are offline.').waitFor({ state: 'detached' });
  await page.context().close();
  assert.deepEqual(visits.complaints(), []);
});

/** The number of actions as text for people. */
function said({ count }: Hands, began: number): string {
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  return `${count.clicks} clicks or taps, ${count.keys} keys or texts, ${seconds} s`;
}

async function refusedSignUp(page: Page, hands: Hands): Promise<void> {
  await hands.fill(page.getByLabel('Your name'), 'Ada');
  await hands.fill(page.getByLabel('E-mail'), 'ada@shop.example');
  await hands.fill(page.getByLabel('Password', { exact: true }), 'password1');
  await hands.press(page.getByRole('button', { name: 'Sign up' }));
  await page.getByText(/commonly used/).waitFor();
  await look(page, 'sign-up-refused');
}

/** The simulated payments are listed, and later ones appear without a reload. */
async function todayShowsWhatCame(page: Page, hands: Hands): Promise<void> {
  await hands.press(page.getByRole('link', { name: 'Go to Home' }));
  await page.getByRole('region', { name: 'Volume' }).getByText('$25.00').first().waitFor();
  const payments = page.getByRole('region', { name: 'Recent payments' }).getByRole('row');
  await payments.nth(1).waitFor();
  assert.equal(await payments.count(), 2);
  await page.getByRole('heading', { name: 'No action required' }).waitFor();
  await look(page, 'today');
  assert.equal(await page.evaluate(simulate('paid')), 200);
  await payments.nth(2).waitFor();
  await page.getByRole('region', { name: 'Volume' }).getByText('$37.50').first().waitFor();
  await page.evaluate(simulate('wrong_asset'));
  await page.getByRole('heading', { name: 'Action required' }).waitFor();
  await page.getByText('A payment is unmatched').waitFor();
  await look(page, 'today-waits-for-you');
  await lookInDark(page, 'today-waits-for-you');
}

async function keysAndSearch(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).click();
  await pressInARow(page, 'g', 'i');
  await seeHeading(page, 'Invoices');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await photograph(page, 'keys', { isWhole: true });
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await page.getByLabel('Search the console').fill('web');
  await photograph(page, 'search', { isWhole: true });
  await page.keyboard.press('Enter');
  await seeHeading(page, 'Webhooks');
}
