// A language is one file: with it alone, the checkout, its language menu and the mailed receipt appear in that
// language.
import assert from 'node:assert/strict';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import fastify, { type FastifyInstance } from 'fastify';
import type { PageActs } from '../../../src/features/selling/checkout/drawn/page-acts.ts';
import { checkoutPage } from '../../../src/features/selling/checkout/page.ts';
import { type Receipt, receiptMail } from '../../../src/features/selling/checkout/receipt/receipt-mail.ts';
import { localeFaults } from '../../../src/io/words/locale-faults.ts';
import { type Locale, localesDirectory, readLocales, sectionNames } from '../../../src/io/words/locale-file.ts';
import { compileServiceTexts } from '../../../src/io/words/service-texts.ts';
import { prepareWords } from '../../../src/io/words/service-words.ts';
import { buildCheckout } from '../../../web/checkout/build.ts';
import { checkoutTextFiles } from '../../../web/checkout/words/build.ts';
import { sampleInvoice, sampleTransaction } from '../../rig/browser/sample-payment.ts';

const publicUrl = 'https://pay.example';
const now = '2026-11-01T12:00:00.000Z';
const invoiceId = '3f0c9a52-6a55-4f0e-9d55-1f1f6f1f2a11';
let scratch: string;
let server: FastifyInstance;
let locales: readonly Locale[];

before(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'new-language-'));
  const folder = join(scratch, 'locales');
  await cp(localesDirectory, folder, { recursive: true });
  await writeFile(join(folder, 'ur.json'), JSON.stringify(inventedLocale()));
  locales = readLocales(folder);
  const distDirectory = join(scratch, 'dist');
  await cp(await buildCheckout({ if: 'missing or stale' }), distDirectory, { recursive: true });
  for (const { fileName, source } of checkoutTextFiles(locales)) await writeFile(join(distDirectory, fileName), source);
  const acts: PageActs = { choose: async () => undefined, claim: async () => true };
  const invoice = { ...sampleInvoice, id: invoiceId, order: { items: [{ name: 'Hat', quantity: 3, price: '1.00' }] } };
  const app = { id: 'a', name: 'Linen', slug: null, url: null, image: null, support: null };
  const seed = async () => ({ now, app, invoice, transactions: [sampleTransaction], offers: [] });
  server = fastify();
  await server.register(checkoutPage({ builtPage: async () => distDirectory, publicUrl, seed, acts }));
});

after(async () => {
  await server?.close();
  await rm(scratch, { recursive: true });
});

test('a complete file passes the check of translations', () => {
  assert.deepEqual(localeFaults(added(), locales[0] as Locale), []);
});

test('the checkout is drawn in the language and direction of the file, and all others offer it', async () => {
  const { body, headers } = await server.inject(`/pay/${invoiceId}?lang=ur`);
  assert.match(body, /^<!doctype html>\s*<html lang="ur" dir="rtl">/i);
  assert.equal(headers['content-language'], 'ur');
  assert.ok(
    body.includes('«Awaiting payment of \u2066\u20680.05\u2069 \u2068ETH\u2069\u2069.»'),
    'the state, for screen readers',
  );
  assert.match(body, /data-rest="\/assets\/checkout\/words-ur-[0-9a-f]{8}\.json"/);
  const german = (await server.inject(`/pay/${invoiceId}?lang=de`)).body;
  assert.match(german, /<a href="\?lang=ur" lang="ur" hreflang="ur">Invented<\/a>/);
});

test('the receipt is mailed in the language of the file', () => {
  const words = prepareWords(compileServiceTexts(added()));
  const invoice = {
    id: invoiceId,
    currency: 'USD',
    reference: 'R-1',
    paidAt: new Date(now),
    paid: 4990n,
    total: 4990n,
    refunded: 990n,
  };
  const receipt = { to: 'customer@shop.example', app: { name: 'Linen' }, payments: [], isSandbox: false };
  const mail = receiptMail({ publicUrl, catalog: {} } as unknown as Parameters<typeof receiptMail>[0], {
    ...({ ...receipt, isAsked: true, words } as Pick<Receipt, Exclude<keyof Receipt, 'invoice'>>),
    invoice: invoice as Receipt['invoice'],
  });
  assert.equal(mail.subject, '«Your receipt from \u2068Linen\u2069»');
  assert.match(mail.text, /^«\u2068Linen\u2069 has received your payment of /);
  assert.match(mail.text, /^«Refunded: .*9[.,]90.*»$/m);
  assert.ok(mail.text.endsWith(`/pay/${invoiceId}/receipt?lang=ur`));
});

function added(): Locale {
  return locales.find(({ code }) => code === 'ur') as Locale;
}

/** The English texts between marks that no other language has, read from right to left. */
function inventedLocale(): object {
  const english = readLocales()[0] as Locale;
  const sections = sectionNames.map((section) => [section, mapped(english.sections[section])]);
  return { name: 'Invented', direction: 'rtl', ...Object.fromEntries(sections) };
}

function mapped(groups: Locale['sections']['checkout']): object {
  return Object.fromEntries(
    Object.entries(groups).map(([group, messages]) => [
      group,
      Object.fromEntries(Object.entries(messages).map(([name, text]) => [name, `«${text}»`])),
    ]),
  );
}
