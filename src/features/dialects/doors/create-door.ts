// POST /app/{id}/doors: opens a door, through which shops call in another dialect.
import type { Static } from 'typebox';
import { type DoorKind, isTokenDoor } from '../../../core/access/door-kinds.ts';
import {
  readPermissions,
  type StorePermission,
  scopesOfPermissions,
  storePermissions,
} from '../../../core/access/store-permissions.ts';
import { fieldsOf } from '../../../core/effects/fields-of.ts';
import { currencyOf } from '../../../core/money/currency.ts';
import { fieldProblem } from '../../../core/problem.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { idInPath, nullable } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import { checkWebhookUrl } from '../../events/webhooks/webhook-body.ts';
import type { Instance } from '../../instance.ts';
import { lockOwnLiveApp } from '../../people/apps/own-app.ts';
import { makerIn, refuseOneTooMany } from '../../people/apps/tokens/token-maker.ts';
import { auditChange } from '../../people/audit/audit-change.ts';
import { boundsInBody, readBounds } from '../../people/identity/personal-access-tokens/bounds-body.ts';
import { type OpenedDoor, openDoor } from './open-door.ts';
import { DoorKindName, doorView, NewDoor } from './view.ts';

const defaultCurrencies = { signed: 'CNY', token: 'USD' };

const Body = Type.Object(
  fieldsOf('door', {
    kind: DoorKindName,
    currency: Type.Optional(
      Type.String({
        minLength: 3,
        maxLength: 3,
        description: [
          'The currency of amounts that the shop sends without one (ISO 4217). Default: CNY for EPay and Epusdt,',
          'otherwise USD.',
        ].join(' '),
      }),
    ),
    cidrs: boundsInBody.cidrs,
    permissions: Type.Optional(
      nullable(
        Type.Array(Type.String({ enum: [...storePermissions] }), {
          minItems: 1,
          maxItems: storePermissions.length,
          uniqueItems: true,
          description: 'BTCPay Greenfield only: what the shop’s key may do. Default: all of them.',
        }),
      ),
    ),
    webhook_url: Type.Optional(
      nullable(
        Type.String({
          maxLength: 2000,
          description: 'Coinbase Commerce only: where the shop is notified. Other shops name it themselves.',
        }),
      ),
    ),
  }),
  { additionalProperties: false },
);

export function createDoor(instance: Instance): Operation {
  return operation({
    id: 'createDoor',
    method: 'POST',
    path: '/app/:id/doors',
    group: 'Doors',
    summary: 'Open a door',
    description:
      'Owners only. The credentials are in this answer only. DELETE /app-token/{id} with its id closes the door.',
    access: { cookie: true },
    writes: 'door',
    params: idInPath,
    body: Body,
    status: 201,
    answer: NewDoor,
    problems: ['not_found', 'role_required', 'app_archived', 'too_many_app_tokens', 'too_many_webhooks'],
    handle: ({ params, body, caller, origin, commit }) =>
      commit(async (trx) => {
        const app = await lockOwnLiveApp(trx, params.id, caller);
        const { member, userId } = makerIn(app, caller);
        await refuseOneTooMany(trx, app);
        const { kind, webhook_url: notifyUrl = null } = body;
        const usual = defaultCurrencies[isTokenDoor(kind) ? 'token' : 'signed'];
        const currency = currencyOf((body.currency ?? usual).toUpperCase());
        if (currency === null) throw fieldProblem('currency', 'unknown_currency', 'No such ISO 4217 currency.');
        if (notifyUrl !== null && kind !== 'commerce')
          throw fieldProblem('webhook_url', 'not_allowed', 'Only a door of the kind commerce has one.');
        if (notifyUrl !== null) checkWebhookUrl(instance.outbound, notifyUrl, 'webhook_url');
        const { cidrs } = readBounds({ cidrs: body.cidrs ?? null }, instance.clock.now());
        const permissions = permissionsOf(body, kind);
        const maker = { memberId: member.id, userId };
        const by = { caller, origin };
        const opened = await openDoor(trx, instance, { app, kind, currency, cidrs, notifyUrl, permissions, maker, by });
        const { door } = opened;
        const view = doorView(door, instance.publicUrl);
        const subject = { of: { appId: app.id }, subjectId: door.id, before: null, after: view };
        await auditChange(trx, instance, by, { ...subject, action: 'door.opened' });
        return { ...view, ...(kind === 'commerce' ? { webhook_url: notifyUrl } : {}), ...credentialsOf(opened) };
      }),
  });
}

/** Throws Problem validation_failed if a key with these permissions could not make a call. */
function permissionsOf({ permissions = null }: Static<typeof Body>, kind: DoorKind): readonly StorePermission[] | null {
  if (permissions === null) return null;
  if (kind !== 'greenfield')
    throw fieldProblem('permissions', 'not_allowed', 'Only a door of the kind greenfield has them.');
  const { known } = readPermissions(permissions);
  if (scopesOfPermissions(known).length === 0)
    throw fieldProblem('permissions', 'too_few', 'Add a permission about invoices, webhooks or refunds.');
  return known;
}

type Credentials = Pick<Static<typeof NewDoor>, 'key' | 'api_auth_token' | 'api_key' | 'store_id' | 'webhook_secret'>;

function credentialsOf({ door: { kind, appId }, token, key }: OpenedDoor): Credentials {
  const signing = key === undefined ? {} : { key };
  const sent = token === undefined ? {} : { api_key: token };
  switch (kind) {
    case 'epay':
      return signing;
    case 'epusdt':
      return key === undefined ? {} : { api_auth_token: key };
    case 'greenfield':
      return { ...sent, store_id: appId };
    case 'commerce':
      return { ...sent, webhook_secret: key ?? null };
  }
}
