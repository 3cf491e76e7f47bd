// The sign-in page in a real browser: its passkey button signs in and continues, and the page still works without
// scripts.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../rig/browser/browser.ts';
import { localDoor } from '../rig/browser/console/local-host-name.ts';
import { makePasskey, plugIn } from '../rig/browser/console/page-passkeys.ts';
import { testDatabase } from '../rig/database.ts';
import { quittance } from '../rig/service/command-line.ts';
import { startService, withoutNetworks } from '../rig/service.ts';

const door = await localDoor();
const { origin } = door;

const [database, browser] = await Promise.all([testDatabase(), launchBrowser()]);
const service = await startService({
  databaseUrl: database.url,
  config: withoutNetworks,
  roles: 'api',
  env: { PUBLIC_URL: origin },
});
door.leadTo(service.url);

after(async () => {
  await browser.close();
  await service.stop();
  door.close();
  await database.drop();
});

const email = 'owner@example.com';
const password = 'correct horse battery';
await quittance(service, ['user', 'create', '--email', email, '--password-stdin'], password);

async function visitor(options: Parameters<typeof browser.newContext>[0] = {}) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  return { context, page, complaints };
}

async function signInByPassword(page: Page, returnTo: string): Promise<void> {
  await page.goto(`${origin}/sign-in?return_to=${encodeURIComponent(returnTo)}`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(origin + returnTo);
}

test('a passkey signs its owner in on the page, and the page goes on to where it was asked from', async () => {
  const { context, page, complaints } = await visitor();
  await plugIn(page);
  await signInByPassword(page, '/docs');
  await page.goto(`${origin}/sign-in`);
  assert.equal(await page.evaluate(makePasskey), 201);

  await context.clearCookies();
  await page.goto(`${origin}/sign-in?return_to=%2Fdocs`);
  const button = page.getByRole('button', { name: 'Sign in with a passkey' });
  await button.waitFor();
  if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/sign-in.png` });
  await button.click();
  await page.waitForURL(`${origin}/docs`);
  assert.deepEqual(
    (await context.cookies()).map((cookie) => cookie.name).filter((name) => name === 'quittance_session'),
    ['quittance_session'],
  );
  assert.deepEqual(complaints, []);
  await context.close();
});

test('nobody makes the button lead elsewhere', async () => {
  const { context, page } = await visitor();
  for (const path of ['https://evil.example/', '//evil.example', '"><script>alert(1)</script>']) {
    await page.goto(`${origin}/sign-in?return_to=${encodeURIComponent(path)}`);
    const button = page.getByRole('button', { name: 'Sign in with a passkey' });
    assert.equal(await button.getAttribute('data-next'), `${origin}/`);
  }
  await context.close();
});

test('without a passkey that fits, the page says so and the password still works', async () => {
  const { context, page } = await visitor();
  await plugIn(page);
  await page.goto(`${origin}/sign-in?return_to=%2Fdocs`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('alert').filter({ hasText: 'No passkey was used' }).waitFor();
  if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/no-passkey.png` });
  await signInByPassword(page, '/docs');
  await context.close();
});

test('a browser without scripts sees no button that does nothing', async () => {
  const { context, page } = await visitor({ javaScriptEnabled: false });
  await page.goto(`${origin}/sign-in`);
  assert.equal(await page.getByRole('button', { name: 'Sign in with a passkey' }).isVisible(), false);
  await signInByPassword(page, '/docs');
  await context.close();
});
