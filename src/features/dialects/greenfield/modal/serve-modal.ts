// GET /modal/btcpay.js: the script with which shops show the checkout over their page. GET /i/{id}: the address of a
// checkout in BTCPay Server.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { greenfieldWords } from '../../../../core/dialect/greenfield-words.ts';
import { orderSituation } from '../../../../core/dialect/order-situation.ts';
import { compressPage } from '../../../../io/http/browser/compress-page.ts';
import { isUuid } from '../../../../io/http/schemas.ts';
import { once } from '../../../../io/lazy.ts';
import { serviceTexts } from '../../../../io/words/service-texts.ts';
import type { Instance } from '../../../instance.ts';
import { findInvoice } from '../../../money/ledger/invoice-store.ts';

export function serveModal(app: FastifyInstance, instance: Pick<Instance, 'db' | 'publicUrl'>): void {
  const script = once(async () => readScript());
  app.get('/modal/btcpay.js', async ({ headers }, reply) => {
    const { text, etag } = await script();
    reply.headers({ ...scriptHeaders, etag });
    if (headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    const { content, headers: coding } = await compressPage(text, headers['accept-encoding']);
    return reply.headers(coding).send(content);
  });
  // The page of the shop asks, which has another origin.
  app.get<{ Params: { id: string } }>('/modal/invoice/:id', async ({ params: { id } }, reply) => {
    const invoice = isUuid(id) ? await findInvoice(instance.db.publicReads, id) : null;
    if (invoice === null) return reply.callNotFound();
    const status = greenfieldWords.query.values[orderSituation(invoice)];
    return reply.headers(statusHeaders).send({ invoiceId: invoice.id, status });
  });
  app.get<{ Params: { id: string } }>('/i/:id', ({ params: { id } }, reply) =>
    reply.redirect(`${instance.publicUrl}/pay/${encodeURIComponent(id)}`, 302),
  );
}

function readScript(): { readonly text: string; readonly etag: string } {
  const source = readFileSync(new URL('btcpay.js', import.meta.url), 'utf8');
  const words = Object.fromEntries(serviceTexts.map(({ code, modal }) => [code, modal]));
  const text = source.replace('WORDS_OF_ALL_LANGUAGES', () => JSON.stringify(words));
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` };
}

const openToPages = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
};

/** The address never changes, so the short cache time brings a new version into use within minutes. */
const scriptHeaders = {
  ...openToPages,
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'public, max-age=300',
};
const statusHeaders = { ...openToPages, 'cache-control': 'no-store' };
