// GET and POST /link/{slug}: anybody opens it, says how much where that is open, and gets an invoice to pay.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Currency, currencyOf } from '../../../core/money/currency.ts';
import { enteredRemedy, readEntered } from '../../../core/money/entered-amount.ts';
import { Problem } from '../../../core/problem.ts';
import type { HtmlPage } from '../../../io/http/browser/html-page.ts';
import { readForm } from '../../../io/http/browser/read-form.ts';
import { type App, findApp } from '../../apps/store.ts';
import type { Instance } from '../../instance.ts';
import { findPaymentLinkBySlug, type PaymentLink } from '../store.ts';
import { closedPage, linkPage } from './link-page.ts';
import { newFormKey, type openInvoiceMaker, readFormKey } from './make-open-invoice.ts';
import { isSlug, type SentForm, sentText, tooMany } from './sent-form.ts';

type Slugged = { Params: { slug: string }; Body: SentForm | null };

interface Opened {
  readonly link: PaymentLink;
  readonly app: App;
  readonly currency: Currency;
}

/** To be registered as a plugin of its own: it reads forms. */
export function linkPages(instance: Instance, makeOpenInvoice: ReturnType<typeof openInvoiceMaker>) {
  const { publicUrl } = instance;
  const form = (opened: Opened, key: string, more: { entered?: string; fault?: string } = {}) =>
    linkPage({ ...opened, publicUrl, key, ...more });
  return async (app: FastifyInstance): Promise<void> => {
    readForm(app);
    app.get<Slugged>('/link/:slug', async ({ params }, reply) => {
      const opened = await openLink(instance, params.slug);
      return opened === null ? show(reply, 404, unknown) : show(reply, 200, form(opened, newFormKey(instance)));
    });
    app.post<Slugged>('/link/:slug', async (request, reply) => {
      const opened = await openLink(instance, request.params.slug);
      if (opened === null) return show(reply, 404, unknown);
      const { app: shop, link, currency } = opened;
      const key = readFormKey(instance, sentText(request.body, 'key'));
      const entered = sentText(request.body, 'total') ?? '';
      const total = link.total ?? readEntered(entered, currency);
      if (typeof total !== 'bigint')
        return show(reply, 422, form(opened, key, { entered, fault: enteredRemedy(total, currency) }));
      const params = {
        ...{ app: shop, total, currency: currency.code, name: link.slug, key },
        ...{ description: link.description, metadata: { payment_link: link.slug } },
      };
      const made = await makeOpenInvoice(params, request.ip).catch(tooMany);
      if (made instanceof Problem) return show(reply.headers(made.headers), 429, busy);
      if ('reason' in made) {
        if (made.reason === 'no_coin' && link.total === null)
          return show(reply, 422, form(opened, key, { entered, fault: outOfBounds }));
        return show(reply, 503, away);
      }
      return reply.redirect(`${publicUrl}/pay/${made.id}`, 303);
    });
  };
}

/** null for a link that there is none of, or whose app is archived. */
async function openLink(instance: Instance, slug: string): Promise<Opened | null> {
  const db = instance.db.publicReads;
  const link = isSlug(slug) ? await findPaymentLinkBySlug(db, slug) : null;
  const app = link === null ? null : await findApp(db, link.appId);
  const currency = link === null ? null : currencyOf(link.currency);
  return link === null || app === null || app.archivedAt !== null || currency === null ? null : { link, app, currency };
}

function show(reply: FastifyReply, status: number, page: HtmlPage): FastifyReply {
  return reply.code(status).headers(page.headers).send(page.html);
}

const unknown = closedPage('This link leads nowhere', 'There is no such payment link, or it was closed. Ask the shop.');
const away = closedPage(
  'Nobody can pay here right now',
  'No coin of this shop can be paid with at this moment. Try again in a few minutes, or ask the shop.',
);
const busy = closedPage('Too many at once', 'Many payments were begun from here in a short time. Wait a moment.');
const outOfBounds = 'The shop takes no payments of this amount. Enter another one, or ask the shop.';
