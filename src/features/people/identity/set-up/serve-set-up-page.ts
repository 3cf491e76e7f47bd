// The page of the set-up link, which creates the first account, an operator. A plain form, no script.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../../../core/problem.ts';
import { escapeHtml, htmlPage } from '../../../../io/http/browser/html-page.ts';
import { readForm } from '../../../../io/http/browser/read-form.ts';
import type { Instance } from '../../../instance.ts';
import type { WantedUser } from '../add-user.ts';
import { beginAttempt } from '../sign-in/attempt-limit.ts';
import { makeFirstPerson } from './make-first-person.ts';
import { removeSetUpFile } from './set-up-file.ts';
import { judgeCode } from './set-up-link.ts';
import type { SetUpLink } from './set-up-store.ts';

export interface SetUpPages {
  readonly dataDir: string;
  /** Mails a link that confirms the address. Null without a mail server. */
  readonly mailConfirmation: ((email: string, address: string) => Promise<unknown>) | null;
}

type Form = Readonly<Record<string, unknown>>;

interface Shown {
  readonly status: number;
  readonly title: string;
  readonly body: string;
}

/** Register this as its own plugin, because it parses forms. */
export function setUpPage(instance: Instance, pages: SetUpPages) {
  return async (app: FastifyInstance): Promise<void> => {
    readForm(app);
    app.get<{ Querystring: Form }>('/set-up', (request, reply) => {
      const opened = { ...pages, instance, code: textOf(request.query, 'code'), origin: originOf(request) };
      return answer(reply, () => withLink(opened, async () => form(200, opened.code)));
    });
    app.post<{ Body: Form | null }>('/set-up', (request, reply) => {
      const sent = request.body ?? {};
      const opened = { ...pages, instance, code: textOf(sent, 'code'), origin: originOf(request) };
      const wanted = { email: textOf(sent, 'email'), password: textOf(sent, 'password') };
      return answer(reply, () => withLink(opened, (link) => makeAccount(opened, link, wanted)));
    });
  };
}

interface Opened extends SetUpPages {
  readonly instance: Instance;
  readonly code: string;
  readonly origin: { readonly ip: string; readonly userAgent: string | null };
}

function originOf({ ip, headers }: FastifyRequest): Opened['origin'] {
  return { ip, userAgent: headers['user-agent'] ?? null };
}

async function makeAccount(opened: Opened, link: SetUpLink, wanted: WantedUser): Promise<Shown> {
  const { instance, code, origin, mailConfirmation } = opened;
  const made = await makeFirstPerson(instance, link, wanted, origin);
  if (typeof made === 'string') return form(422, code, wanted.email, made);
  await forgetFile(opened);
  if (made === null) return taken;
  await mailConfirmation?.(made.email, origin.ip);
  return done;
}

/** Shows the result of `act` if the code belongs to the valid link. Only wrong codes count towards the rate limit. */
async function withLink(opened: Opened, act: (link: SetUpLink) => Promise<Shown>): Promise<Shown> {
  const { instance, code, origin } = opened;
  const { verdict, link } = await judgeCode(instance, code);
  if (verdict === 'valid' && link !== null) return act(link);
  if (verdict === 'taken') {
    await forgetFile(opened);
    return taken;
  }
  if (verdict === 'expired') return expired;
  await beginAttempt(instance, 'set-up', { account: null, address: origin.ip });
  return wrong;
}

/** The link in the file is no longer valid, so a file that cannot be removed is harmless. */
async function forgetFile({ dataDir, instance: { log } }: Opened): Promise<void> {
  await removeSetUpFile(dataDir).catch((error) => log.warn({ err: error }, 'could not remove DATA_DIR/setup-link'));
}

async function answer(reply: FastifyReply, show: () => Promise<Shown>): Promise<FastifyReply> {
  const shown = await show().catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
    reply.headers(error.headers);
    return { status: error.status, title: error.title, body: `<p>${escapeHtml(error.detail)}</p>` };
  });
  const page = htmlPage(shown.title, shown.body);
  // The URL contains a secret, which must not leak to other sites.
  return reply
    .code(shown.status)
    .headers({ ...page.headers, 'referrer-policy': 'no-referrer' })
    .send(page.html);
}

function textOf(sent: unknown, name: string): string {
  const value = (sent as Form)[name];
  return typeof value === 'string' ? value : '';
}

function form(status: number, code: string, email = '', refusal: string | null = null): Shown {
  const body = `${refusal === null ? '' : `<p role="alert">${escapeHtml(refusal)}</p>`}
<p>This instance has no account yet. The account that you create now is its operator.</p>
<form method="post" action="set-up">
<input type="hidden" name="code" value="${escapeHtml(code)}">
<label for="email">E-mail</label>
<input id="email" name="email" type="email" value="${escapeHtml(email)}" autocomplete="username"
maxlength="254" required autofocus>
<label for="password">Password (8 to 128 characters)</label>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="8" maxlength="128"
required>
<button>Create account</button>
</form>`;
  return { status, title: 'Set up this instance', body };
}

const signInButton = '<p><a class="button" href="console/sign-in">Sign in</a></p>';

const done: Shown = {
  status: 200,
  title: 'Account created',
  body: `<p>You are the operator of this instance. The set-up link no longer works.</p>
<p>After you sign in, a few steps set up mail, backups and networks.</p>
<p><a class="button" href="console/sign-in?back=%2Fconsole%2Foperator%2Fset-up">Sign in</a></p>`,
};

const taken: Shown = {
  status: 410,
  title: 'This instance is already set up',
  body: `<p>An account exists, so this link no longer works. The operator creates further accounts with
<code>quittance user create</code>.</p>${signInButton}`,
};

const newLink = '<p>To get a valid link, run <code>quittance setup-link</code> on the machine of the service.</p>';

const expired: Shown = {
  status: 410,
  title: 'This link has expired',
  body: `<p>It was valid for 24 hours.</p>${newLink}`,
};

const wrong: Shown = {
  status: 422,
  title: 'This link is not valid',
  body: `<p>It may be incomplete, or replaced by a newer one.</p>${newLink}`,
};
