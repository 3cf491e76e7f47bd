// Collects the secrets of a person, their browser and their authorized clients while all features are used.
import { base32nopad } from '@scure/base';
import { authenticatorApp } from '../access/authenticator-app.ts';
import { softwareAuthenticator } from '../browser/authenticator.ts';
import { type BrowserSession, browserSession } from '../browser/browser-session.ts';
import { relyingParty } from '../browser/relying-party.ts';
import { type Json, ok, until } from '../client.ts';
import type { MailServer } from '../outside/mail-server.ts';
import type { Shop } from '../shop.ts';
import type { Canaries } from './canaries.ts';

interface Parts {
  readonly shop: Shop;
  readonly mail: MailServer;
  /** Receives secrets that must appear nowhere. */
  readonly canaries: Canaries;
  /** Receives texts that may be stored in plain form. */
  readonly words: Canaries;
}

/**
 * Signs up, enters wrong passwords, resets the password, adds a second factor and a passkey, and authorizes a client.
 */
export async function liveWithSecrets({ shop, mail, canaries, words }: Parts): Promise<void> {
  const { email, password } = await shop.newMerchant();
  canaries.keep('password', password);
  await enterWrongPasswords({ shop, mail, canaries, words }, email);
  const browser = browserSession(shop.service.apiUrl);
  await ok(browser.auth('/sign-in/email', { email, password }));
  await ok(browser.api.get('/app'));
  keepSession(canaries, browser, 'session');
  await makeTokens({ shop, mail, canaries, words }, browser);
  await addChannels({ canaries, words }, browser);
  await loseAndReset({ shop, mail, canaries, words }, email);
}

async function enterWrongPasswords({ shop, mail, canaries, words }: Parts, email: string): Promise<void> {
  const anybody = () => browserSession(shop.service.apiUrl);
  const wrong = canaries.plant('wrong password');
  await anybody().auth('/sign-in/email', { email, password: wrong });
  await anybody().auth('/sign-in/email', { email: `${canaries.plant('unknown person')}@example.com`, password: wrong });
  const fresh = 'person-canary@example.com';
  const chosen = canaries.plant('password of a sign-up');
  await anybody().auth('/sign-up/email', { email: fresh, password: chosen, name: words.plant('name') });
  canaries.keep('link of a sign-up', await tokenIn(mail, fresh, /token=([^\s&]+)/));
  for (const path of ['/reset-password', '/verify-email']) {
    const token = canaries.plant(`made-up link ${path}`);
    await fetch(`${shop.service.url}${path}?token=${token}`);
    await fetch(shop.service.url + path, { method: 'POST', body: new URLSearchParams({ token }) });
  }
  const body = { token: canaries.plant('made-up token'), newPassword: canaries.plant('new password') };
  await anybody().auth('/reset-password', body);
  for (const path of ['/change-password', '/two-factor/enable', '/two-factor/verify-totp', '/update-user']) {
    const texts = ['password', 'currentPassword', 'newPassword', 'code', 'name', 'image'];
    await anybody().auth(path, Object.fromEntries(texts.map((name) => [name, canaries.plant(`${path} ${name}`)])));
  }
}

async function loseAndReset({ shop, mail, canaries }: Parts, email: string): Promise<void> {
  const browser = browserSession(shop.service.apiUrl);
  await ok(browser.auth('/request-password-reset', { email }));
  const token = await tokenIn(mail, email, /reset-password\?token=(\S+)/);
  canaries.keep('link to a new password', token);
  await fetch(`${shop.service.url}/reset-password?token=${token}`);
  const chosen = canaries.plant('password after the reset');
  const form = new URLSearchParams({ token, password: chosen });
  const answer = await fetch(`${shop.service.url}/reset-password`, { method: 'POST', body: form });
  if (answer.status !== 200) throw new Error(`The password was not reset: ${answer.status}`);
  await ok(browser.auth('/sign-in/email', { email, password: chosen }));
  await ok(browser.api.get('/app'));
  const enabled = await ok<Json>(browser.auth('/two-factor/enable', { password: chosen }));
  const secret = new URL(enabled.totpURI).searchParams.get('secret') as string;
  canaries.keep('secret of a second factor', secret);
  const bytes = Buffer.from(base32nopad.decode(secret));
  canaries.keep('secret of a second factor, decoded', bytes.toString('latin1'));
  for (const [at, code] of (enabled.backupCodes as string[]).entries()) canaries.keep(`recovery code ${at}`, code);
  await ok(browser.auth('/two-factor/verify-totp', { code: authenticatorApp(enabled.totpURI).next() }));
  const half = browserSession(shop.service.apiUrl);
  await ok(half.auth('/sign-in/email', { email, password: chosen }));
  keepSession(canaries, half, 'half a sign-in');
  await ok(half.auth('/two-factor/verify-backup-code', { code: enabled.backupCodes[0] }));
  keepSession(canaries, half, 'session after a second factor');
}

/** Their addresses lead to ports without a server, so that each test message fails. */
async function addChannels(
  { canaries, words }: Pick<Parts, 'canaries' | 'words'>,
  { api }: BrowserSession,
): Promise<void> {
  const url = (kind: string) => `http://127.0.0.1:9999/${canaries.plant(`address of a ${kind} channel`)}`;
  const token = `123456789:${canaries.plant('token of a bot')}`;
  for (const fields of [
    { kind: 'telegram', bot_token: token, chat: '1' },
    { kind: 'slack', url: url('slack') },
    { kind: 'discord', url: url('discord') },
    { kind: 'ntfy', url: url('ntfy'), access_token: canaries.plant('access token of ntfy') },
    { kind: 'webhook', url: url('webhook') },
  ]) {
    const made = await ok<Json>(
      api.post('/notification-channel', { ...fields, name: words.plant('name of a channel') }),
    );
    if (made.secret !== null) canaries.keep('secret of a channel', made.secret);
    const tested = await ok<Json>(api.post(`/notification-channel/${made.id}/test`));
    if (tested.verified_at !== null) throw new Error('A test message arrived');
    const listed = JSON.stringify([tested, await ok(api.get('/notification-channels'))]);
    if (canaries.foundIn(listed).length > 0) throw new Error(`A channel shows ${canaries.foundIn(listed)}`);
  }
}

async function makeTokens({ shop, canaries, words }: Parts, browser: BrowserSession): Promise<void> {
  const body = { name: words.plant('name of a token'), scopes: ['invoices:read'] };
  const made = await ok<Json>(browser.api.post('/personal-access-token', body));
  canaries.keep('personal access token', made.token);
  const shopPage = { name: words.plant('name of an app'), url: 'https://shop.example', environment: 'development' };
  const app = await ok<Json>(browser.api.post('/app', shopPage));
  canaries.keep('main token of an app', app.token);
  const scoped = { app_id: app.id, name: words.plant('name of an app token'), scopes: ['invoices:read'] };
  const further = await ok<Json>(browser.api.post('/app-token', scoped));
  canaries.keep('further token of an app', further.token);
  await ok(shop.merchant.api.as(further.token).get('/invoices'));
  await ok(
    browser.api
      .get('/invoices')
      .then(() => shop.merchant.api.as(made.token).get('/personal-access-tokens'))
      .then((answer) => ({ ...answer, status: 200 })),
  );
  const options = await ok<Json>(browser.api.post('/passkey/options'));
  const response = softwareAuthenticator(shop.service.url).create(options);
  await ok(browser.api.post('/passkey', { name: words.plant('name of a passkey'), response }));
  const party = await relyingParty(shop.service.url, browser, { name: words.plant('name of a program') });
  canaries.keep('secret of a program', party.client.client_secret);
  const tokens = await party.signIn(browser, { scope: 'openid email offline_access apps:read', prompt: 'consent' });
  for (const name of ['access_token', 'refresh_token', 'id_token'] as const) {
    if (tokens[name] !== undefined) canaries.keep(name, tokens[name]);
  }
  await ok(shop.merchant.api.as(tokens.access_token).get('/app'));
  const rotated = await ok<Json>(browser.api.post(`/oauth2-client/${party.client.id}/rotate-secret`));
  canaries.keep('rotated secret of a program', rotated.client_secret);
}

function keepSession(canaries: Canaries, browser: BrowserSession, what: string): void {
  for (const [name, value] of browser.cookies) {
    canaries.keep(`${what}: cookie ${name}`, value);
    // Signed cookies hold the token before the point. In a device's cookie the identity is not secret, but the
    // signature is.
    const parts = decodeURIComponent(value).split('.');
    const token = (name.endsWith('quittance_device') ? parts.at(-1) : parts[0]) ?? '';
    if (token.length >= 20) canaries.keep(`${what}: token of ${name}`, token);
  }
}

async function tokenIn(mail: MailServer, email: string, pattern: RegExp): Promise<string> {
  const found = () =>
    mail.mails.filter((one) => one.to.includes(email)).flatMap(({ text }) => pattern.exec(text)?.[1] ?? []);
  return until(() => found().at(-1), `a link in a mail to ${email}`);
}
