// The page at which a person signs in before the requested page. It uses /api/auth for the sign-in itself.
import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml, htmlPage } from '../../../../io/http/browser/html-page.ts';
import { readForm } from '../../../../io/http/browser/read-form.ts';
import type { Instance } from '../../../instance.ts';

type Form = Readonly<Record<string, string | undefined>>;

/** Register this as its own plugin, because it parses forms. */
export function serveSignInPage(instance: Instance) {
  return async (app: FastifyInstance): Promise<void> => {
    readForm(app);
    const { publicUrl } = instance;
    app.get<{ Querystring: Form }>('/sign-in', ({ query }, reply) =>
      show(reply, 200, passwordForm(publicUrl, query.return_to, query.login_hint, null)),
    );
    app.get('/sign-in/passkey.js', (_request, reply) => reply.headers(scriptHeaders).send(passkeyButton));
    app.post<{ Body: Form | null }>('/sign-in', async (request, reply) => {
      const form = request.body ?? {};
      const answer = await (form.code === undefined ? signIn(app, request, form) : confirm(app, request, form.code));
      for (const cookie of answer.cookies) reply.header('set-cookie', cookie);
      if (answer.status >= 400) {
        const ask =
          form.code === undefined
            ? passwordForm(publicUrl, form.return_to, form.email, answer.why)
            : codeForm(form.return_to, answer.why);
        return show(reply, answer.status, ask);
      }
      if (answer.wantsCode) return show(reply, 200, codeForm(form.return_to, null));
      return reply.redirect(publicUrl + ownPath(form.return_to, publicUrl), 303);
    });
  };
}

interface Answer {
  readonly status: number;
  readonly cookies: readonly string[];
  readonly wantsCode: boolean;
  readonly why: string;
}

function signIn(app: FastifyInstance, request: FastifyRequest, form: Form): Promise<Answer> {
  return ask(app, request, '/api/auth/sign-in/email', { email: form.email ?? '', password: form.password ?? '' });
}

function confirm(app: FastifyInstance, request: FastifyRequest, text: string): Promise<Answer> {
  const code = text.replaceAll(' ', '');
  const way = /^\d{6}$/.test(code) ? 'verify-totp' : 'verify-backup-code';
  return ask(app, request, `/api/auth/two-factor/${way}`, { code });
}

/** Calls the public sign-in endpoint, so that its limits and checks apply here too. */
async function ask(app: FastifyInstance, request: FastifyRequest, url: string, payload: object): Promise<Answer> {
  const { 'content-length': _length, 'transfer-encoding': _encoding, ...headers } = request.headers;
  const answer = await app.inject({
    method: 'POST',
    url,
    headers: { ...headers, 'content-type': 'application/json' },
    payload,
    ...(request.socket.remoteAddress === undefined ? {} : { remoteAddress: request.socket.remoteAddress }),
  });
  const body = answer.body === '' ? {} : (answer.json() as { twoFactorRedirect?: boolean; detail?: string });
  const incorrect = url.includes('/two-factor/')
    ? 'This code is incorrect or was already used.'
    : 'Incorrect e-mail or password.';
  const refused = answer.statusCode === 401 ? incorrect : 'Something went wrong. Try again.';
  return {
    status: answer.statusCode,
    cookies: [answer.headers['set-cookie'] ?? []].flat(),
    wantsCode: body?.twoFactorRedirect === true,
    why: answer.statusCode === 429 || answer.statusCode === 403 ? (body.detail ?? refused) : refused,
  };
}

/** Returns a path of this instance to redirect to, never another site. */
export function ownPath(wanted: string | undefined, publicUrl: string): string {
  if (wanted === undefined || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(wanted)) return '/';
  return URL.parse(wanted, publicUrl)?.origin === new URL(publicUrl).origin ? wanted : '/';
}

/** Only the passkey button needs the page's script. */
function passwordForm(
  publicUrl: string,
  returnTo: string | undefined,
  email: string | undefined,
  why: string | null,
): string {
  const next = publicUrl + ownPath(returnTo, publicUrl);
  return `${alert(why)}<form method="post" action="sign-in">${hidden(returnTo)}
<label for="email">E-mail</label>
<input id="email" name="email" type="email" autocomplete="username" required autofocus
 value="${escapeHtml(email ?? '')}">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
<button>Sign in</button></form>
<button id="passkey" class="quiet" type="button" data-next="${escapeHtml(next)}" hidden>Sign in with a passkey</button>
<p id="passkey-failed" role="alert" hidden></p>
<p><a href="console/forgotten">Forgot password?</a></p>
<script src="sign-in/passkey.js" defer></script>`;
}

const passkeyButton = readFileSync(new URL('passkey-button.js', import.meta.url), 'utf8');
const scriptHeaders = {
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
};

function codeForm(returnTo: string | undefined, why: string | null): string {
  return `${alert(why)}<form method="post" action="sign-in">${hidden(returnTo)}
<label for="code">Authenticator code or recovery code</label>
<input id="code" name="code" autocomplete="one-time-code" required autofocus>
<button>Confirm</button></form>`;
}

function hidden(returnTo: string | undefined): string {
  return `<input type="hidden" name="return_to" value="${escapeHtml(returnTo ?? '')}">`;
}

function alert(why: string | null): string {
  return why === null ? '' : `<p role="alert">${escapeHtml(why)}</p>`;
}

function show(reply: FastifyReply, status: number, body: string): FastifyReply {
  const page = htmlPage('Sign in', body, { hasScript: true });
  return reply.code(status).headers(page.headers).send(page.html);
}
