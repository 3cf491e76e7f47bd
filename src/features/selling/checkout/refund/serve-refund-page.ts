// GET and POST /refund/{id}: the customer's page of a refund, with the form for the address. It needs no script.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../../../core/problem.ts';
import { isSameOrigin } from '../../../../io/http/browser/same-origin.ts';
import { problemOf } from '../../../../io/http/problem-answer.ts';
import type { Form } from '../drawn/page-acts.ts';
import { type PageDocument, quietDocument, type Shell } from '../drawn/page-document.ts';
import type { PageDrawing, RefusedForm } from '../drawn/page-drawing.ts';
import { type PageLanguages, pageLanguage, rememberedLanguage } from '../page-language.ts';
import type { RefundActs } from './refund-acts.ts';
import type { RefundData } from './refund-data.ts';

/** The built checkout, and the address of the service. */
export interface BuiltRefundPage {
  readonly publicUrl: string;
  readonly publicPath: string;
  readonly shell: Shell;
  readonly drawing: PageDrawing;
  readonly languages: PageLanguages;
  /** The path of the page's script, below `publicPath`. */
  readonly refundScript: string;
}

export interface RefundPageOptions {
  /** `on`: the asset that the customer chose, if they may. Returns null for an unknown refund. */
  readonly read: (id: string, on: string | undefined) => Promise<RefundData | null>;
  readonly acts: RefundActs;
  /** Counts a form like an API request from the same address. Throws Problem rate_limited. */
  readonly countForm?: ((address: string) => Promise<unknown>) | undefined;
  readonly built: () => Promise<BuiltRefundPage>;
  readonly send: (request: FastifyRequest, reply: FastifyReply, page: PageDocument) => Promise<FastifyReply>;
}

interface Addressed {
  Params: { id: string };
  Querystring: Form;
  Body: Form | null;
}
type Request = FastifyRequest<Addressed>;

/** The server must parse forms. */
export function serveRefundPage(server: FastifyInstance, options: RefundPageOptions): void {
  server.get<Addressed>('/refund/:id', (request, reply) => show(options, request, reply, null));
  server.post<Addressed>('/refund/:id', async (request, reply) => {
    const form = request.body ?? {};
    try {
      const built = await options.built();
      if (!isSameOrigin(request.headers, built.publicUrl)) throw new Problem('forbidden');
      await options.countForm?.(request.ip);
      const by = { ip: request.ip, userAgent: request.headers['user-agent'] ?? null };
      await options.acts.give(request.params.id, { ...form, on: request.query.on }, by);
      const { lang } = request.query;
      const query = lang === undefined ? '' : `?${new URLSearchParams({ lang })}`;
      return await reply.redirect(`/refund/${request.params.id}${query}`, 303);
    } catch (error) {
      const problem = problemOf(error);
      if (problem.code === 'internal_error') throw error;
      return show(options, request, reply.headers(problem.headers), { problem, form });
    }
  });
}

interface Refused {
  readonly problem: Problem;
  readonly form: Form;
}

async function show(
  { built, read, send }: RefundPageOptions,
  request: Request,
  reply: FastifyReply,
  refused: Refused | null,
): Promise<FastifyReply> {
  const { shell, drawing, languages, publicUrl, publicPath, refundScript } = await built();
  const data = await read(request.params.id, request.query.on);
  const { cookie, 'accept-language': acceptLanguage, 'sec-fetch-site': site } = request.headers;
  const { lang: asked } = request.query;
  const language = pageLanguage(languages, { asked, cookie, told: data?.language, acceptLanguage });
  const remembered = rememberedLanguage(languages, asked, site);
  if (remembered !== null) reply.header('set-cookie', remembered);
  const url = `${publicUrl}${request.url}`;
  const drawn = drawing.drawRefund({ data, url, language, refused: refused === null ? null : refusal(refused) });
  const page = quietDocument(shell, drawn, { language, script: `${publicPath}/${refundScript}` });
  return send(request, reply.code(data === null ? 404 : (refused?.problem.status ?? 200)), page);
}

/** A private key is never shown again. */
function refusal({ problem: { code, errors }, form }: Refused): RefusedForm {
  const { field = null, code: reason = null } = errors?.[0] ?? {};
  const value = field === 'to' && reason !== 'private_key' ? (form.to ?? '') : '';
  return { code, field, reason, value };
}

/** Returns the path of the page's script in the built folder. Throws if there is none. */
export async function refundScriptOf(folder: string): Promise<string> {
  const names = await readdir(join(folder, 'assets/checkout'));
  const name = names.find((one) => /^refund-[\w-]+\.js$/.test(one));
  if (name === undefined) throw new Error(`The built checkout has no script for the refund page: ${folder}`);
  return `assets/checkout/${name}`;
}
