// The pages of mailed links: choosing a new password, and confirming an address. Plain forms, no script.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../../../core/problem.ts';
import { escapeHtml, htmlPage } from '../../../../io/http/browser/html-page.ts';
import { whyGuessable } from '../../../../io/secrets/password-strength.ts';
import type { Instance } from '../../../instance.ts';
import { agreeToChange } from '../email-change/change-email.ts';
import { silenceDays } from '../email-change/email-change-mails.ts';
import { isEmailConfirmed } from '../store.ts';
import { beginAttempt } from './attempt-limit.ts';
import { clientAddressHeader, endAccessHeader, type SignIn, signInPath } from './sign-in.ts';

interface Form {
  readonly token?: string;
  readonly password?: string;
  /** The checkbox of the form. Any value means checked. */
  readonly end?: string;
}

/** Register this as its own plugin, because it parses forms and no other route here does. */
export function accountPages(instance: Instance, signIn: SignIn) {
  return async (app: FastifyInstance): Promise<void> => {
    const parser = (_: unknown, text: string, done: (error: null, body: Form) => void) =>
      done(null, Object.fromEntries(new URLSearchParams(text)));
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 4096 },
      parser as never,
    );
    const post = (path: string, address: string, body: object, end?: string) => {
      const asked = webRequest(instance, path, address, body);
      asked.headers.set(endAccessHeader, end === undefined ? 'no' : 'yes');
      return signIn.handle(asked);
    };

    app.get<{ Querystring: Form }>('/reset-password', ({ query }, reply) =>
      show(reply, 200, 'Choose a new password', passwordForm(query.token ?? '', null)),
    );
    app.post<{ Body: Form }>('/reset-password', async (request, reply) => {
      const { token = '', password = '', end } = request.body ?? {};
      try {
        const attempt = await beginAttempt(instance, 'reset', { account: null, address: request.ip });
        const isLong = password.length >= 8 && password.length <= 128;
        const why = isLong ? await whyGuessable(password, []) : null;
        if (why !== null) return show(reply, 422, 'Choose a new password', passwordForm(token, why));
        const response = await post('/reset-password', request.ip, { token, newPassword: password }, end);
        if (response.ok) {
          await attempt.succeeded();
          return show(
            reply,
            200,
            'Password changed',
            end === undefined
              ? `<p>Every browser was signed out. Sign in with the new password.</p>${signInButton}`
              : `<p>Every browser was signed out. Your passkeys were removed. Your personal access tokens, the app
tokens that you created, and the access of applications were revoked. Sign in again.</p>${signInButton}`,
          );
        }
        return (await isRefusedPassword(response))
          ? show(reply, 422, 'Choose a new password', passwordForm(token, 'A password has 8 to 128 characters.'))
          : show(reply, 422, 'This link is not valid', `<p>It may have expired, or was already used.</p>${askAgain}`);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        reply.headers(error.headers);
        return show(reply, error.status, error.title, `<p>${escapeHtml(error.detail)}</p>`);
      }
    });
    app.get<{ Querystring: Form }>('/verify-email', ({ query }, reply) =>
      show(reply, 200, 'Confirm your e-mail address', confirmForm(query.token ?? '')),
    );
    app.post<{ Body: Form | null }>('/verify-email', async (request, reply) => {
      try {
        const attempt = await beginAttempt(instance, 'reset', { account: null, address: request.ip });
        const shown = await confirmAddress(instance, signIn, request);
        if (shown.status < 400) await attempt.succeeded();
        return show(reply, shown.status, shown.title, shown.body);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        reply.headers(error.headers);
        return show(reply, error.status, error.title, `<p>${escapeHtml(error.detail)}</p>`);
      }
    });
  };
}

/** Confirms an address by the single-use link that a sign-up or a change of address mailed to it. */
async function confirmAddress(instance: Instance, signIn: SignIn, request: FastifyRequest) {
  const { token = '' } = (request.body ?? {}) as Form;
  const agreed = await agreeToChange(instance, 'new', token, fromOf(request));
  if (agreed === 'changed') {
    const body = `<p>From now on, sign in with the new address.</p>${signInButton}`;
    return { status: 200, title: 'E-mail address changed', body };
  }
  if (agreed === 'waits') return { status: 200, title: 'E-mail address confirmed', body: `<p>${waitsForOld}</p>` };
  const query = new URLSearchParams({ token });
  const wasConfirmed = await isEmailConfirmed(instance.db, emailIn(token));
  const response = await signIn.handle(webRequest(instance, `/verify-email?${query}`, request.ip, null));
  if (response.ok && !wasConfirmed) return { status: 200, title: 'E-mail address confirmed', body: confirmed };
  const body = `<p>It may have expired, be incomplete, or was already used. You can request another one when you sign
in.</p>${signInButton}`;
  return { status: 422, title: 'This link is not valid', body };
}

/** Returns the address in the link of a sign-up, which is a JWT (RFC 7519), or an empty text. */
function emailIn(token: string): string {
  try {
    const { email } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { email?: unknown };
    return typeof email === 'string' && !email.includes('\0') ? email : '';
  } catch {
    return '';
  }
}

/** Mails a link for choosing a new password, as if the owner of the address had requested it. */
export function resetMailer(instance: Instance, signIn: SignIn) {
  return (email: string, address: string): Promise<Response> =>
    signIn.handle(webRequest(instance, '/request-password-reset', address, { email }));
}

/** Mails a link that confirms an address, as if its owner had requested it. */
export function confirmationMailer(instance: Instance, signIn: SignIn) {
  return (email: string, address: string): Promise<Response> =>
    signIn.handle(webRequest(instance, '/send-verification-email', address, { email }));
}

const signInButton = '<p><a class="button" href="console/sign-in">Sign in</a></p>';
const askAgain = '<p><a class="button" href="console/forgotten">Request another link</a></p>';

const confirmed = `<p>That is all. Sign in, or go back to where you were.</p>${signInButton}`;

const waitsForOld = [
  'The change takes effect when the old address confirms it too,',
  `or after ${silenceDays} days without an answer from there.`,
].join(' ');

function fromOf(request: FastifyRequest) {
  return { ip: request.ip, userAgent: request.headers['user-agent'] ?? null };
}

function webRequest(instance: Instance, path: string, address: string, body: object | null): Request {
  const { origin } = new URL(instance.publicUrl);
  const headers = { origin, 'content-type': 'application/json', [clientAddressHeader]: address };
  const url = origin + signInPath + path;
  return new Request(url, body === null ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) });
}

/** If better-auth rejects anything else here, the link is invalid. */
async function isRefusedPassword(response: Response): Promise<boolean> {
  const { code } = (await response.json().catch(() => ({}))) as { code?: string };
  return code === 'PASSWORD_TOO_SHORT' || code === 'PASSWORD_TOO_LONG';
}

/** Only the button acts, because mail scanners follow links. */
function confirmForm(token: string): string {
  return `<p>Confirm that this is your e-mail address.</p>
<form method="post" action="/verify-email"><input type="hidden" name="token" value="${escapeHtml(token)}">
<button>Confirm address</button></form>`;
}

function passwordForm(token: string, refusal: string | null): string {
  return `${refusal === null ? '' : `<p role="alert">${escapeHtml(refusal)}</p>`}
<form method="post" action="/reset-password">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<label for="password">New password (8 to 128 characters)</label>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="8" maxlength="128"
 required autofocus>
<label class="box"><input name="end" type="checkbox" value="yes" checked> Also remove my passkeys, and revoke my
personal access tokens, the app tokens that I created, and the access of applications, in case another person has
them</label>
<button>Change password</button>
</form>`;
}

function show(reply: FastifyReply, status: number, title: string, body: string): FastifyReply {
  const page = htmlPage(title, body);
  // The URL contains a secret, which must not leak to other sites.
  return reply
    .code(status)
    .headers({ ...page.headers, 'referrer-policy': 'no-referrer' })
    .send(page.html);
}
