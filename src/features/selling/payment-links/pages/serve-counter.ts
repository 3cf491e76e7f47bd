// GET and POST /counter/{app slug}: a till in the browser. Anyone who opens it can make invoices that pay the shop, and
// sees only those.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { currencyOf } from '../../../../core/money/currency.ts';
import { readEntered } from '../../../../core/money/entered-amount.ts';
import { Problem } from '../../../../core/problem.ts';
import { amountRemedy } from '../../../../core/words/amount-remedy.ts';
import { builtFiles, serveAssets } from '../../../../io/http/browser/built-files.ts';
import { escapeHtml } from '../../../../io/http/browser/html-page.ts';
import { readForm } from '../../../../io/http/browser/read-form.ts';
import { once } from '../../../../io/lazy.ts';
import type { Instance } from '../../../instance.ts';
import { checkoutUrl } from '../../../money/ledger/invoice-view.ts';
import { type App, findAppBySlug } from '../../../people/apps/store.ts';
import { bringSlugUpToDate, redirectOf } from '../slug-moves/follow-slug.ts';
import { newestCurrency } from '../store.ts';
import { closedPage } from './link-page.ts';
import { type openInvoiceMaker, readFormKey } from './make-open-invoice.ts';
import { languageSwitch, type PageReader, readerOf } from './page-reader.ts';
import { isSlug, type SentForm, sentText, tooMany } from './sent-form.ts';

/** The lifetime of an invoice made at the counter, where the customer pays at once. */
const saleSeconds = 1_800;

type Slugged = { Params: { slug: string }; Querystring: { currency?: string }; Body: SentForm | null };

export interface CounterOptions {
  readonly makeOpenInvoice: ReturnType<typeof openInvoiceMaker>;
  /** Returns the folder of the built page, as in web/counter/build.ts. Called at the first request. */
  readonly builtCounter: () => Promise<string>;
}

/** Register it as a separate plugin, because it parses forms. */
export function counterPages(instance: Instance, { makeOpenInvoice, builtCounter }: CounterOptions) {
  const files = once(async () => builtFiles(await builtCounter(), 'counter'));
  const refuseOrFollow = async (request: FastifyRequest<Slugged>, reply: FastifyReply, reader: PageReader) => {
    const place = await redirectOf(instance, 'app', request);
    if (place !== null) return reply.redirect(place, 308);
    return refuse(reply, request, reader, { status: 404, message: reader.words.counter.till.unknown });
  };
  return async (server: FastifyInstance): Promise<void> => {
    readForm(server);
    server.get<Slugged>('/counter/:slug', async (request, reply) => {
      const app = await openShop(instance, request.params.slug);
      const reader = readerOf(request);
      if (app === null) return refuseOrFollow(request, reply, reader);
      const asked = currencyOf(String(request.query.currency ?? '').toUpperCase())?.code ?? null;
      const currency = asked ?? (await newestCurrency(instance.db.publicReads, app.id)) ?? 'USD';
      const page = counterPage((await files()).page, { app, currency, isAsked: asked !== null, reader });
      return reply.headers({ ...pageHeaders(instance.publicUrl), ...reader.headers }).send(page);
    });
    server.post<Slugged>('/counter/:slug', async (request, reply) => {
      const app = await openShop(instance, request.params.slug);
      const reader = readerOf(request);
      if (app === null) return refuseOrFollow(request, reply, reader);
      const sale = await sell(instance, makeOpenInvoice, { app, request, reader });
      if ('message' in sale) return refuse(reply, request, reader, sale);
      const url = checkoutUrl(instance, sale.id);
      if (!wantsJson(request)) return reply.redirect(`${url}${reader.query}`, 303);
      return reply.code(201).header('cache-control', 'no-store').send({ id: sale.id, checkout_url: url });
    });
    serveAssets(server, 'counter', files);
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
  { app, request, reader }: { app: App; request: FastifyRequest<Slugged>; reader: PageReader },
): Promise<{ readonly id: string } | Refused> {
  const { till } = reader.words.counter;
  const currency = currencyOf(sentText(request.body, 'currency') ?? '');
  if (currency === null) return { status: 422, message: till.chooseCurrency };
  const total = readEntered(sentText(request.body, 'total') ?? '', currency);
  if (typeof total !== 'bigint') {
    const { amount } = reader.words.links;
    return { status: 422, message: amountRemedy(total, currency, amount, reader.language.code) };
  }
  const key = readFormKey(instance, sentText(request.body, 'key'));
  const sold = { name: 'counter', description: null, metadata: { counter: app.slug ?? '' } };
  const params = { app, total, currency: currency.code, key, ...sold, expiresInSeconds: saleSeconds };
  const made = await makeOpenInvoice(params, request.ip).catch(tooMany);
  if (made instanceof Problem) return { status: 429, message: till.busy, headers: made.headers };
  if (!('reason' in made)) return made;
  // Another amount may be within the bounds of a coin. Other reasons are temporary or must be fixed by the shop.
  const isTotal = made.reason === 'no_coin' || made.reason === 'below_minimum';
  return { status: isTotal ? 422 : 503, message: till[textOf[made.reason ?? ''] ?? 'away'] };
}

/** Returns null if no app has the slug. Archived apps have none. */
async function openShop(instance: Instance, slug: string): Promise<App | null> {
  if (isSlug(slug)) await bringSlugUpToDate(instance, 'app', slug);
  const app = isSlug(slug) ? await findAppBySlug(instance.db.publicReads, slug) : null;
  return app === null || app.archivedAt !== null ? null : app;
}

interface CounterPage {
  readonly app: App;
  readonly currency: string;
  /** Whether the address names the currency. */
  readonly isAsked: boolean;
  readonly reader: PageReader;
}

/** Renders a form for browsers without a script in the place of the till. The script gets the texts of one language. */
function counterPage(built: string, { app, currency, isAsked, reader }: CounterPage): string {
  const { id, name, slug, settings } = app;
  const { language, words } = reader;
  const { till } = words.counter;
  const spoken = { language, texts: words.counterTexts };
  const seed = JSON.stringify({ app: { id, name, slug }, color: settings.branding.color, currency, ...spoken });
  const action = `/counter/${encodeURIComponent(slug ?? '')}${reader.query}`;
  const form = `<form class="fallback" method="post" action="${escapeHtml(action)}">
<h1>${escapeHtml(name)}</h1><label for="total">${escapeHtml(words.links.link.amountIn({ currency }))}</label>
<input id="total" name="total" inputmode="decimal" autocomplete="off" dir="ltr" maxlength="40" required>
<input type="hidden" name="currency" value="${currency}">
<button class="primary">${escapeHtml(till.showCode)}</button></form>`;
  const foot = languageSwitch(reader, isAsked ? { currency } : {});
  return built
    .replace('<html lang="en">', () => `<html lang="${language.code}" dir="${language.direction}">`)
    .replace('<title>Counter</title>', () => `<title>${escapeHtml(`${name} · ${till.title}`)}</title>`)
    .replace('<main id="counter"></main>', () => `<main id="counter">${form}</main>${foot}`)
    .replace(
      '</head>',
      () => `<script type="application/json" id="seed">${seed.replaceAll('<', '\\u003c')}</script></head>`,
    );
}

function wantsJson({ headers }: FastifyRequest<Slugged>): boolean {
  return headers.accept?.includes('application/json') === true;
}

function refuse(
  reply: FastifyReply,
  request: FastifyRequest<Slugged>,
  reader: PageReader,
  { status, message, headers = {} }: Refused,
): FastifyReply {
  reply.code(status).headers(headers);
  if (request.method === 'POST' && wantsJson(request)) return reply.send({ message });
  const page = closedPage(reader.words.counter.till.title, message, reader);
  return reply.headers(page.headers).send(page.html);
}

/** The texts for the reasons why an invoice cannot be paid. */
const textOf: Readonly<Record<string, 'noCoin' | 'noAddress' | 'noRate' | 'networkAway'>> = {
  no_coin: 'noCoin',
  below_minimum: 'noCoin',
  no_address: 'noAddress',
  no_rate: 'noRate',
  network_away: 'networkAway',
};

/** Allows no inline code, nothing from other origins, and no frame around the page. */
const pageHeaders = (publicUrl: string): Readonly<Record<string, string>> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    // The form redirects to the invoice at the address that browsers use for the service.
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
