// The first steps of every new merchant, from sign-up to a shop with its first payment.
import type { Page } from 'playwright-core';
import { confirmBy, type People, password } from '../../people.ts';
import type { Receiver } from '../../receiver.ts';
import { seeHeading } from '../checkout/checkout-visit.ts';
import { look, signIn } from './console-visit.ts';
import type { Hands } from './input-devices.ts';

export interface Newcomer {
  readonly email: string;
  readonly people: Pick<People, 'mailTo'>;
}

export interface FirstShop {
  /** Whether to check every state on the way against WCAG and take pictures, including unusual states. */
  readonly looks: boolean;
  /** The address or the extended public key that receives the shop's payments. */
  readonly receives: string;
  /** The shop's own server. */
  readonly receiver: Receiver;
}

export async function signUp(page: Page, hands: Hands, email: string): Promise<void> {
  await hands.fill(page.getByLabel('Your name'), 'Ada');
  await hands.fill(page.getByLabel('E-mail'), email);
  await hands.fill(page.getByLabel('Password', { exact: true }), password);
  await hands.press(page.getByRole('button', { name: 'Sign up' }));
}

/** If the service sends mail, the person confirms the address and signs in. Otherwise sign-up signs in at once. */
export async function arrive(page: Page, hands: Hands, { email, people }: Newcomer): Promise<void> {
  const heading = page.getByRole('heading', { level: 1, name: /^(?:Set up your shop|Confirm your e-mail address)$/ });
  await heading.waitFor();
  if ((await heading.innerText()) === 'Set up your shop') return;
  await look(page, 'verify');
  await confirmBy(await people.mailTo(email, /Confirm your e-mail address/));
  await hands.press(page.getByRole('link', { name: 'Go to sign-in' }));
  await signIn(page, hands, email);
  await seeHeading(page, 'Set up your shop');
}

/** From the empty list of steps to a detected payment and a shop that replied. */
export async function setUp(page: Page, hands: Hands, how: FirstShop): Promise<void> {
  const seen = async (name: string) => (how.looks ? look(page, name) : undefined);
  const step = (name: string | RegExp) => page.getByRole('region', { name });
  await seeHeading(page, 'Set up your shop');
  await seen('first-run-shop');
  await hands.fill(page.getByLabel('Name', { exact: true }), 'Corner Shop');
  await hands.fill(page.getByLabel('Website'), 'shop.example');
  await hands.press(page.getByRole('button', { name: 'Create shop' }));

  const paidAt = page.getByLabel(/^Your address, or the extended public key/);
  await paidAt.waitFor();
  if (how.looks) {
    await hands.fill(paidAt, '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d');
    await page.getByRole('alert').filter({ hasText: 'This is a private key' }).waitFor();
    await seen('first-run-private-key');
  }
  await hands.fill(paidAt, how.receives);
  const onLocal = page.getByRole('checkbox', { name: 'Local chain' });
  await onLocal.waitFor();
  if (!(await onLocal.isChecked())) await hands.press(onLocal);
  await seen('first-run-address');
  await hands.press(page.getByRole('button', { name: 'Save' }));

  await step(/Accepted coins/)
    .getByText('ETH on Local chain')
    .waitFor();
  if (how.receives.startsWith('xpub')) await page.getByText('Compare with your wallet').waitFor();
  await seen('first-run-coins');
  await hands.press(page.getByRole('button', { name: /^Accept / }));

  const simulate = page.getByRole('button', { name: 'Simulate a payment' });
  await simulate.waitFor();
  await seen('first-run-payment');
  await hands.press(simulate);
  await step(/First payment \(done\)/).waitFor();
  await page.getByText('View the history').waitFor();
  await seen('first-run-paid');

  await hands.fill(page.getByLabel('Endpoint URL'), how.receiver.url);
  await hands.press(page.getByRole('button', { name: 'Add webhook' }));
  await page
    .getByRole('dialog')
    .getByText(/whsec_/)
    .waitFor();
  await seen('first-run-secret');
  await hands.press(page.getByRole('button', { name: 'I saved it' }));
  if (how.looks) {
    how.receiver.answer({ status: 500, body: 'the shop is being painted' }, { status: 200 });
    await hands.press(page.getByRole('button', { name: 'Send a test event' }));
    await page.getByText('Your shop responded 500').waitFor();
    await seen('first-run-shop-failed');
  }
  await hands.press(page.getByRole('button', { name: 'Send a test event' }));
  await step(/Set up a webhook \(done\)/).waitFor();
  await page.getByText(/Your shop responded 200/).waitFor();
  await page.getByText(/Bearer qapp_/).waitFor();
  await seen('first-run-done');
}
