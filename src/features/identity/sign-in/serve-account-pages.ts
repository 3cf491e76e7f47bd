// The pages that mails lead to: choosing a new password, and confirming an address. Plain forms, no script.
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../../core/problem.ts';
import { whyGuessable } from '../../../io/secrets/password-strength.ts';
import type { Instance } from '../../instance.ts';
import { agreeToChange } from '../email-change/change-email.ts';
import { silenceDays } from '../email-change/email-change-mails.ts';
import { beginAttempt } from './attempt-limit.ts';
import { clientAddressHeader, endAccessHeader, type SignIn, signInPath } from './sign-in.ts';

interface Form {
  readonly token?: string;
  readonly password?: string;
  /** From the form's box; any value. */
  readonly end?: string;
}

/** To be registered as a plugin of its own: it reads forms, which nothing else here does. */
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
            'Your password is changed',
            end === undefined
              ? '<p>Every browser was signed out. Sign in with the new one.</p>'
              : '<p>Every browser was signed out, and passkeys, personal access tokens and the access of programs have ended. Sign in with the new password.</p>',
          );
        }
        return show(reply, 422, 'Choose a new password', passwordForm(token, await whyNot(response)));
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        reply.headers(error.headers);
        return show(reply, error.status, error.title, `<p>${text(error.detail)}</p>`);
      }
    });
    app.get<{ Querystring: Form }>('/verify-email', async (request, reply) => {
      const agreed = await agreeToChange(instance, 'new', request.query.token ?? '', fromOf(request));
      if (agreed === 'changed') {
        return show(reply, 200, 'Your e-mail address is changed', '<p>Sign in with it from now on.</p>');
      }
      if (agreed === 'waits') {
        return show(reply, 200, 'This e-mail address is confirmed', `<p>${waitsForOld}</p>`);
      }
      const query = new URLSearchParams({ token: request.query.token ?? '' });
      const response = await signIn.handle(webRequest(instance, `/verify-email?${query}`, request.ip, null));
      if (response.ok) return show(reply, 200, 'Your e-mail address is confirmed', '<p>You can close this page.</p>');
      return show(
        reply,
        422,
        'This link is not valid',
        '<p>It may have expired, or been cut short. Ask for another one.</p>',
      );
    });
  };
}

/** Mails a link with which the owner of an address chooses a new password, as if they had asked for it. */
export function resetMailer(instance: Instance, signIn: SignIn) {
  return (email: string, address: string): Promise<Response> =>
    signIn.handle(webRequest(instance, '/request-password-reset', address, { email }));
}

const waitsForOld = `It becomes the account’s once the old address has agreed too, or has been silent for ${silenceDays} days.`;

function fromOf(request: FastifyRequest) {
  return { ip: request.ip, userAgent: request.headers['user-agent'] ?? null };
}

function webRequest(instance: Instance, path: string, address: string, body: object | null): Request {
  const { origin } = new URL(instance.publicUrl);
  const headers = { origin, 'content-type': 'application/json', [clientAddressHeader]: address };
  const url = origin + signInPath + path;
  return new Request(url, body === null ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) });
}

async function whyNot(response: Response): Promise<string> {
  const { code } = (await response.json().catch(() => ({}))) as { code?: string };
  if (code === 'PASSWORD_TOO_SHORT' || code === 'PASSWORD_TOO_LONG') return 'A password has 8 to 128 characters.';
  return 'This link is not valid. It may have expired, or been used already: ask for another one.';
}

function passwordForm(token: string, refusal: string | null): string {
  return `${refusal === null ? '' : `<p role="alert">${text(refusal)}</p>`}
<form method="post" action="/reset-password">
<input type="hidden" name="token" value="${text(token)}">
<label for="password">New password, 8 to 128 characters</label>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="8" maxlength="128" required autofocus>
<label class="box"><input name="end" type="checkbox" value="yes" checked> Also remove passkeys, and end personal access tokens and the access of programs: somebody else may have them</label>
<button>Change the password</button>
</form>`;
}

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:26rem;margin:4rem auto;padding:0 1rem;color:#1b1f24;background:#fff}
label,input,button{display:block;width:100%;box-sizing:border-box;font:inherit}
input,button{margin:.4rem 0 1rem;padding:.6rem;border:1px solid #59636e;border-radius:6px}
button{background:#1f4fd8;border-color:#1f4fd8;color:#fff}
.box input{display:inline;width:auto;margin:0 .4rem 1rem 0}
[role=alert]{color:#a40e26}`;

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  // The address holds a secret, which no other site and no cache is to learn.
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

function show(reply: FastifyReply, status: number, title: string, body: string): FastifyReply {
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} – Quittance</title><style>${style}</style></head><body><main><h1>${title}</h1>${body}</main></body></html>`;
  return reply.code(status).headers(headers).send(page);
}

function text(value: string): string {
  return value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
