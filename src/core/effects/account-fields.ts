// Credentials and memberships. Every change of one gives or removes access.
import { always, type Rule, when } from './rules.ts';

type Table<Thing> = Readonly<Record<string, Rule<Thing>>>;

const access = always('access_changed');

export const accountThings = {
  member: { app_id: access, email: access, role: access, deleted: access },
  passkey: { name: access, response: access, deleted: access },
  personal_access_token: {
    name: access,
    scopes: access,
    app_ids: access,
    cidrs: access,
    expires_at: access,
    deleted: access,
  },
  /** A further token of an app. */
  app_token: {
    app_id: access,
    name: access,
    scopes: access,
    cidrs: access,
    expires_at: access,
    deleted: access,
  },
  /** The credential of a shop that calls in another dialect. */
  door: { kind: access, currency: access, cidrs: access, permissions: access, webhook_url: access },
  oauth2_client: {
    name: access,
    application_type: access,
    token_endpoint_auth_method: access,
    redirect_uris: access,
    post_logout_redirect_uris: access,
    id_token_signed_response_alg: access,
    secret: access,
    deleted: access,
  },
  oauth2_session: { deleted: access },
  /** Where a user is notified. A channel gets news of every app of the user. */
  notification_channel: {
    kind: access,
    name: access,
    url: access,
    bot_token: access,
    chat: access,
    access_token: access,
    deleted: access,
  },
  notification_choice: { mail: access, channel_ids: access },
  notification_test: {},
  /** A browser's session. Ending the session in use needs no proof. */
  session: {
    deleted: when((before, after) => before?.isInUse === false && after === null, 'access_changed'),
  } satisfies Table<{ readonly isInUse: boolean }>,
  all_sessions: { deleted: access },
  email: { newEmail: access },
  password: { currentPassword: access, newPassword: access, endOtherAccess: access },
  second_factor: { code: access, password: access, trustDevice: access },
};
