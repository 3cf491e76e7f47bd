// GET and POST /link/{slug}: a public page on which a visitor enters an amount, if it is open, and gets an invoice.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Currency, currencyOf } from '../../../../core/money/currency.ts';
import { readEntered } from '../../../../core/money/entered-amount.ts';
import { Problem } from '../../../../core/problem.ts';
import { amountRemedy } from '../../../../core/words/amount-remedy.ts';
import type { HtmlPage } from '../../../../io/http/browser/html-page.ts';
import { readForm } from '../../../../io/http/browser/read-form.ts';
import type { Instance } from '../../../instance.ts';
import { type App, findApp } from '../../../people/apps/store.ts';
import { bringSlugUpToDate, redirectOf } from '../slug-moves/follow-slug.ts';
import { findPaymentLinkBySlug, type PaymentLink } from '../store.ts';
import { closedPage, type LinkPageParams, linkPage } from './link-page.ts';
import { newFormKey, type openInvoiceMaker, readFormKey } from './make-open-invoice.ts';
import { type PageReader, readerOf } from './page-reader.ts';
import { isSlug, type SentForm, sentText, tooMany } from './sent-form.ts';

type Slugged = { Params: { slug: string }; Body: SentForm | null };

interface Opened {
  readonly link: PaymentLink;
  readonly app: App;
  readonly currency: Currency;
}

/** Register it as a separate plugin, because it parses forms. */
export function linkPages(instance: Instance, makeOpenInvoice: ReturnType<typeof openInvoiceMaker>) {
  const { publicUrl } = instance;
  const form = (shown: Opened & Pick<LinkPageParams, 'reader' | 'key' | 'entered' | 'fault'>) =>
    linkPage({ ...shown, publicUrl });
  const closeOrFollow = async (request: FastifyRequest<Slugged>, reply: FastifyReply, reader: PageReader) => {
    const place = await redirectOf(instance, 'payment_link', request);
    return place === null ? close(reply, 404, reader, 'unknown') : reply.redirect(place, 308);
  };
  return async (app: FastifyInstance): Promise<void> => {
    readForm(app);
    app.get<Slugged>('/link/:slug', async (request, reply) => {
      const opened = await openLink(instance, request.params.slug);
      const reader = readerOf(request);
      reply.headers(reader.headers);
      if (opened === null) return closeOrFollow(request, reply, reader);
      return show(reply, 200, form({ ...opened, reader, key: newFormKey(instance) }));
    });
    app.post<Slugged>('/link/:slug', async (request, reply) => {
      const opened = await openLink(instance, request.params.slug);
      const reader = readerOf(request);
      if (opened === null) return closeOrFollow(request, reply, reader);
      const { app: shop, link, currency } = opened;
      const { link: words, amount } = reader.words.links;
      const key = readFormKey(instance, sentText(request.body, 'key'));
      const entered = sentText(request.body, 'total') ?? '';
      const refuse = (fault: string) => show(reply, 422, form({ ...opened, reader, key, entered, fault }));
      const total = link.total ?? readEntered(entered, currency);
      if (typeof total !== 'bigint') return refuse(amountRemedy(total, currency, amount, reader.language.code));
      const params = {
        app: shop,
        total,
        currency: currency.code,
        name: link.slug,
        key,
        description: link.description,
        metadata: { payment_link: link.slug },
      };
      const made = await makeOpenInvoice(params, request.ip).catch(tooMany);
      if (made instanceof Problem) return close(reply.headers(made.headers), 429, reader, 'busy');
      if ('reason' in made) {
        const isOutOfBounds = made.reason === 'no_coin' && link.total === null;
        return isOutOfBounds ? refuse(words.outOfBounds) : close(reply, 503, reader, 'away');
      }
      return reply.redirect(`${publicUrl}/pay/${made.id}${reader.query}`, 303);
    });
  };
}

/** Returns null for an unknown link and for a link of an archived app. */
async function openLink(instance: Instance, slug: string): Promise<Opened | null> {
  const db = instance.db.publicReads;
  if (isSlug(slug)) await bringSlugUpToDate(instance, 'payment_link', slug);
  const link = isSlug(slug) ? await findPaymentLinkBySlug(db, slug) : null;
  const app = link === null ? null : await findApp(db, link.appId);
  const currency = link === null ? null : currencyOf(link.currency);
  return link === null || app === null || app.archivedAt !== null || currency === null ? null : { link, app, currency };
}

function show(reply: FastifyReply, status: number, page: HtmlPage): FastifyReply {
  return reply.code(status).headers(page.headers).send(page.html);
}

/** Shows the reason why there is no form. */
function close(
  reply: FastifyReply,
  status: number,
  reader: PageReader,
  why: 'unknown' | 'away' | 'busy',
): FastifyReply {
  const { link } = reader.words.links;
  return show(reply, status, closedPage(link[`${why}Title`], link[why], reader));
}
