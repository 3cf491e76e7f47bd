// The page of a mailed invitation, with one button that joins the team. Opening the page changes nothing.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml, htmlPage } from '../../../../io/http/browser/html-page.ts';
import { readForm } from '../../../../io/http/browser/read-form.ts';
import type { Instance } from '../../../instance.ts';
import { sessionOf } from '../../identity/session-store.ts';
import { isInvited, joinTeam, type OpenInvitation, readInvitation } from './join-team.ts';

type Form = Readonly<Record<string, string | undefined>>;

interface Shown {
  readonly status: number;
  readonly title: string;
  readonly body: string;
}

/** Register this as its own plugin, because it parses forms. */
export function invitationPage(instance: Instance) {
  return async (app: FastifyInstance): Promise<void> => {
    readForm(app);
    app.get<{ Querystring: Form }>('/invitation', async (request, reply) =>
      show(reply, await offer(instance, request, request.query.token ?? '')),
    );
    app.post<{ Body: Form | null }>('/invitation', async (request, reply) =>
      show(reply, await join(instance, request, request.body?.token ?? '')),
    );
  };
}

const spent: Shown = {
  status: 422,
  title: 'This link is not valid',
  body: '<p role="alert">The invitation was used, renewed or withdrawn, or it has expired. Ask for a new one.</p>',
};

async function offer(instance: Instance, request: FastifyRequest, token: string): Promise<Shown> {
  const invitation = await readInvitation(instance, token);
  if (invitation === null) return spent;
  const session = await sessionOf(instance, request.headers.cookie);
  if (session === null || !(await isInvited(instance, session.userId, invitation)))
    return askToSignIn(invitation, token, session !== null);
  const { app, member } = invitation;
  const body = `<p>You are invited to the team of ${escapeHtml(app.name)}. Your role: ${member.role}.</p>
<form method="post" action="/invitation"><input type="hidden" name="token" value="${escapeHtml(token)}">
<button>Join</button></form>`;
  return { status: 200, title: 'Join the team?', body };
}

function askToSignIn({ app, member }: OpenInvitation, token: string, isOtherUser: boolean): Shown {
  const back = `/invitation?${new URLSearchParams({ token })}`;
  const query = new URLSearchParams({ return_to: back, login_hint: member.reachedAt });
  const other = isOtherUser ? '<p role="alert">You are signed in with a different address.</p>\n' : '';
  const body = `${other}<p>You are invited to the team of ${escapeHtml(app.name)}. Your role: ${member.role}.</p>
<p><a href="${escapeHtml(`/sign-in?${query}`)}">Sign in as ${escapeHtml(member.reachedAt)}</a>. If you have no account
yet, <a href="${escapeHtml(`/console/sign-up?${new URLSearchParams({ back })}`)}">sign up with that address</a>.</p>`;
  return { status: 200, title: 'Sign in to join', body };
}

async function join(instance: Instance, request: FastifyRequest, token: string): Promise<Shown> {
  const session = await sessionOf(instance, request.headers.cookie);
  if (session === null) return offer(instance, request, token);
  const agent = request.headers['user-agent']?.slice(0, 300) ?? null;
  if (!(await joinTeam(instance, token, session, { ip: request.ip, userAgent: agent }))) {
    const invitation = await readInvitation(instance, token);
    return invitation === null ? spent : askToSignIn(invitation, token, true);
  }
  return {
    status: 200,
    title: 'You have joined',
    body: '<p><a class="button" href="/console">Open the console</a></p>',
  };
}

function show(reply: FastifyReply, { status, title, body }: Shown): FastifyReply {
  const page = htmlPage(title, body);
  return reply.code(status).headers(page.headers).send(page.html);
}
