// The pages for "this was not me" and for changes of an e-mail address. Only their buttons act, because mail scanners
// follow links.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Problem } from '../../../../core/problem.ts';
import { escapeHtml, htmlPage } from '../../../../io/http/browser/html-page.ts';
import { readForm } from '../../../../io/http/browser/read-form.ts';
import { hashToken } from '../../../../io/secrets/token.ts';
import type { Instance } from '../../../instance.ts';
import { agreeToChange, stopChange } from '../email-change/change-email.ts';
import { findEmailChange } from '../email-change/email-change-store.ts';
import { beginAttempt } from '../sign-in/attempt-limit.ts';
import { findUser } from '../store.ts';
import { type EndDelegatedAccess, endAccess } from './end-access.ts';
import { findNotice, takeNotice } from './notice-store.ts';

type Form = Readonly<Record<string, string | undefined>>;
interface Shown {
  readonly status: number;
  readonly title: string;
  readonly body: string;
}

export interface LinkPages {
  readonly endDelegatedAccess: EndDelegatedAccess;
  /** Mails a link for choosing a new password to this address. */
  mailReset(email: string, address: string): Promise<unknown>;
}

/** Register this as its own plugin, because it parses forms. */
export function linkPages(instance: Instance, pages: LinkPages) {
  return async (app: FastifyInstance): Promise<void> => {
    readForm(app);
    app.get<{ Querystring: Form }>('/not-me', async ({ query }, reply) =>
      show(reply, await offerNotMe(instance, query.token ?? '')),
    );
    app.post<{ Body: Form | null }>('/not-me', (request, reply) =>
      limited(instance, request.ip, reply, () => notMe(instance, pages, request.body?.token ?? '', originOf(request))),
    );
    app.get<{ Querystring: Form }>('/email-change', async ({ query }, reply) =>
      show(reply, await offerEmailChange(instance, query.token ?? '')),
    );
    app.post<{ Body: Form | null }>('/email-change', (request, reply) =>
      limited(instance, request.ip, reply, () => answerEmailChange(instance, request.body ?? {}, originOf(request))),
    );
  };
}

interface From {
  readonly ip: string;
  readonly userAgent: string | null;
}

function originOf(request: { ip: string; headers: { 'user-agent'?: string | undefined } }): From {
  return { ip: request.ip, userAgent: request.headers['user-agent']?.slice(0, 300) ?? null };
}

async function limited(instance: Instance, address: string, reply: FastifyReply, act: () => Promise<Shown>) {
  try {
    const attempt = await beginAttempt(instance, 'reset', { account: null, address });
    const shown = await act();
    if (shown.status < 400) await attempt.succeeded();
    return show(reply, shown);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    reply.headers(error.headers);
    return show(reply, { status: error.status, title: error.title, body: `<p>${escapeHtml(error.detail)}</p>` });
  }
}

const spent: Shown = {
  status: 422,
  title: 'This link is not valid',
  body: '<p>It may have expired, be incomplete, or was already used.</p>',
};

async function offerNotMe(instance: Instance, token: string): Promise<Shown> {
  const notice = await findNotice(instance.db, hashToken(token), instance.clock.now());
  if (notice === null) return spent;
  const body = `<p>Did another person change your account? This button:</p>
<ul><li>signs out every browser</li>
<li>revokes all personal access tokens, the app tokens that you created, and the access of all applications</li>
<li>revokes the app token that the e-mail is about, if any</li>
<li>removes the passkeys and notification channels added since ${escapeHtml(notice.changedAt.toISOString())}</li>
<li>stops a pending change of your e-mail address</li><li>e-mails you a link to set a new password</li></ul>
<form method="post" action="not-me"><input type="hidden" name="token" value="${escapeHtml(token)}">
<button>This was not me</button></form>`;
  return { status: 200, title: 'This was not me', body };
}

async function notMe(instance: Instance, pages: LinkPages, token: string, from: From): Promise<Shown> {
  const email = await instance.db.atomically(async (trx) => {
    const notice = await takeNotice(trx, hashToken(token), instance.clock.now());
    if (notice === null) return null;
    const { userId, subjectId, changedAt } = notice;
    const by = { caller: { kind: 'public' }, origin: from } as const;
    const passkeys = { id: subjectId, since: changedAt };
    await endAccess(trx, instance, pages.endDelegatedAccess, { userId, passkeys, by });
    return (await findUser(trx, userId))?.email ?? null;
  });
  if (email === null) return spent;
  await pages.mailReset(email, from.ip);
  const body = `<p>Every browser was signed out, all tokens and the access of all applications were revoked, and the
passkeys added since were removed. We sent a link to set a new password to ${escapeHtml(email)}.</p>
<p>Then sign in and check your addresses, webhooks, OAuth2 clients and settings. Replace the main tokens of your apps,
because another person may have read them. The audit log lists every change.</p>`;
  return { status: 200, title: 'All other access was revoked', body };
}

async function offerEmailChange(instance: Instance, token: string): Promise<Shown> {
  const change = await findEmailChange(instance, 'old', hashToken(token));
  if (change === null) return spent;
  const field = `<input type="hidden" name="token" value="${escapeHtml(token)}">`;
  const button = (answer: string, words: string, style = '') =>
    `<button name="answer" value="${answer}"${style}>${words}</button>`;
  const body = `<p>A change of your e-mail address to ${escapeHtml(change.newEmail)} was requested.</p>
<form method="post" action="email-change">${field}${button('stop', 'Stop, this was not me')}
${button('agree', 'Change address', ' class="quiet"')}</form>`;
  return { status: 200, title: 'Change your e-mail address?', body };
}

async function answerEmailChange(instance: Instance, { token = '', answer }: Form, from: From): Promise<Shown> {
  if (answer === 'stop') {
    if (!(await stopChange(instance, token, from))) return spent;
    const body =
      '<p>Your address stays the same. The request came from a session of your account: ' +
      'change your password, and end all sessions.</p>';
    return { status: 200, title: 'Change stopped', body };
  }
  if (answer !== 'agree') return { ...spent, body: '<p>Choose one of the buttons on the page.</p>' };
  const agreed = await agreeToChange(instance, 'old', token, from);
  if (agreed === 'unknown') return spent;
  if (agreed === 'changed')
    return { status: 200, title: 'E-mail address changed', body: '<p>Sign in with the new address.</p>' };
  return {
    status: 200,
    title: 'Change confirmed',
    body: '<p>It takes effect when the new address is confirmed too.</p>',
  };
}

function show(reply: FastifyReply, { status, title, body }: Shown): FastifyReply {
  const page = htmlPage(title, body);
  return reply.code(status).headers(page.headers).send(page.html);
}
