// A service below a path of its host, behind a proxy that strips the path and behind one that does not. Every URL that
// it returns is below the path, and works.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { buildConsole } from '../../web/console/build.ts';
import { buildCounter } from '../../web/counter/build.ts';
import { buildDocs } from '../../web/docs/build.ts';
import { launchBrowser } from '../rig/browser/browser.ts';
import { type BrowserSession, browserSession } from '../rig/browser/browser-session.ts';
import { visitCheckout } from '../rig/browser/checkout/checkout-visit.ts';
import { relyingParty } from '../rig/browser/relying-party.ts';
import { client, type Json, ok } from '../rig/client.ts';
import { type PathProxy, startPathProxy } from '../rig/deploy/path-proxy.ts';
import { openShop, type Shop } from '../rig/shop.ts';

/**
 * The checkout has the same first segment. Behind a proxy that strips it, /pay/… must not be taken as below the path.
 */
const path = '/pay';
const modes = [true, false] as const;
const named = (strips: boolean) => (strips ? 'a proxy that removes the path' : 'a proxy that leaves the path');

let proxy: PathProxy;
let shop: Shop;
let browser: Browser;
let url: string;
let slug: string;

before(async () => {
  proxy = await startPathProxy();
  url = proxy.origin + path;
  [browser] = await Promise.all([
    launchBrowser(),
    buildConsole({ if: 'missing or stale' }),
    buildCounter({ if: 'missing or stale' }),
    buildDocs({ if: 'missing or stale' }),
  ]);
  shop = await openShop({ env: () => ({ PUBLIC_URL: `${url}/` }) });
  const { app, api } = shop.merchant;
  slug = `shop-${app.id.slice(-12)}`;
  await ok(api.put(`/app/${app.id}`, { slug }));
  await ok(api.post('/payment-link', { app_id: app.id, slug: 'tea', total: '5.00', currency: 'USD' }));
});
after(async () => {
  await browser?.close();
  await shop?.close();
  proxy?.close();
});

const publish = (strips: boolean) => proxy.publish({ url: shop.service.url, path, strips });

/** URLs in a document that a browser follows, loads, or submits a form to. */
function addressesIn(html: string, at: string): { readonly url: URL; readonly isForm: boolean }[] {
  const found = [...html.matchAll(/\s(href|src|action|data-rest)="([^"]*)"/g)];
  return found
    .map(([, kind, text = '']) => ({ url: new URL(text.replaceAll('&amp;', '&'), at), isForm: kind === 'action' }))
    .filter((one) => one.url.protocol.startsWith('http'));
}

/** Follows every link, source and redirect from these URLs; returns the URLs with their status. */
async function crawl(starts: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const seen = new Map<string, number>();
  const waiting = [...starts];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue;
    const answer = await fetch(next, { redirect: 'manual', headers: { accept: 'text/html' } });
    seen.set(next, answer.status);
    const to = answer.headers.get('location');
    const isHtml = answer.headers.get('content-type')?.startsWith('text/html') === true;
    const text = await answer.text();
    const found = [
      ...(to === null ? [] : [{ url: new URL(to, next), isForm: false }]),
      ...(isHtml ? addressesIn(text, next) : []),
    ];
    for (const one of found) {
      if (one.url.origin !== proxy.origin) continue;
      const isBelow = one.url.pathname === path || one.url.pathname.startsWith(`${path}/`);
      assert.ok(isBelow, `${next} leads to ${one.url.pathname}`);
      one.url.hash = '';
      // A page is the same in every language.
      if (!one.isForm && !one.url.searchParams.has('lang')) waiting.push(one.url.href);
    }
    for (const line of answer.headers.getSetCookie()) assert.match(line, new RegExp(`; Path=${path}(?:;|/|$)`, 'i'));
  }
  return seen;
}

for (const strips of modes)
  test(`every link, source, form and redirect is below the path, behind ${named(strips)}`, async () => {
    publish(strips);
    const { id, checkout_url: checkoutUrl } = await shop.invoice('18.00');
    assert.equal(checkoutUrl, `${url}/pay/${id}`);
    const token = '?token=0123456789abcdef';
    const seen = await crawl([
      ...['', '/', '/console', '/console/sign-in', '/account', '/docs', '/problems/not_found', '/sign-in'].map(
        (one) => url + one,
      ),
      ...[`/link/tea`, `/counter/${slug}`, '/embed.js', '/healthz', '/readyz'].map((one) => url + one),
      ...['/invitation', '/not-me', '/stop-payout-change'].map((one) => url + one + token),
      ...[checkoutUrl, `${checkoutUrl}/receipt`, `${checkoutUrl}?lang=de`],
    ]);
    const broken = [...seen].filter(([, status]) => status >= 400);
    const names = [`${checkoutUrl}/receipt`];
    assert.deepEqual(
      broken.filter(([one]) => !names.includes(one) && !one.includes('?token=')),
      [],
    );
    for (const part of ['/assets/checkout/', '/assets/console/', '/assets/docs/', '/assets/counter/', '/docs/how-to/'])
      assert.ok(
        [...seen.keys()].some((one) => one.startsWith(url + part)),
        part,
      );
    // The service's own port answers at the root and below the path, regardless of the proxy.
    for (const place of ['/healthz', `${path}/healthz`, `${path}/api/networks?v=1`])
      assert.equal((await fetch(shop.service.url + place)).status, 200, place);
  });

for (const strips of modes)
  test(`forms without a script lead to pages below the path, behind ${named(strips)}`, async () => {
    publish(strips);
    const send = (place: string, fields: Record<string, string>) =>
      fetch(url + place, {
        method: 'POST',
        body: new URLSearchParams(fields),
        headers: { origin: proxy.origin },
        redirect: 'manual',
      });
    const form = await (await fetch(`${url}/link/tea`)).text();
    const key = /name="key" value="([^"]+)"/.exec(form)?.[1] ?? '';
    const made = await send('/link/tea', { key });
    assert.equal(made.status, 303);
    const place = made.headers.get('location') as string;
    assert.ok(place.startsWith(`${url}/pay/`), place);
    const id = place.slice(`${url}/pay/`.length);
    const refused = await (await send(`/pay/${id}/choose`, { offer: 'none' })).text();
    assert.ok(refused.includes(` action="${path}/pay/${id}/choose"`));
    const chosen = await send(`/pay/${id}/choose`, { offer: 'ETH local' });
    assert.deepEqual([chosen.status, chosen.headers.get('location')], [303, `${path}/pay/${id}`]);
    const sale = await send(`/counter/${slug}`, { total: '3', currency: 'USD' });
    assert.ok(sale.headers.get('location')?.startsWith(`${url}/pay/`));
  });

async function signedIn(): Promise<BrowserSession> {
  const session = browserSession(`${url}/api`);
  const { email, password } = shop.merchant;
  await ok(session.auth('/sign-in/email', { email, password }));
  return session;
}

for (const strips of modes)
  test(`people and programs sign in, behind ${named(strips)}`, async () => {
    publish(strips);
    const person = await signedIn();
    const listed = await person.api.get('/app');
    assert.match(listed.headers.get('set-cookie') ?? '', new RegExp(`^csrf_=[^;]+;.* Path=${path};`));
    const named = await person.api.put<Json>(`/app/${shop.merchant.app.id}`, { name: `Renamed ${strips}` });
    assert.equal(named.status, 200);
    const refused = await client(`${url}/api`).put(
      `/app/${shop.merchant.app.id}`,
      { name: 'x' },
      { headers: { cookie: [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ') } },
    );
    assert.deepEqual([refused.status, refused.body.code], [403, 'csrf_failed']);
    const relying = await relyingParty(url, person, { name: `Plugin ${strips}` });
    assert.equal(relying.config.serverMetadata().issuer, url);
    const tokens = await relying.signIn(person);
    assert.equal(tokens.claims()?.iss, url);
    // RFC 8414 puts the issuer's path after the well-known name, which the proxy does not forward.
    const wellKnown = `${shop.service.url}/.well-known/oauth-authorization-server${path}`;
    assert.equal(((await (await fetch(wellKnown)).json()) as Json).issuer, url);
  });

test('M10-public-path: a customer pays and a merchant sees it, behind a proxy that removes the path', async () => {
  publish(true);
  const { id, checkout_url: checkoutUrl } = await shop.invoice('40.00');
  const visit = await visitCheckout(browser, { origin: proxy.origin });
  await visit.page.goto(checkoutUrl);
  await visit.page
    .getByRole('button', { name: /Ether|ETH/ })
    .first()
    .click();
  await visit.page.getByText('Awaiting payment').or(visit.page.getByText('Send exactly')).first().waitFor();
  const [attempt] = await ok<Json[]>(shop.anyone.get('/transactions', { query: { invoice_id: id } }));
  await ok(shop.merchant.appApi.post(`/sandbox/transaction/${attempt?.id}/simulate`, { case: 'paid' }));
  await visit.page.getByRole('link', { name: /receipt/i }).waitFor();
  await visit.page.getByRole('link', { name: /receipt/i }).click();
  await visit.page.waitForURL(`${checkoutUrl}/receipt`);
  await visit.page.goto(`${url}/console/invoices/${id}`);
  await visit.page.getByLabel('E-mail').fill(shop.merchant.email);
  await visit.page.getByLabel('Password', { exact: true }).fill(shop.merchant.password);
  await visit.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await visit.page.waitForURL(`${url}/console/invoices/${id}**`);
  await visit.page.getByText('40.00').first().waitFor();
  await visit.page.getByRole('link', { name: 'Addresses' }).first().click();
  await visit.page.waitForURL(`${url}/console/settings/addresses**`);
  await visit.page.reload();
  await visit.page.getByText('Local').first().waitFor();
  await visit.page.goto(`${url}/docs`);
  await visit.page.getByRole('searchbox').fill('list apps');
  await visit.page.getByRole('link', { name: 'List apps GET /app' }).click();
  await visit.page.waitForURL(`${url}/docs/api/apps#listApps`);
  const outside = visit.requests.filter((one) => !one.includes(` ${path}/`) && !one.endsWith(` ${path}`));
  assert.deepEqual([outside, visit.foreign], [[], []]);
  const complaints = visit.complaints.filter((one) => !/status of 401/.test(one));
  assert.deepEqual(complaints, []);
  await visit.context.close();
});
