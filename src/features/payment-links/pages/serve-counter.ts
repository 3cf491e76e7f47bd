// GET and POST /counter/{app slug}: a till on any phone. Whoever opens it can make invoices that pay the shop, and see
// those alone: it knows of no other.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { currencyOf } from '../../../core/money/currency.ts';
import { enteredRemedy, readEntered } from '../../../core/money/entered-amount.ts';
import { Problem } from '../../../core/problem.ts';
import { builtFiles } from '../../../io/http/browser/built-files.ts';
import { escapeHtml } from '../../../io/http/browser/html-page.ts';
import { readForm } from '../../../io/http/browser/read-form.ts';
import { once } from '../../../io/once.ts';
import { type App, findAppBySlug } from '../../apps/store.ts';
import type { Instance } from '../../instance.ts';
import { newestCurrency } from '../store.ts';
import { closedPage } from './link-page.ts';
import { type openInvoiceMaker, readFormKey } from './make-open-invoice.ts';
import { isSlug, type SentForm, sentText, tooMany } from './sent-form.ts';

/** Of a sale at the counter: nobody stands there for longer. */
const saleSeconds = 1_800;

type Slugged = { Params: { slug: string }; Querystring: { currency?: string }; Body: SentForm | null };

export interface CounterOptions {
  readonly makeOpenInvoice: ReturnType<typeof openInvoiceMaker>;
  /** The folder of the built page, as web/counter/build.ts answers it, when somebody first asks. */
  readonly builtCounter: () => Promise<string>;
}

/** To be registered as a plugin of its own: it reads forms. */
export function counterPages(instance: Instance, { makeOpenInvoice, builtCounter }: CounterOptions) {
  const files = once(async () => builtFiles(await builtCounter(), 'counter'));
  return async (server: FastifyInstance): Promise<void> => {
    readForm(server);
    server.get<Slugged>('/counter/:slug', async ({ params, query }, reply) => {
      const app = await openShop(instance, params.slug);
      if (app === null) return refuse(reply, 404, unknown);
      const wanted = currencyOf(String(query.currency ?? '').toUpperCase())?.code;
      const currency = wanted ?? (await newestCurrency(instance.db.publicReads, app.id)) ?? 'USD';
      return reply.headers(pageHeaders(instance.publicUrl)).send(counterPage((await files()).page, app, currency));
    });
    server.post<Slugged>('/counter/:slug', async (request, reply) => {
      const app = await openShop(instance, request.params.slug);
      if (app === null) return refuse(reply, 404, unknown, request);
      const sale = await sell(instance, makeOpenInvoice, app, request);
      if ('message' in sale) return refuse(reply.headers(sale.headers ?? {}), sale.status, sale.message, request);
      const url = `${instance.publicUrl}/pay/${sale.id}`;
      if (!wantsJson(request)) return reply.redirect(url, 303);
      return reply.code(201).header('cache-control', 'no-store').send({ id: sale.id, checkout_url: url });
    });
    server.get<{ Params: { name: string } }>('/assets/counter/:name', async ({ params, headers }, reply) => {
      const asset = await (await files()).asset(params.name, headers['accept-encoding']);
      return asset === null ? reply.callNotFound() : reply.headers(asset.headers).send(asset.content);
    });
  };
}

interface Refused {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function sell(
  instance: Instance,
  makeOpenInvoice: CounterOptions['makeOpenInvoice'],
  app: App,
  request: FastifyRequest<Slugged>,
): Promise<{ readonly id: string } | Refused> {
  const currency = currencyOf(sentText(request.body, 'currency') ?? '');
  if (currency === null) return { status: 422, message: 'Choose a currency.' };
  const total = readEntered(sentText(request.body, 'total') ?? '', currency);
  if (typeof total !== 'bigint') return { status: 422, message: enteredRemedy(total, currency) };
  const key = readFormKey(instance, sentText(request.body, 'key'));
  const sold = { name: 'counter', description: null, metadata: { counter: app.slug ?? '' } };
  const params = { app, total, currency: currency.code, key, ...sold, expiresInSeconds: saleSeconds };
  const made = await makeOpenInvoice(params, request.ip).catch(tooMany);
  if (made instanceof Problem) return { status: 429, message: busy, headers: made.headers };
  return 'reason' in made ? { status: 503, message: notPayable[made.reason ?? ''] ?? away } : made;
}

/** null for a slug that no app has, which archived ones have not either. */
async function openShop(instance: Instance, slug: string): Promise<App | null> {
  const app = isSlug(slug) ? await findAppBySlug(instance.db.publicReads, slug) : null;
  return app === null || app.archivedAt !== null ? null : app;
}

/** A form for browsers without script stands where the till is drawn. */
function counterPage(built: string, { id, name, slug, settings }: App, currency: string): string {
  const seed = JSON.stringify({ app: { id, name, slug }, color: settings.branding.color, currency });
  const form = `<form class="fallback" method="post" action="/counter/${escapeHtml(encodeURIComponent(slug ?? ''))}">
<h1>${escapeHtml(name)}</h1><label for="total">Amount in ${currency}</label>
<input id="total" name="total" inputmode="decimal" autocomplete="off" maxlength="40" required>
<input type="hidden" name="currency" value="${currency}"><button class="primary">Show the code</button></form>`;
  return built
    .replace('<title>Counter</title>', () => `<title>${escapeHtml(name)} · Counter</title>`)
    .replace('<main id="counter"></main>', () => `<main id="counter">${form}</main>`)
    .replace(
      '</head>',
      () => `<script type="application/json" id="seed">${seed.replaceAll('<', '\\u003c')}</script></head>`,
    );
}

function wantsJson({ headers }: FastifyRequest<Slugged>): boolean {
  return headers.accept?.includes('application/json') === true;
}

function refuse(reply: FastifyReply, status: number, message: string, request?: FastifyRequest<Slugged>): FastifyReply {
  if (request !== undefined && wantsJson(request)) return reply.code(status).send({ message });
  const page = closedPage('The counter', message);
  return reply.code(status).headers(page.headers).send(page.html);
}

const unknown = 'There is no such counter. Its address ends with the short name (slug) of the shop’s app.';
const busy = 'Many sales were begun from here in a short time. Wait a moment.';
const away = 'Nobody can pay this right now. Try again in a few minutes.';
const notPayable: Readonly<Record<string, string>> = {
  no_coin: 'The shop takes no coin for this amount.',
  no_address: 'The shop has no address to be paid at.',
  no_rate: 'There is no price for any of the shop’s coins in this currency right now.',
  network_away: 'None of the shop’s networks can be reached right now.',
};

/** Nothing within the page, nothing from elsewhere, and no page around it. */
const pageHeaders = (publicUrl: string): Readonly<Record<string, string>> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    // A form is sent on to the invoice, wherever browsers reach the instance.
    `form-action 'self' ${new URL(publicUrl).origin}`,
    "frame-ancestors 'none'",
  ].join('; '),
  'cache-control': 'no-store',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex, nofollow',
});
