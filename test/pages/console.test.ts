// The console as a merchant meets it: a real service, a real browser, mouse, thumb and keyboard.
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { buildConsole } from '../../web/console/build.ts';
import { launchBrowser } from '../rig/browser/browser.ts';
import { assertAccessible, seeHeading, visitCheckout } from '../rig/browser/checkout-visit.ts';
import { type Hands, keyboard, mouse } from '../rig/browser/hands.ts';
import { type Anvil, startAnvil } from '../rig/evm/anvil.ts';
import { localNetwork } from '../rig/evm/local-network.ts';
import { follow, freshEmail, type People, password, startPeople } from '../rig/people.ts';
import { type Receiver, startReceiver } from '../rig/receiver.ts';
import { newAddress, newExtendedKey } from '../rig/stage.ts';

let anvil: Anvil;
let people: People;
let receiver: Receiver;
let browser: Browser;
let url: string;
const complaints: string[] = [];

before(async () => {
  [anvil, receiver, browser] = await Promise.all([
    startAnvil(),
    startReceiver(),
    launchBrowser(),
    buildConsole({ if: 'missing or stale' }),
  ]);
  people = await startPeople({
    config: {
      networks: { local: localNetwork(anvil) },
      rates: { sources: [], fixed: { ETH: { USD: '2000' } } },
    },
    roles: 'api,watcher,worker',
    env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' },
  });
  url = people.service.url;
});

after(async () => {
  await browser?.close();
  await people?.close();
  await receiver?.close();
  await anvil?.stop();
});

test('the first page says what this is, and leads to the console', async () => {
  const page = await visitor();
  const answer = await page.goto(url);
  assert.match(answer?.headers()['content-security-policy'] ?? '', /^default-src 'none'; style-src 'sha256-/);
  await assertAccessible(page, 'the first page');
  await photograph(page, 'home');
  await page.getByRole('link', { name: 'Open the console' }).click();
  await seeHeading(page, 'Sign in');
  await page.context().close();
});

test('by mouse: a person signs up, sets a shop up and is paid, and policy and accessibility hold on every step', async () => {
  const page = await visitor();
  const answer = await page.goto(`${url}/console/sign-up`);
  const policy = answer?.headers()['content-security-policy'] ?? '';
  assert.doesNotMatch(policy, /unsafe/);
  assert.match(policy, /style-src 'self' 'nonce-[\w-]{22}'/);
  const hands = mouse();
  await refusedSignUp(page, hands);
  await signUp(page, hands, freshEmail());
  await seeHeading(page, 'Set up your shop');
  await setUp(page, hands, { looks: true, receives: newAddress() });
  console.log(`by mouse: ${hands.count.clicks} clicks, ${hands.count.keys} texts`);
  await page.context().close();
  assert.deepEqual(unexpected(), []);
});

test('by keyboard alone: the same, and the navigation, the search and the list of keys', async () => {
  const page = await visitor();
  const email = freshEmail();
  await page.goto(`${url}/console`);
  const hands = keyboard(page);
  await hands.press(page.getByRole('link', { name: 'Sign up' }));
  await signUp(page, hands, email);
  await confirmAndSignIn(page, hands, email);
  await hands.press(page.getByRole('link', { name: 'Set up your shop' }));
  await setUp(page, hands, { looks: false, receives: newExtendedKey() });
  console.log(`by keyboard: ${hands.count.keys} keys`);
  await keysAndSearch(page);
  await page.context().close();
  assert.deepEqual(unexpected(), []);
});

test('at 375 px: the same by thumb', async () => {
  const page = await visitor({ width: 375, height: 812 });
  const email = freshEmail();
  await page.goto(`${url}/console/sign-up`);
  const hands = mouse();
  await signUp(page, hands, email);
  await confirmAndSignIn(page, hands, email);
  await hands.press(page.getByRole('link', { name: 'Set up your shop' }));
  await setUp(page, hands, { looks: false, receives: newAddress() });
  console.log(`at 375 px: ${hands.count.clicks} taps, ${hands.count.keys} texts`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Account' }).click();
  await seeHeading(page, 'Account');
  await page.context().close();
  assert.deepEqual(unexpected(), []);
});

test('who is signed out is led to the sign-in and back, and is told what was wrong', async () => {
  const { email } = await people.signedUp();
  const page = await visitor();
  await page.goto(`${url}/console/settings/team`);
  await seeHeading(page, 'Sign in');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('alert').filter({ hasText: 'do not belong together' }).waitFor();
  await assertAccessible(page, 'sign-in, wrong');
  await photograph(page, 'sign-in-wrong');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await seeHeading(page, 'Team');
  await page.context().close();
  assert.deepEqual(unexpected(), []);
});

async function refusedSignUp(page: Page, hands: Hands): Promise<void> {
  await hands.fill(page.getByLabel('Your name'), 'Ada');
  await hands.fill(page.getByLabel('E-mail'), 'ada@shop.example');
  await hands.fill(page.getByLabel('Password', { exact: true }), 'password1');
  await hands.press(page.getByRole('button', { name: 'Sign up' }));
  await page.getByText(/commonly used/).waitFor();
  await assertAccessible(page, 'sign-up, refused');
  await photograph(page, 'sign-up-refused');
}

async function signUp(page: Page, hands: Hands, email: string): Promise<void> {
  await hands.fill(page.getByLabel('Your name'), 'Ada');
  await hands.fill(page.getByLabel('E-mail'), email);
  await hands.fill(page.getByLabel('Password', { exact: true }), password);
  await hands.press(page.getByRole('button', { name: 'Sign up' }));
}

async function confirmAndSignIn(page: Page, hands: Hands, email: string): Promise<void> {
  await seeHeading(page, 'Confirm your e-mail address');
  await assertAccessible(page, 'verify');
  await photograph(page, 'verify');
  await follow(await people.mailTo(email, /Confirm your e-mail address/));
  await hands.press(page.getByRole('link', { name: 'Go to the sign-in' }));
  await hands.fill(page.getByLabel('E-mail'), email);
  await hands.fill(page.getByLabel('Password', { exact: true }), password);
  await hands.press(page.getByRole('button', { name: 'Sign in', exact: true }));
  await seeHeading(page, 'Today');
}

/** From the empty page of steps to a payment that is seen, and a shop that answered. */
async function setUp(page: Page, hands: Hands, how: { looks: boolean; receives: string }): Promise<void> {
  const look = async (name: string) => {
    if (!how.looks) return;
    await assertAccessible(page, name);
    await photograph(page, name);
  };
  const step = (name: string | RegExp) => page.getByRole('region', { name });
  await seeHeading(page, 'Set up your shop');
  await look('first-run-shop');
  await hands.fill(page.getByLabel('Name', { exact: true }), 'Corner Shop');
  await hands.fill(page.getByLabel('Address on the web'), 'shop.example');
  await hands.press(page.getByRole('button', { name: 'Make the shop' }));

  const paidAt = page.getByLabel(/^Your address, or the extended public key/);
  await paidAt.waitFor();
  if (how.looks) {
    await hands.fill(paidAt, '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d');
    await page.getByRole('alert').filter({ hasText: 'This is a private key' }).waitFor();
    await look('first-run-private-key');
  }
  await hands.fill(paidAt, how.receives);
  const onLocal = page.getByRole('checkbox', { name: 'Local chain' });
  await onLocal.waitFor();
  if (!(await onLocal.isChecked())) await hands.press(onLocal);
  await look('first-run-address');
  await hands.press(page.getByRole('button', { name: 'Be paid here' }));

  await step(/Coins you take/)
    .getByText('ETH on Local chain')
    .waitFor();
  if (how.receives.startsWith('xpub')) await page.getByText('Compare with your wallet').waitFor();
  await look('first-run-coins');
  await hands.press(page.getByRole('button', { name: /^Take (it|all)/ }));

  const simulate = page.getByRole('button', { name: 'Simulate a payment' });
  await simulate.waitFor();
  await look('first-run-payment');
  await hands.press(simulate);
  await step(/A first payment \(done\)/).waitFor();
  await page.getByText('See why, step by step').waitFor();
  await look('first-run-paid');

  await hands.fill(page.getByLabel('Address that is told'), receiver.url);
  await hands.press(page.getByRole('button', { name: 'Add the address' }));
  await page
    .getByRole('dialog')
    .getByText(/whsec_/)
    .waitFor();
  await look('first-run-secret');
  await hands.press(page.getByRole('button', { name: 'I have kept it' }));
  await hands.press(page.getByRole('button', { name: 'Send a test event' }));
  await step(/Tell your shop \(done\)/).waitFor();
  await page.getByText(/Your shop answered 200/).waitFor();
  await page.getByText(/Bearer qapp_/).waitFor();
  await look('first-run-done');
}

async function keysAndSearch(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await seeHeading(page, 'Invoices');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await photograph(page, 'keys');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Search').fill('web');
  await photograph(page, 'search');
  await page.keyboard.press('Enter');
  await seeHeading(page, 'Webhooks');
}

/** What browsers complain of but for refusals that a story provokes: those are answers, not faults of the page. */
function unexpected(): string[] {
  return complaints.filter((one) => !/status of (?:401|422)/.test(one));
}

/** A browser of its own, at an address of its own. */
async function visitor(
  viewport = { width: 1280, height: 860 },
  colorScheme: 'light' | 'dark' = 'light',
): Promise<Page> {
  const { page, context } = await visitCheckout(browser, { origin: url, viewport, colorScheme });
  await context.setExtraHTTPHeaders({ ...people.browser().from });
  // What is still fading in has less contrast than it will have.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  return page;
}

/** At a phone's width and a desk's, in both schemes, where a folder for them is named. */
async function photograph(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  const size = page.viewportSize();
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: width === 375 ? 812 : 860 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.waitForTimeout(250);
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (size !== null) await page.setViewportSize(size);
}
