// POST /app/{id}/doors: opens a door, through which shops call in another dialect.
import { fieldsOf } from '../../../core/effects/fields-of.ts';
import { currencyOf } from '../../../core/money/currency.ts';
import { fieldProblem } from '../../../core/problem.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { idInPath } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { lockOwnLiveApp } from '../../people/apps/own-app.ts';
import { makerIn, refuseOneTooMany } from '../../people/apps/tokens/token-maker.ts';
import { auditChange } from '../../people/audit/audit-change.ts';
import { boundsInBody, readBounds } from '../../people/identity/personal-access-tokens/bounds-body.ts';
import { openDoor, type SignedDoorKind } from './open-door.ts';
import { doorView, NewDoor } from './view.ts';

const defaultCurrency = 'CNY';

const Body = Type.Object(
  fieldsOf('door', {
    kind: Type.Unsafe<SignedDoorKind>({ type: 'string', enum: ['epay', 'epusdt'] }),
    currency: Type.Optional(
      Type.String({
        minLength: 3,
        maxLength: 3,
        description: `The currency of the shop’s amounts (ISO 4217). Default: ${defaultCurrency}.`,
      }),
    ),
    cidrs: boundsInBody.cidrs,
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
    problems: ['not_found', 'role_required', 'app_archived', 'too_many_app_tokens'],
    handle: ({ params, body, caller, origin, commit }) =>
      commit(async (trx) => {
        const app = await lockOwnLiveApp(trx, params.id, caller);
        const { member, userId } = makerIn(app, caller);
        await refuseOneTooMany(trx, app);
        const currency = currencyOf((body.currency ?? defaultCurrency).toUpperCase());
        if (currency === null) throw fieldProblem('currency', 'unknown_currency', 'No such ISO 4217 currency.');
        const { cidrs } = readBounds({ cidrs: body.cidrs ?? null }, instance.clock.now());
        const maker = { memberId: member.id, userId };
        const by = { caller, origin };
        const { door, key } = await openDoor(trx, instance, { app, kind: body.kind, currency, cidrs, maker, by });
        const view = doorView(door, instance.publicUrl);
        const subject = { of: { appId: app.id }, subjectId: door.id, before: null, after: view };
        await auditChange(trx, instance, by, { ...subject, action: 'door.opened' });
        return { ...view, ...(body.kind === 'epay' ? { key } : { api_auth_token: key }) };
      }),
  });
}
