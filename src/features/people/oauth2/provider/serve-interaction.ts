// Handles the person's part of an authorization: uses their sign-in, and asks once for consent.
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteGenericInterface } from 'fastify';
import type Provider from 'oidc-provider';
import type { InteractionResults } from 'oidc-provider';
import { provedRecently } from '../../../../core/access.ts';
import { scopeEffects } from '../../../../core/effects/scope-effects.ts';
import { nameInBody } from '../../../../core/mail/name-in-mail.ts';
import { isApiScope, knownScopes } from '../../../../core/scope-words.ts';
import { isUniqueViolation } from '../../../../io/db/sql-fault.ts';
import type { Csrf } from '../../../../io/http/browser/csrf.ts';
import type { HtmlPage } from '../../../../io/http/browser/html-page.ts';
import { readForm } from '../../../../io/http/browser/read-form.ts';
import { askedAt, interactionPath } from '../../../../io/oidc/endpoints.ts';
import { emitAddress } from '../../../../io/oidc/mount-provider.ts';
import type { Instance } from '../../../instance.ts';
import { auditChange } from '../../audit/audit-change.ts';
import { notifyOwner } from '../../identity/notices/notify-owner.ts';
import { findProfile } from '../../identity/profile-store.ts';
import { type BrowserSession, sessionOf } from '../../identity/session-store.ts';
import { findClientByClientId } from '../clients/client-store.ts';
import { deleteGrant, findGrant, findGrantId } from '../sessions/grant-store.ts';
import { oauth2SessionView } from '../view.ts';
import { consentPage, errorPage } from './provider-pages.ts';

export interface Asking {
  readonly csrf: Csrf;
  provider(): Promise<Provider>;
}

type Interaction = InstanceType<Provider['Interaction']>;

/** Register this as its own plugin, because it parses forms. */
export function serveInteraction(instance: Instance, asking: Asking) {
  return async (app: FastifyInstance): Promise<void> => {
    readForm(app);
    const url = `${interactionPath}/:uid`;
    app.get<{ Params: { uid: string } }>(url, { exposeHeadRoute: false }, (request, reply) =>
      withInteraction(instance, asking, { request, reply }, async (provider, interaction) => {
        const session = await sessionOf(instance, request.headers.cookie);
        if (interaction.prompt.name === 'login') {
          if (session === null || !isGoodFor(interaction, session, instance.clock.now()))
            return toSignIn(instance, interaction, reply);
          const login = { accountId: session.userId, ts: Math.floor(session.provedAt.getTime() / 1000) };
          return finish(provider, request, reply, { login });
        }
        if (session === null) return toSignIn(instance, interaction, reply);
        if (wantsProof(interaction, session, instance.clock.now())) return toSignIn(instance, interaction, reply);
        if (interaction.prompt.name !== 'consent') return show(reply, 400, errorPage('This cannot be asked here.'));
        return askConsent(instance, asking, { interaction, session }, { request, reply });
      }),
    );
    app.post<{ Params: { uid: string }; Body: Readonly<Record<string, string>> | null }>(url, (request, reply) =>
      withInteraction(instance, asking, { request, reply }, async (provider, interaction) => {
        const session = await sessionOf(instance, request.headers.cookie);
        if (session === null) return toSignIn(instance, interaction, reply);
        const headers = { ...request.headers, 'x-csrf-token': request.body?.csrf ?? '' };
        asking.csrf.check(headers, session.sessionId, instance.clock.now());
        if (interaction.prompt.name !== 'consent' || !isTheirs(interaction, session)) return startOver(reply);
        if (request.body?.decision !== 'allow') {
          const error = { error: 'access_denied', error_description: 'the person did not allow it' };
          return finish(provider, request, reply, error);
        }
        if (wantsProof(interaction, session, instance.clock.now())) return toSignIn(instance, interaction, reply);
        const grantId = await grantScopes(instance, provider, interaction, session.userId);
        await recordConsent(instance, request, session, grantId);
        return finish(provider, request, reply, { consent: { grantId } });
      }),
    );
  };
}

interface Exchange<Route extends RouteGenericInterface> {
  readonly request: FastifyRequest<Route>;
  readonly reply: FastifyReply;
}

async function withInteraction(
  instance: Instance,
  asking: Asking,
  { request, reply }: Exchange<{ Params: { uid: string } }>,
  act: (provider: Provider, interaction: Interaction) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const provider = await asking.provider();
  emitAddress(request.raw, instance.publicUrl);
  const interaction = await provider.interactionDetails(request.raw, reply.raw).catch((error: unknown) => {
    if ((error as { error?: string }).error === 'invalid_request') return null;
    throw error;
  });
  if (interaction === null || interaction.uid !== request.params.uid) return startOver(reply);
  return act(provider, interaction);
}

/** Whether the sign-in meets the client's request: recent enough, and of the requested person. */
function isGoodFor(interaction: Interaction, session: BrowserSession, now: Date): boolean {
  const { params, prompt } = interaction;
  const provedAt = session.provedAt.getTime();
  const hint = prompt.reasons.includes('id_token_hint') ? subjectOf(String(params.id_token_hint)) : session.userId;
  if (hint !== session.userId) return false;
  if (provedAt >= Number(prompt.details[askedAt])) return true;
  if (prompt.reasons.includes('login_prompt')) return false;
  return params.max_age === undefined || now.getTime() - provedAt <= Number(params.max_age) * 1000;
}

/** A browser needs a recent proof of presence for some rights, so it needs one to grant those rights as well. */
function wantsProof({ params }: Interaction, session: BrowserSession, now: Date): boolean {
  const asked = knownScopes(String(params.scope ?? ''));
  return (
    asked.some((scope) => isApiScope(scope) && scopeEffects[scope].length > 0) &&
    !provedRecently({ kind: 'cookie', ...session }, now)
  );
}

/** The provider has already verified the token. */
function subjectOf(idToken: string): unknown {
  const payload = Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString();
  return (JSON.parse(payload) as { sub?: unknown }).sub;
}

function isTheirs(interaction: Interaction, session: BrowserSession): boolean {
  return interaction.session?.accountId === session.userId;
}

/** An authorization, and the session of the person who decides on it. */
interface Visit {
  readonly interaction: Interaction;
  readonly session: BrowserSession;
}

async function askConsent(
  instance: Instance,
  asking: Asking,
  { interaction, session }: Visit,
  { request, reply }: Exchange<{ Params: { uid: string } }>,
): Promise<FastifyReply> {
  const { params } = interaction;
  const client = await findClientByClientId(instance, String(params.client_id));
  const profile = await findProfile(instance.db, session.userId);
  if (client === null || profile === null || !isTheirs(interaction, session)) return startOver(reply);
  const offered = asking.csrf.offer(request.headers, session.sessionId, instance.clock.now());
  const page = consentPage({
    clientName: client.name,
    redirectUri: String(params.redirect_uri),
    scope: String(params.scope ?? ''),
    email: profile.email,
    csrf: offered['x-csrf-token'] as string,
  });
  return show(reply.header('set-cookie', offered['set-cookie']), 200, page);
}

/** Each person and client have one grant, and its earlier scopes remain. */
async function grantScopes(
  instance: Instance,
  provider: Provider,
  interaction: Interaction,
  userId: string,
): Promise<string> {
  const clientId = String(interaction.params.client_id);
  const known = await findGrantId(instance.db, userId, clientId);
  const found = known === null ? undefined : await provider.Grant.find(known);
  // A grant that was written outside the service is replaced.
  if (known !== null && found === undefined) await deleteGrant(instance.db, known);
  const grant = found ?? new provider.Grant({ accountId: userId, clientId });
  grant.addOIDCScope(knownScopes(String(interaction.params.scope ?? '')).join(' '));
  try {
    return await grant.save();
  } catch (error) {
    // The same person gave consent in another window first.
    if (found === undefined && isUniqueViolation(error)) return grantScopes(instance, provider, interaction, userId);
    throw error;
  }
}

async function recordConsent(
  instance: Instance,
  request: FastifyRequest,
  session: BrowserSession,
  grantId: string,
): Promise<void> {
  const grant = await findGrant(instance.db, grantId);
  if (grant === null) return;
  const call = {
    caller: { kind: 'cookie', ...session },
    origin: { ip: request.ip, userAgent: request.headers['user-agent'] ?? null },
  } as const;
  const change = {
    action: 'oauth2_session.allowed',
    subjectId: grant.id,
    before: null,
    after: oauth2SessionView(grant),
  };
  const notice = {
    userId: session.userId,
    subjectId: grant.id,
    subject: 'A program was let in',
    says: `The program ${nameInBody(grant.clientName)} may act for you, with the scopes ${grant.scopes.join(', ')}.`,
    origin: call.origin,
  };
  await instance.db.atomically(async (trx) => {
    await auditChange(trx, instance, call, { of: { ownerId: session.userId }, ...change });
    await notifyOwner(trx, instance, notice);
  });
}

async function finish(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  result: InteractionResults,
): Promise<FastifyReply> {
  return reply.redirect(await provider.interactionResult(request.raw, reply.raw, result), 303);
}

function toSignIn(instance: Instance, interaction: Interaction, reply: FastifyReply): FastifyReply {
  const query = new URLSearchParams({ return_to: `${interactionPath}/${interaction.uid}` });
  return reply.redirect(`${instance.publicUrl}/sign-in?${query}`, 303);
}

function startOver(reply: FastifyReply): FastifyReply {
  return show(
    reply,
    400,
    errorPage('This request is over, or another person has signed in meanwhile. Go back to the app and start again.'),
  );
}

function show(reply: FastifyReply, status: number, page: HtmlPage): FastifyReply {
  return reply.code(status).headers(page.headers).send(page.html);
}
