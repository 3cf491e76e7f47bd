// Serves the checkout: the page of an invoice, the forms for customers without a script, the receipt, the page of a
// refund, and immutable assets.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../../core/problem.ts';
import { outerHtml, publicPathOf } from '../../../core/urls/public-path.ts';
import { scriptTags } from '../../../core/urls/script-tags.ts';
import type { Environment } from '../../../io/environment.ts';
import { builtFiles, serveAssets } from '../../../io/http/browser/built-files.ts';
import { compressPage } from '../../../io/http/browser/compress-page.ts';
import { readForm } from '../../../io/http/browser/read-form.ts';
import { isSameOrigin } from '../../../io/http/browser/same-origin.ts';
import { problemOf } from '../../../io/http/problem-answer.ts';
import { isUuid } from '../../../io/http/schemas.ts';
import { once } from '../../../io/lazy.ts';
import { type KeptPages, keptPages, type WrittenPage } from './drawn/kept-pages.ts';
import type { Form, PageActs } from './drawn/page-acts.ts';
import {
  drawnDocument,
  type PageDocument,
  pageShell,
  printedDocument,
  type Shell,
  undrawnDocument,
} from './drawn/page-document.ts';
import { type FormAnswer, type PageDrawing, pageDrawing } from './drawn/page-drawing.ts';
import {
  type PageLanguage,
  type PageLanguages,
  pageLanguage,
  readLanguages,
  rememberedLanguage,
} from './page-language.ts';
import { type RefundPageOptions, refundScriptOf, serveRefundPage } from './refund/serve-refund-page.ts';

export interface CheckoutPageOptions {
  /** Returns the folder of the built page, as in web/checkout/build.ts. Called at the first request. */
  readonly builtPage: () => Promise<string>;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  /** Scripts of this origin to load before the page's own, for example a demonstration wallet: '/demo-wallet.js'. */
  readonly extraScripts?: readonly string[];
  /**
   * Reads the initial data `{ now, invoice, transactions, app, offers }`, in the form of the public API, and the
   * origins that may frame the page. Returns null if there is no such invoice.
   */
  readonly seed: (invoiceId: string) => Promise<PageSeed | null>;
  readonly acts: PageActs;
  /** The settings for wallets that connect through WalletConnect. */
  readonly walletConnect?: Environment['walletConnect'];
  /** Without it there is no page for refunds. */
  readonly refunds?: Pick<RefundPageOptions, 'read' | 'acts'>;
  /** Counts a form like an API request from the same address. Throws Problem rate_limited. */
  readonly countForm?: (address: string) => Promise<unknown>;
}

export interface PageSeed {
  /** The time of reading, in ISO 8601. */
  readonly now: string;
  readonly invoice: { readonly id: string; readonly paid: string };
  /** In the syntax of Content-Security-Policy. */
  readonly embed_origins?: readonly string[];
  readonly wallet_connect?: { readonly relay: string; readonly project_id: string };
  /** The customer's language, as stated by the shop. */
  readonly language?: string;
  readonly [member: string]: unknown;
}

interface Serving extends CheckoutPageOptions {
  readonly shell: Shell;
  readonly drawing: PageDrawing;
  readonly languages: PageLanguages;
  readonly kept: KeptPages;
  readonly publicPath: string;
  readonly refundScript: string;
}

interface Addressed {
  Params: { invoiceId: string };
  Querystring: Form;
  Body: Form | null;
}

/**
 * Registers GET /pay/:invoiceId with its forms and receipt, /refund/:id, and GET /assets/checkout/*. Register it as a
 * separate plugin, because it parses forms.
 */
export function checkoutPage(options: CheckoutPageOptions): FastifyPluginAsync {
  return async (server) => {
    const extras = scriptTags(options.extraScripts ?? []);
    const built = once(async () => {
      const folder = await options.builtPage();
      return { folder, files: await builtFiles(folder, 'checkout') };
    });
    serveAssets(server, 'checkout', async () => (await built()).files);
    const publicPath = publicPathOf(options.publicUrl);
    const ready = once(async (): Promise<Serving> => {
      const { folder, files } = await built();
      const withExtras = outerHtml(
        files.page.replace('</head>', () => `${extras}</head>`),
        publicPath,
      );
      const drawing = await pageDrawing(folder);
      const languages = await readLanguages(folder, publicPath);
      const style = await styleOf(files.page, folder);
      const kept = keptPages();
      const shell = pageShell({ page: withExtras, style }, drawing);
      const refundScript = options.refunds === undefined ? '' : await refundScriptOf(folder);
      return { ...options, publicPath, drawing, languages, kept, shell, refundScript };
    });
    readForm(server);
    const { refunds, countForm } = options;
    if (refunds !== undefined) serveRefundPage(server, { ...refunds, countForm, built: ready, send });
    server.get<Addressed>('/pay/:invoiceId', async (request, reply) => {
      const answer = request.query.noted === undefined ? null : noted;
      return showPage(await ready(), { request, reply, answer, status: 200 });
    });
    server.get<Addressed>('/pay/:invoiceId/receipt', async (request, reply) =>
      showReceipt(await ready(), request, reply),
    );
    server.post<Addressed>('/pay/:invoiceId/choose', async (request, reply) =>
      act(await ready(), request, reply, async (invoiceId, form) => {
        await options.acts.choose(invoiceId, form);
        return {};
      }),
    );
    server.post<Addressed>('/pay/:invoiceId/claim', async (request, reply) =>
      act(await ready(), request, reply, async (invoiceId, form) =>
        (await options.acts.claim(invoiceId, form, request.ip)) ? {} : { noted: '' },
      ),
    );
  };
}

/** Returns the stylesheet that the built page links to; '' if there is none. */
async function styleOf(page: string, distDirectory: string): Promise<string> {
  const [, file] = /<link rel="stylesheet"[^>]* href="\/(assets\/checkout\/[\w.-]+)"/.exec(page) ?? [];
  return file === undefined ? '' : readFile(join(distDirectory, file), 'utf8');
}

type Request = FastifyRequest<Addressed>;

/** A claim that waits for the chain or for the merchant. */
const noted: FormAnswer = { kind: 'noted', status: 200, code: '', field: null, reason: null, message: '', value: '' };

interface Showing {
  readonly request: Request;
  readonly reply: FastifyReply;
  readonly answer: FormAnswer | null;
  readonly status: number;
}

async function showPage(serving: Serving, { request, reply, answer, status }: Showing): Promise<FastifyReply> {
  const seed = await seedOf(serving, request);
  const language = languageOf(serving, request, seed);
  const remembered = rememberedLanguage(serving.languages, request.query.lang, request.headers['sec-fetch-site']);
  if (remembered !== null) reply.header('set-cookie', remembered);
  const draw = () => documentOf(serving, seed, { request, answer, language });
  const isAnswer = seed === null || answer !== null;
  const document = isAnswer ? draw() : serving.kept(`${language.code} ${request.url}`, seed, draw);
  return send(request, reply.code(seed === null ? 404 : status), document);
}

function languageOf({ languages }: Serving, request: Request, seed: PageSeed | null): PageLanguage {
  const { cookie, 'accept-language': acceptLanguage } = request.headers;
  return pageLanguage(languages, { asked: askedLanguage(request), cookie, told: seed?.language, acceptLanguage });
}

/** Returns the language in the address. For a form, it is the address of the page with the form. */
function askedLanguage({ method, query, headers }: Request): string | undefined {
  if (method !== 'POST') return query.lang;
  return URL.parse(headers.referer ?? '')?.searchParams.get('lang') ?? undefined;
}

/** If rendering fails, returns the document that only the script can show. */
function documentOf(
  { shell, drawing, publicUrl }: Serving,
  seed: PageSeed | null,
  { request, answer, language }: Pick<Showing, 'request' | 'answer'> & { readonly language: PageLanguage },
): PageDocument {
  const url = `${publicUrl}${request.url}`;
  try {
    const drawn =
      seed === null ? drawing.drawNotFound(url, language) : drawing.drawCheckout({ seed, url, answer, language });
    return drawnDocument(shell, drawn, { seed, language });
  } catch (error) {
    request.log.error({ reqId: request.id, err: error }, 'the checkout page could not be rendered');
    return undrawnDocument(shell, { seed, language });
  }
}

/** Shows the receipt once a part of the invoice is paid; until then redirects to the page. */
async function showReceipt(serving: Serving, request: Request, reply: FastifyReply): Promise<FastifyReply> {
  const seed = await seedOf(serving, request);
  if (seed === null) return showPage(serving, { request, reply, answer: null, status: 404 });
  if (/^0*\.?0*$/.test(seed.invoice.paid)) return reply.redirect(`/pay/${seed.invoice.id}`, 303);
  const [url, language] = [`${serving.publicUrl}${request.url}`, languageOf(serving, request, seed)];
  const drawn = serving.drawing.drawReceipt({ seed, url, language });
  return send(request, reply, printedDocument(drawn, { seed, language }));
}

/** Handles a form and redirects to the page. On an error, shows the page with the reason. */
async function act(
  serving: Serving,
  request: Request,
  reply: FastifyReply,
  does: (invoiceId: string, form: Form) => Promise<Readonly<Record<string, string>>>,
): Promise<FastifyReply> {
  const form = request.body ?? {};
  try {
    if (!isSameOrigin(request.headers, serving.publicUrl)) throw new Problem('forbidden');
    await serving.countForm?.(request.ip);
    const invoiceId = idIn(request);
    if (invoiceId === null) throw new Problem('not_found');
    const added = await does(invoiceId, form);
    const lang = askedLanguage(request);
    const query = new URLSearchParams({ ...added, ...(lang === undefined ? {} : { lang }) }).toString();
    return await reply.redirect(`/pay/${invoiceId}${query === '' ? '' : `?${query}`}`, 303);
  } catch (error) {
    const problem = problemOf(error);
    if (problem.code === 'internal_error') throw error;
    const answer = refusal(problem, form);
    return showPage(serving, { request, reply: reply.headers(problem.headers), answer, status: problem.status });
  }
}

function refusal({ status, code, errors, detail }: Problem, form: Form): FormAnswer {
  const [fault] = errors ?? [];
  if (fault === undefined)
    return { kind: 'refused', status, code, field: null, reason: null, message: detail, value: '' };
  const { field, code: reason, message } = fault;
  return { kind: 'refused', status, code, field, reason, message, value: form[field] ?? '' };
}

async function seedOf({ seed, walletConnect }: Serving, request: Request): Promise<PageSeed | null> {
  const invoiceId = idIn(request);
  const known = invoiceId === null ? null : await seed(invoiceId);
  if (known === null || !walletConnect) return known;
  return { ...known, wallet_connect: { relay: walletConnect.relay, project_id: walletConnect.projectId } };
}

/** Returns null if the parameter is not an invoice id. */
function idIn({ params }: Request): string | null {
  return isUuid(params.invoiceId) ? params.invoiceId.toLowerCase() : null;
}

/**
 * Compression is safe here although the page contains text from merchants and customers: the page contains no session
 * secret. Any reader of the page knows its address, which is the only secret.
 */
async function send(
  request: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
  { html, headers }: PageDocument | WrittenPage,
): Promise<FastifyReply> {
  const compressed = await compressPage(html, request.headers['accept-encoding']);
  return reply
    .headers({ ...headers, ...compressed.headers })
    .type('text/html; charset=utf-8')
    .send(compressed.content);
}
