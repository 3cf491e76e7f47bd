// The sign-in page in a real browser: its passkey button signs in and goes on, and the page stays what it was without
// scripts.
import assert from 'node:assert/strict';
import { type AddressInfo, connect, createServer } from 'node:net';
import { after, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { launchBrowser } from '../rig/browser/browser.ts';
import { testDatabase } from '../rig/database.ts';
import { startService, withoutNetworks } from '../rig/service.ts';

// Passkeys belong to a name: browsers make none for an address like 127.0.0.1, where services of stories listen.
let servicePort = 0;
const door = createServer((socket) => {
  const inside = connect(servicePort, '127.0.0.1');
  socket.pipe(inside).pipe(socket);
  socket.on('error', () => inside.destroy());
  inside.on('error', () => socket.destroy());
});
await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
const origin = `http://localhost:${(door.address() as AddressInfo).port}`;

const [database, browser] = await Promise.all([testDatabase(), launchBrowser()]);
const service = await startService({
  databaseUrl: database.url,
  config: withoutNetworks,
  roles: 'api',
  env: { PUBLIC_URL: origin },
});
servicePort = Number(new URL(service.url).port);

after(async () => {
  await browser.close();
  await service.stop();
  door.close();
  await database.drop();
});

const email = 'owner@example.com';
const password = 'correct horse battery';
await fetch(`${origin}/api/auth/sign-up/email`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ email, password, name: 'Owner' }),
});

async function visitor(options: Parameters<typeof browser.newContext>[0] = {}) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  return { context, page, complaints };
}

/** An authenticator that knows its owner and always agrees. */
async function plugIn(context: BrowserContext, page: Page): Promise<void> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function signInByPassword(page: Page, returnTo: string): Promise<void> {
  await page.goto(`${origin}/sign-in?return_to=${encodeURIComponent(returnTo)}`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(origin + returnTo);
}

/** As the console does it. A text, because it runs within the page; the status of the last answer comes of it. */
const makePasskey = `(async () => {
  const ask = (method, path, csrf, body) =>
    fetch('/api' + path + '?v=1', {
      method,
      headers: { 'content-type': 'application/json', 'x-csrf-token': csrf },
      body: body && JSON.stringify(body),
    });
  const csrf = (await ask('GET', '/passkeys', '')).headers.get('x-csrf-token');
  const options = await (await ask('POST', '/passkey/options', csrf)).json();
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const made = await navigator.credentials.create({ publicKey });
  return (await ask('POST', '/passkey', csrf, { name: 'Laptop', response: made.toJSON() })).status;
})()`;

test('a passkey signs its owner in on the page, and the page goes on to where it was asked from', async () => {
  const { context, page, complaints } = await visitor();
  await plugIn(context, page);
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
  await plugIn(context, page);
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
