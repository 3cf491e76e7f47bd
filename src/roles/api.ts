// The API role: serves HTTP to merchants, customers and operators.

import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { Config } from '../core/config/config.ts';
import { doorRoutes } from '../features/dialects/doors/routes.ts';
import { serveAuthorize } from '../features/dialects/greenfield/authorize/serve-authorize.ts';
import { serveModal } from '../features/dialects/greenfield/modal/serve-modal.ts';
import { eventRoutes } from '../features/events/events/routes.ts';
import { webhookRoutes } from '../features/events/webhooks/routes.ts';
import { paymentClaimRoutes } from '../features/evidence/payment-claims/routes.ts';
import { pullPaymentRoutes } from '../features/evidence/pull-payments/routes.ts';
import { refundRoutes } from '../features/evidence/refunds/routes.ts';
import { sandboxRoutes } from '../features/evidence/sandbox/routes.ts';
import { unmatchedPaymentRoutes } from '../features/evidence/unmatched-payments/routes.ts';
import type { Instance } from '../features/instance.ts';
import { catalogRoutes } from '../features/known/catalog/routes.ts';
import { limitAnonymous } from '../features/known/requests/anonymous-limit.ts';
import { noteForwarding } from '../features/known/requests/forwarding/note-forwarding.ts';
import { idempotencyStore } from '../features/known/requests/idempotency.ts';
import { limitRequests } from '../features/known/requests/rate-limit.ts';
import { addressEntryRoutes } from '../features/money/address-entry/routes.ts';
import { invoiceRoutes } from '../features/money/invoices/routes.ts';
import { startInvoiceFeed } from '../features/money/ledger/invoice-feed.ts';
import { openClaimsOf } from '../features/money/payments/unmatched/open-claims.ts';
import { transactionRoutes } from '../features/money/transactions/routes.ts';
import { whyNoQuotes } from '../features/operations/failover/standing-store.ts';
import {
  type OperatorEnvironment,
  type OperatorParts,
  operatorRoutes,
} from '../features/operations/operator/routes.ts';
import { reportRoutes } from '../features/operations/reports/routes.ts';
import { callRecorder } from '../features/operations/request-log/call-recorder.ts';
import { requestLogRoutes } from '../features/operations/request-log/routes.ts';
import { serveConsole } from '../features/pages/console/serve-console.ts';
import { serveHome } from '../features/pages/console/serve-home.ts';
import { docsPages } from '../features/pages/docs/serve-docs.ts';
import { serveSecurityTxt } from '../features/pages/docs/serve-security-txt.ts';
import { admittingAgain } from '../features/people/apps/own-app.ts';
import { appRoutes } from '../features/people/apps/routes.ts';
import { invitationPage } from '../features/people/apps/team/serve-invitation-page.ts';
import { endTokensOfAccount } from '../features/people/apps/tokens/end-app-tokens.ts';
import type { EndDelegatedAccess } from '../features/people/identity/notices/end-access.ts';
import { linkPages } from '../features/people/identity/notices/serve-link-pages.ts';
import { identityRoutes } from '../features/people/identity/routes.ts';
import { announceSetUp } from '../features/people/identity/set-up/offer-set-up.ts';
import { setUpPage } from '../features/people/identity/set-up/serve-set-up-page.ts';
import { createSignIn } from '../features/people/identity/sign-in/create-sign-in.ts';
import {
  accountPages,
  confirmationMailer,
  resetMailer,
} from '../features/people/identity/sign-in/serve-account-pages.ts';
import { serveSignIn } from '../features/people/identity/sign-in/serve-sign-in.ts';
import type { SignIn } from '../features/people/identity/sign-in/sign-in.ts';
import { notificationRoutes } from '../features/people/notifications/routes.ts';
import { originsWithTokens } from '../features/people/oauth2/clients/origins-with-tokens.ts';
import { serveOauth2 } from '../features/people/oauth2/provider/serve-oauth2.ts';
import { oauth2Routes } from '../features/people/oauth2/routes.ts';
import { deleteGrantsOf } from '../features/people/oauth2/sessions/grant-store.ts';
import { pictureIntake } from '../features/people/uploads/picture-intake.ts';
import { removeFiles } from '../features/people/uploads/remove-files.ts';
import { uploadRoutes } from '../features/people/uploads/routes.ts';
import { serveUploads } from '../features/people/uploads/serve-uploads.ts';
import { stopPage } from '../features/receiving/addresses/payout-lock/serve-stop-page.ts';
import { addressRoutes } from '../features/receiving/addresses/routes.ts';
import { appCryptocurrencyRoutes } from '../features/receiving/app-cryptocurrencies/routes.ts';
import { newAppRoutes } from '../features/receiving/new-apps/routes.ts';
import { pageActs } from '../features/selling/checkout/drawn/page-acts.ts';
import { checkoutPage } from '../features/selling/checkout/page.ts';
import { pageSeed } from '../features/selling/checkout/page-seed.ts';
import { refundActs } from '../features/selling/checkout/refund/refund-acts.ts';
import { refundPageData } from '../features/selling/checkout/refund/refund-data.ts';
import { checkoutRoutes } from '../features/selling/checkout/routes.ts';
import { serveEmbed } from '../features/selling/checkout/serve-embed.ts';
import { openInvoiceMaker } from '../features/selling/payment-links/pages/make-open-invoice.ts';
import { counterPages } from '../features/selling/payment-links/pages/serve-counter.ts';
import { linkPages as paymentLinkPages } from '../features/selling/payment-links/pages/serve-link-page.ts';
import { paymentLinkRoutes } from '../features/selling/payment-links/routes.ts';
import type { Environment } from '../io/environment.ts';
import type { FileFolder } from '../io/files/file-folder.ts';
import { pictureFolder } from '../io/files/picture-folder.ts';
import { csrfTokens } from '../io/http/browser/csrf.ts';
import type { CountRequest } from '../io/http/dialects/recognise-caller.ts';
import { serveDialect } from '../io/http/dialects/serve-dialect.ts';
import { drainable } from '../io/http/edge/draining.ts';
import { watchForwardingHeaders } from '../io/http/edge/forwarding-headers.ts';
import { pathRefusal, routeSegments } from '../io/http/edge/public-path.ts';
import { credentialWatch } from '../io/http/edge/watch-credentials.ts';
import { askingForProof } from '../io/http/effects/asking-for-proof.ts';
import { type ProcessHealth, serveOperatorEndpoints } from '../io/http/operator-endpoints.ts';
import type { PublicPort } from '../io/http/port/public-port.ts';
import { createServer, serveOperations } from '../io/http/server.ts';
import { callerAuthenticator } from './http/caller-authenticator.ts';
import { dialects } from './http/dialects.ts';
import { listenFault } from './listen-fault.ts';

export interface ApiOptions {
  readonly environment: Pick<
    Environment,
    | 'host'
    | 'port'
    | 'metricsPort'
    | 'production'
    | 'trustProxy'
    | 'smtpUrl'
    | 'signUp'
    | 'dataDir'
    | 's3Url'
    | 'rateLimit'
    | 'logRequests'
    | 'securityContact'
    | 'walletConnect'
    | 'corsOrigins'
  > &
    OperatorEnvironment;
  readonly config: Config;
  /** Where the API answers once it is started. */
  readonly port: PublicPort;
  /** Aborted when the process begins to stop. */
  readonly stopping: AbortSignal;
  readonly health: ProcessHealth;
  /** Created at the first request for metrics. */
  readonly metrics: () => Promise<Registry>;
  /** The folder of the built checkout page. Like the other folders of pages, it is needed at the first request. */
  readonly builtCheckout: () => Promise<string>;
  /** The folder of the built console. */
  readonly builtConsole: () => Promise<string>;
  /** The folder of the built embed.js. */
  readonly builtEmbed: () => Promise<string>;
  /** The folder of the built counter. */
  readonly builtCounter: () => Promise<string>;
  /** The folder of the built script of the API reference; null if there is none. */
  readonly docsDirectory: () => Promise<string | null>;
  /** Additional scripts of this origin for the checkout page and the console. */
  readonly pageScripts?: readonly string[];
  /** Additional routes of this origin, such as a demonstration's wallet. */
  readonly extend?: (app: Awaited<ReturnType<typeof createServer>>) => void;
}

export interface RunningRole {
  /** Requests are served for `drainMillis` more. Everything else begins to stop at once. */
  stop(drainMillis?: number): Promise<void>;
  /**
   * Stops because another instance of this process has taken over. Work in progress is finished, until `hurry` is
   * aborted. Default: `stop`.
   */
  retire?(hurry: AbortSignal): Promise<void>;
}

export interface RunningApi extends RunningRole {
  /** Directs new requests to this API. Opens the port if it is the first. Throws StartFault if it is in use. */
  takeOver(): Promise<void>;
  /** Prints the set-up link if there is no account yet. */
  announceSetUp(): Promise<void>;
}

/** Requests that take longer after another API has taken over are cut off. */
const retiringMillis = 60_000;

/** Prepares to answer. Requests arrive after `takeOver`. */
export async function startApi(instance: Instance, options: ApiOptions): Promise<RunningApi> {
  const feed = await startInvoiceFeed(instance);
  const { smtpUrl, signUp } = options.environment;
  const rules = { signUp, mailReachesPeople: smtpUrl !== null, endDelegatedAccess: endingDelegatedAccess(instance) };
  const signIn = createSignIn(instance, rules);
  const authenticate = callerAuthenticator(instance);
  const recorder = callRecorder(instance);
  const serving = servingOf(instance, options.environment, { authenticate, recordCall: recorder.record });
  const app = await createServer(serving);
  const segments = routeSegments(app);
  if (serving.trustProxy === false) watchForwardingHeaders(app, noteForwarding(instance));
  const draining = drainable(app, options.port, options.stopping);
  const pictures = pictureFolder(options.environment);
  const { environment, config } = options;
  const refusesUrl = (publicUrl: string) => pathRefusal(publicUrl, segments);
  const parts = { feed, pictures, settleLog: recorder.settle };
  const served = operations(instance, parts, { environment, config, refusesUrl });
  serveOperations(app, served, serving);
  for (const dialect of dialects(instance)) await serveDialect(app, dialect, serving);
  await app.register(
    docsPages({
      publicUrl: instance.publicUrl,
      makeDocument: async () =>
        (await import('../features/pages/docs/document.ts')).servedDocument(served, instance.publicUrl),
      makeHistory: async () => (await import('../features/pages/docs/pages/version-history.ts')).versionHistory(served),
      builtPage: options.docsDirectory,
    }),
  );
  serveSignIn(app, instance, { signIn, signUp });
  await serveLinks(app, instance, { signIn, environment: options.environment });
  await app.register(serveUploads(instance, pictures));
  await serveOauth2(app, instance, serving.csrf);
  await app.register(serveAuthorize(instance, serving.csrf));
  serveOperatorEndpoints(app, {
    health: options.health,
    notQuoting: () => whyNoQuotes(instance.db),
    metrics: metricsRefusal(options.environment) ?? options.metrics,
  });
  serveSecurityTxt(app, instance, options.environment.securityContact);
  await serveCheckout(app, instance, { ...options, countRequest: serving.countRequest });
  await servePages(app, instance, options);
  options.extend?.(app);
  await app.ready();
  const removing = removeFiles(instance, pictures);
  return {
    takeOver: () =>
      options.port.answerWith(app).catch((error: unknown) => {
        const { host, port } = options.environment;
        throw listenFault(error, 'PORT', host, port);
      }),
    async retire(hurry) {
      removing.stop();
      await draining.retire(retiringMillis, hurry);
      await recorder.settle();
      await feed.stop();
    },
    announceSetUp: () => announceSetUp(instance, options.environment.dataDir),
    async stop(drainMillis = 0) {
      removing.stop();
      await draining.stop(drainMillis);
      await recorder.settle();
      await feed.stop();
    },
  };
}

interface Callers {
  readonly authenticate: ReturnType<typeof callerAuthenticator>;
  readonly recordCall: ReturnType<typeof callRecorder>['record'];
}

/** The parts that every operation is served with. */
function servingOf(instance: Instance, environment: ApiOptions['environment'], { authenticate, recordCall }: Callers) {
  const { rateLimit } = environment;
  return {
    db: instance.db,
    log: instance.log,
    publicUrl: instance.publicUrl,
    clock: instance.clock,
    trustProxy: environment.trustProxy,
    authenticate,
    watchCredential: credentialWatch(authenticate),
    mayCallWithToken: originsWithTokens(instance, environment.corsOrigins),
    csrf: csrfTokens(instance.vault.keyFor('csrf'), instance.publicUrl),
    idempotency: idempotencyStore(instance),
    admitAgain: admittingAgain(instance),
    ...(rateLimit === null ? {} : { countRequest: limitRequests(instance, rateLimit) }),
    countAnonymous: limitAnonymous(() => performance.now()),
    logsRequests: environment.logRequests,
    recordCall,
  };
}

interface CheckoutOptions extends Pick<ApiOptions, 'builtCheckout' | 'pageScripts' | 'environment'> {
  readonly countRequest: CountRequest | undefined;
}

async function serveCheckout(app: FastifyInstance, instance: Instance, options: CheckoutOptions): Promise<void> {
  await app.register(
    checkoutPage({
      builtPage: options.builtCheckout,
      extraScripts: options.pageScripts ?? [],
      publicUrl: instance.publicUrl,
      seed: (invoiceId) => pageSeed(instance, invoiceId),
      acts: pageActs(instance),
      refunds: { read: (id, on) => refundPageData(instance, id, on), acts: refundActs(instance) },
      walletConnect: options.environment.walletConnect,
      countForm: async (address) => options.countRequest?.({ kind: 'public' }, address),
    }),
  );
}

function endingDelegatedAccess(instance: Instance): EndDelegatedAccess {
  return async (trx, lost) => ({
    oauth2_sessions: await deleteGrantsOf(trx, lost.userId),
    app_tokens: await endTokensOfAccount(trx, instance, lost),
  });
}

/** The pages that links in mails and the set-up link open. */
async function serveLinks(
  app: Awaited<ReturnType<typeof createServer>>,
  instance: Instance,
  { signIn, environment }: { readonly signIn: SignIn; readonly environment: ApiOptions['environment'] },
): Promise<void> {
  const mailConfirmation = environment.smtpUrl === null ? null : confirmationMailer(instance, signIn);
  await app.register(setUpPage(instance, { dataDir: environment.dataDir, mailConfirmation }));
  await app.register(accountPages(instance, signIn));
  await app.register(stopPage(instance));
  await app.register(invitationPage(instance));
  const ending = { endDelegatedAccess: endingDelegatedAccess(instance), mailReset: resetMailer(instance, signIn) };
  await app.register(linkPages(instance, ending));
}

/** Pages for shops without their own code, and the entry pages of merchants and operators. */
async function servePages(
  app: Awaited<ReturnType<typeof createServer>>,
  instance: Instance,
  options: ApiOptions,
): Promise<void> {
  serveEmbed(app, options.builtEmbed);
  serveModal(app, instance);
  const makeOpenInvoice = openInvoiceMaker(instance);
  await app.register(paymentLinkPages(instance, makeOpenInvoice));
  await app.register(counterPages(instance, { makeOpenInvoice, builtCounter: options.builtCounter }));
  const { s3Url } = options.environment;
  serveHome(app, instance.publicUrl);
  serveConsole(app, {
    builtConsole: options.builtConsole,
    publicUrl: instance.publicUrl,
    uploadOrigins: s3Url === null ? [] : [new URL(s3Url).origin],
    extraScripts: options.pageScripts ?? [],
  });
}

interface OperationParts {
  readonly feed: Parameters<typeof checkoutRoutes>[1];
  readonly pictures: FileFolder;
  /** Writes the calls of the request log that this process has not written yet. */
  readonly settleLog: () => Promise<void>;
}

export function operations(instance: Instance, { feed, pictures, settleLog }: OperationParts, operator: OperatorParts) {
  const intake = pictureIntake(instance, pictures);
  return askingForProof([
    ...newAppRoutes(instance, intake),
    ...appRoutes(instance, intake),
    ...doorRoutes(instance),
    ...appCryptocurrencyRoutes(instance),
    ...paymentLinkRoutes(instance),
    ...addressRoutes(instance),
    ...addressEntryRoutes(instance),
    ...invoiceRoutes(instance, (db, id) => openClaimsOf(instance, db, id)),
    ...checkoutRoutes(instance, feed),
    ...transactionRoutes(instance),
    ...unmatchedPaymentRoutes(instance),
    ...paymentClaimRoutes(instance),
    ...refundRoutes(instance),
    ...pullPaymentRoutes(instance),
    ...sandboxRoutes(instance),
    ...reportRoutes(instance),
    ...requestLogRoutes(instance, settleLog),
    ...uploadRoutes(instance, pictures),
    ...catalogRoutes(instance),
    ...identityRoutes(instance),
    ...notificationRoutes(instance),
    ...oauth2Routes(instance),
    ...webhookRoutes(instance),
    ...eventRoutes(instance),
    ...operatorRoutes(instance, operator),
  ]);
}

/** Why this port does not serve /metrics; null if it does. */
function metricsRefusal({ metricsPort, production }: Pick<Environment, 'metricsPort' | 'production'>): string | null {
  if (metricsPort !== null) return 'Metrics are served on METRICS_PORT.';
  return production ? 'In production, metrics are served on a separate port: set METRICS_PORT.' : null;
}
