// The setup for tests of links, the counter and frames: a service with one shop, browsers, and pages of other shops.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, FrameLocator, Page } from 'playwright-core';
import { buildCheckout } from '../../../../web/checkout/build.ts';
import { buildCounter } from '../../../../web/counter/build.ts';
import { buildEmbed } from '../../../../web/embed/build.ts';
import { type Json, ok, until } from '../../client.ts';
import { testDatabase } from '../../database.ts';
import { startAnvil } from '../../evm/anvil.ts';
import { localNetwork } from '../../evm/local-network.ts';
import { createMerchant, type Merchant } from '../../merchant.ts';
import { type ServiceProcess, startService } from '../../service.ts';
import { units } from '../../stage.ts';
import { closeContext, launchBrowser } from '../browser.ts';
import { pageNetwork } from '../page-network.ts';
import { type HostileProxy, startHostileProxy } from './hostile-proxy.ts';

export interface LinkStage {
  readonly service: ServiceProcess;
  /** Accepts ETH; its app has the slug corner-shop. */
  readonly merchant: Merchant;
  /** The merchant's checkout may be embedded on its origin, but not on the other site's. */
  readonly ownShop: ShopSite;
  readonly foreignShop: ShopSite;
  /** A proxy between browsers and the service. It changes nothing until a test sets a rewrite. */
  readonly proxy: HostileProxy;
  /** Opens a new browser profile. */
  visitor(options?: VisitorOptions): Promise<Visitor>;
  /** Closes all open visits. */
  leave(): Promise<void>;
  newInvoice(total: string): Promise<Json>;
  requestPayment(invoiceId: string): Promise<Json>;
  /**
   * Pays the exact amount of an invoice's attempt, which it creates if there is none, and mines until the payment
   * counts.
   */
  pay(invoiceId: string): Promise<void>;
  /** Sends a form as a browser does, without following redirects. */
  postForm(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Response>;
  close(): Promise<void>;
}

interface VisitorOptions {
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly javaScriptEnabled?: boolean;
  /** The browser's preferred language, such as 'de-DE'. */
  readonly locale?: string;
  readonly colorScheme?: 'light' | 'dark';
  /** By default, closed shadow roots are opened so that the test can read their content. */
  readonly hasClosedRoots?: boolean;
}

export interface Visitor {
  readonly page: Page;
  /** Such as 'GET /path'. */
  readonly requests: readonly string[];
  readonly complaints: readonly string[];
}

const confirmations = 2;

export async function startLinkStage(): Promise<LinkStage> {
  const pages = [buildCheckout, buildCounter, buildEmbed].map((build) => build({ if: 'missing or stale' }));
  const [anvil, database, browser] = await Promise.all([startAnvil(), testDatabase(), launchBrowser(), ...pages]);
  const local = localNetwork(anvil, { ...pageNetwork, confirmations });
  const config = { networks: { local }, rates: { sources: [], fixed: { ETH: { USD: '2000', JPY: '300000' } } } };
  const service = await startService({ databaseUrl: database.url, config, env: { TRUST_PROXY: '127.0.0.1' } });
  const value = anvil.accounts[5]?.address ?? '';
  const receives = [{ network: 'local', kind: 'address' as const, value }];
  const merchant = await createMerchant(service, { accepts: [['ETH', 'local']], receives });
  await ok(merchant.api.put(`/app/${merchant.app.id}`, { slug: 'corner-shop' }));
  const { kid } = await ok<Json>(merchant.api.get('/address-key'));
  const [ownShop, foreignShop] = [await startShop(service.url, kid), await startShop(service.url, kid)];
  await ok(merchant.api.put(`/app/${merchant.app.id}/settings`, { embed_origins: [ownShop.origin] }));
  const proxy = await startHostileProxy(service.url);
  const contexts: BrowserContext[] = [];
  const leave = async () => void (await Promise.all(contexts.splice(0).map(closeContext)));
  const requestPayment = (invoiceId: string) =>
    ok<Json>(
      merchant.api.as(null).post(`/invoice/${invoiceId}/payment-request`, { cryptocurrency: 'ETH', network: 'local' }),
    );
  return {
    service,
    merchant,
    ownShop,
    foreignShop,
    proxy,
    leave,
    requestPayment,
    visitor: (options = {}) => visit(browser, contexts, options),
    newInvoice: (total) => ok<Json>(merchant.appApi.post('/invoice', { total, currency: 'USD' })),
    async pay(invoiceId) {
      const known = await ok<Json[]>(merchant.api.get('/transactions', { query: { invoice_id: invoiceId } }));
      const { to, amount } = known[0] ?? (await requestPayment(invoiceId));
      await anvil.send({ from: anvil.accounts[3]?.address ?? '0x', to, value: units(amount, 18) });
      await anvil.mine(confirmations);
    },
    postForm: (path, fields, headers = {}) =>
      fetch(`${service.url}${path}`, {
        method: 'POST',
        body: new URLSearchParams(fields),
        headers,
        redirect: 'manual',
      }),
    async close() {
      await browser.close();
      for (const shop of [ownShop, foreignShop]) shop.server.close();
      await proxy.close();
      await service.stop();
      await database.drop();
      await anvil.stop();
    },
  };
}

async function visit(browser: Browser, contexts: BrowserContext[], options: VisitorOptions): Promise<Visitor> {
  const { hasClosedRoots = false, ...rest } = options;
  const context = await browser.newContext({ viewport: { width: 1000, height: 900 }, ...rest });
  contexts.push(context);
  if (!hasClosedRoots) await context.addInitScript(opensRoots);
  const page = await context.newPage();
  const [requests, complaints]: [string[], string[]] = [[], []];
  page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`);
  });
  return { page, requests, complaints };
}

const opensRoots = `const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (init) { return attach.call(this, { ...init, mode: 'open' }); };`;

export interface ShopSite {
  readonly server: Server;
  readonly origin: string;
  /** A page of the shop that embeds the checkout of this invoice, or none for null. */
  pageOf(invoiceId: string | null, options?: ShopPageOptions): string;
}

interface ShopPageOptions {
  /** The key id in the page: the instance's by default; '' for none. */
  readonly key?: string;
  /** The origin of embed.js: the instance by default. */
  readonly instance?: string;
}

/** A shop on its own origin, with its own style and a content security policy that allows only the instance. */
async function startShop(instanceUrl: string, kid: string): Promise<ShopSite> {
  const policyFor = (instance: string) =>
    [
      ...["default-src 'none'", `script-src 'unsafe-inline' ${instance}`, "img-src data:; style-src 'unsafe-inline'"],
      ...[`frame-src ${instance}`, `connect-src ${instance}`],
    ].join('; ');
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://shop');
    const [invoice, instance] = [searchParams.get('invoice'), searchParams.get('instance') ?? instanceUrl];
    const key = searchParams.get('key') ?? kid;
    const element = invoice === null ? '' : `<quittance-checkout invoice="${invoice}"></quittance-checkout>`;
    response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policyFor(instance) });
    response.end(`<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <style>body { font: italic 30px serif; text-transform: uppercase; }
        div, p, span, button { color: red !important; float: right }</style><main><h1>Your order</h1>
      <script>var heard = [], events = [];
        addEventListener('message', (one) => heard.push([one.origin, one.data.type, one.data.invoice_id]));
        for (const type of ['seen', 'paid', 'expired', 'closed'])
          document.addEventListener('quittance.' + type, (one) => events.push(one.type));</script>
      <script src="${instance}/embed.js"${key === '' ? '' : ` data-key="${key}"`}></script>${element}</main>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    server,
    origin,
    pageOf: (invoice, options = {}) =>
      `${origin}/?${new URLSearchParams({ ...(invoice === null ? {} : { invoice }), ...options })}`,
  };
}

export function checkoutFrame(page: Page): FrameLocator {
  return page.frameLocator('quittance-checkout iframe');
}

/** Waits until the shop's page shows this state of the payment. */
export async function checkBecomes(page: Page, wanted: string, why = 'the payment'): Promise<void> {
  await until(
    async () => (await page.evaluate(`document.querySelector('quittance-checkout')?.check`)) === wanted,
    `the check to say ${wanted} of ${why}`,
  );
}
