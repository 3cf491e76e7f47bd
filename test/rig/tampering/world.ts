// Two merchants on one instance, a shop and a thief with write access to the database. Both use the service as people
// do.
import type { WatchedAddresses } from '../../../src/features/evidence/chain-sync/watched-addresses.ts';
import { mintToken } from '../../../src/io/secrets/token.ts';
import { authenticatorApp } from '../access/authenticator-app.ts';
import { browserSession } from '../browser/browser-session.ts';
import { type Json, ok } from '../client.ts';
import { createMerchant } from '../merchant.ts';
import { readChain, watchedOn } from './memory-chain.ts';
import { linkMailed, makePerson, type Parts, type Person, signIn } from './people.ts';
import { writeRareRows } from './rare-rows.ts';
import { makeSales, type Sales } from './sales.ts';

export interface World extends Parts {
  readonly shop: Person;
  readonly thief: Person;
  /** A second owner of the shop's app, who signs in with one-time codes. */
  readonly partner: { readonly email: string; readonly password: string };
  /** Another account of the thief, invited to the thief's own app. */
  readonly accomplice: Pick<Person, 'email' | 'password' | 'browser'>;
  readonly sales: Sales;
  readonly thiefsSales: Sales;
  /** Tokens of links in mails to the thief. */
  readonly thiefsLinks: {
    readonly invitation: string;
    readonly reset: string;
    readonly oldAddress: string;
    readonly newAddress: string;
    readonly notMe: string;
    readonly stop: string;
  };
  /** The watched addresses of a running watcher; null if the watcher starts again. */
  readonly known: WatchedAddresses | null;
  /** A token of the shop that may create invoices and accept coins, but not weaken terms. */
  readonly tillToken: string;
  /** Tokens that the thief invented, in the format of the service's own. */
  readonly madeUp: { readonly pat: string; readonly app: string };
}

export async function makeWorld(parts: Parts): Promise<World> {
  const { service, instance, chain, owner } = parts;
  await createMerchant(service, { email: 'operator@example.com', isAdmin: true });
  chain.mine();
  await readChain(instance, { chain, owner, known: null });
  const shop = await makePerson(parts, 'victim');
  const thief = await makePerson(parts, 'thief');
  const sales = await makeSales(parts, shop);
  const thiefsSales = await makeSales(parts, thief);
  const partner = await addPartner(parts, shop);
  const accomplice = await signIn(parts, 'accomplice@example.com');
  await ok(shop.browser.api.post('/app-member', { app_id: shop.app.id, email: 'clerk@example.com', role: 'support' }));
  const guest = { app_id: thief.app.id, email: accomplice.email, role: 'owner' };
  await ok(thief.browser.api.post('/app-member', guest));
  for (const { browser, email } of [shop, thief]) await ok(browser.auth('/change-email', { newEmail: `new-${email}` }));
  for (const { email, browser } of [shop, thief]) await ok(browser.auth('/request-password-reset', { email }));
  const thiefsLinks = {
    invitation: await linkMailed(parts, accomplice.email, /\/invitation\?token=(\S+)/),
    reset: await linkMailed(parts, thief.email, /\/reset-password\?token=(\S+)/),
    oldAddress: await linkMailed(parts, thief.email, /\/email-change\?token=(\S+)/),
    newAddress: await linkMailed(parts, `new-${thief.email}`, /\/verify-email\?token=(\S+)/),
    notMe: await linkMailed(parts, thief.email, /\/not-me\?token=(\S+)/),
    stop: await linkMailed(parts, thief.email, /\/stop-payout-change\?token=(\S+)/),
  };
  const madeUp = { pat: mintToken('qpat_'), app: mintToken('qapp_') };
  const scopes = ['apps:read', 'apps:write', 'invoices:read', 'invoices:write'];
  const till = await ok<Json>(shop.browser.api.post('/personal-access-token', { name: 'Till', scopes }));
  await writeRareRows(instance, shop, thief);
  const people = { shop, thief, partner, accomplice };
  const tokens = { madeUp, tillToken: till.token };
  return { ...parts, ...people, ...tokens, sales, thiefsSales, thiefsLinks, known: watchedOn(instance, chain) };
}

/** Leaves deliveries due: of an order of the shop, and of a paid order of the thief. */
export async function leaveDeliveriesDue({ shop, thief }: World): Promise<void> {
  await ok(shop.api.post('/invoice', { app_id: shop.app.id, total: '15.00', currency: 'USD' }));
  const order = { app_id: thief.app.id, total: '16.00', currency: 'USD' };
  const { id } = await ok<Json>(thief.api.post('/invoice', order));
  await ok(thief.api.post(`/invoice/${id}/settle`, { reason: 'By word' }));
}

/** An additional owner of the app with one-time codes, one of which was entered wrongly. */
async function addPartner(parts: Parts, shop: Person): Promise<World['partner']> {
  const partner = await signIn(parts, 'partner@example.com');
  const role = { app_id: shop.app.id, email: partner.email, role: 'owner' };
  await ok(shop.browser.api.post('/app-member', role));
  const token = await linkMailed(parts, partner.email, /\/invitation\?token=(\S+)/);
  const cookie = [...partner.browser.cookies].map((pair) => pair.join('=')).join('; ');
  const joined = await fetch(`${parts.service.url}/invitation`, {
    method: 'POST',
    headers: { cookie },
    body: new URLSearchParams({ token }),
  });
  if (joined.status !== 200) throw new Error(`The partner did not join: ${joined.status}`);
  const { password } = partner;
  const { totpURI } = await ok<Json>(partner.browser.auth('/two-factor/enable', { password }));
  await ok(partner.browser.auth('/two-factor/verify-totp', { code: authenticatorApp(totpURI).next() }));
  const half = browserSession(parts.service.apiUrl);
  await ok(half.auth('/sign-in/email', { email: partner.email, password }));
  await half.auth('/two-factor/verify-totp', { code: '000000' });
  return { email: partner.email, password };
}
