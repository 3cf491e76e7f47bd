// PUT /app-address/{id}: its label, and whether new attempts may use it.

import { requireAddressRange } from '../../core/access.ts';
import { fieldProblem, Problem } from '../../core/problem.ts';
import { type Operation, operation } from '../../io/http/operation.ts';
import { idInPath, isUuid, nullable } from '../../io/http/schemas.ts';
import { Type } from '../../io/schema.ts';
import { ownLiveAppById } from '../apps/own-app.ts';
import type { Instance } from '../instance.ts';
import { emitAddressChanged } from './emit-address-changed.ts';
import { effectiveFrom, holdChange, refuseLastEffective, withdrawWaiting } from './payout-lock/hold-change.ts';
import { resumeIfWell } from './payout-lock/resume-if-well.ts';
import { refusePrivate } from './refuse-private.ts';
import { type AppAddress, lockAppAddress, updateAppAddress as write } from './store.ts';
import { AppAddressView, appAddressView } from './view.ts';

const Body = Type.Object(
  {
    label: Type.Optional(nullable(Type.String({ maxLength: 255 }))),
    enabled: Type.Optional(Type.Boolean()),
    confirmed_value: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 4096,
        description: [
          'For an address that is `tampered`: its value as your wallet shows it. It must be the one shown here, and',
          'counts as new.',
        ].join(' '),
      }),
    ),
  },
  { additionalProperties: false },
);

export function updateAppAddress(instance: Instance): Operation {
  return operation({
    id: 'updateAppAddress',
    method: 'PUT',
    path: '/app-address/:id',
    group: 'App Addresses',
    summary: 'Update a receiving address',
    description: [
      'Changes the label, or whether new attempts use it. On a production app that was paid before, switching one on',
      'takes effect after a delay; the last one in effect stays on until then (409).',
    ].join(' '),
    access: { cookie: true, recentProof: true, pat: 'addresses:write' },
    params: idInPath,
    body: Body,
    answer: AppAddressView,
    problems: ['app_archived', 'last_effective_address', 'address_range_required'],
    handle: async ({ params, body, caller, origin, commit }) => {
      refusePrivate('label', body.label);
      return commit(async (trx) => {
        const address = isUuid(params.id) ? await lockAppAddress(trx, params.id) : null;
        if (address === null) throw new Problem('not_found');
        const app = await ownLiveAppById(trx, address.appId, caller);
        requireAddressRange(caller, app);
        const isConfirmed = checkConfirmed(instance, address, body.confirmed_value);
        const enabled = body.enabled ?? address.enabled;
        const isNew = enabled && (isConfirmed || !address.enabled);
        if (!enabled) await refuseLastEffective(trx, instance, address);
        const values = {
          ...address,
          label: body.label === undefined ? address.label : body.label,
          enabled,
          effectiveAt: isNew ? await effectiveFrom(trx, instance, app) : address.effectiveAt,
          updatedAt: instance.clock.now(),
        };
        const changed = { ...values, mac: instance.seals.sign('app_address', values) };
        await write(trx, changed);
        const held = { address: changed, change: isConfirmed ? 'confirmed' : 'enabled', caller } as const;
        const waiting = isNew ? await holdChange(trx, instance, held) : null;
        if (!enabled) await withdrawWaiting(trx, instance, address.id, caller);
        const told = { address: changed, before: address, change: 'updated', waiting } as const;
        await emitAddressChanged(trx, instance, told, { caller, origin });
        await resumeIfWell(trx, instance, address.appId);
        return appAddressView(instance, changed);
      });
    },
  });
}

/**
 * Whether an address that was changed past the service is confirmed by this. Throws Problem naming `confirmed_value`.
 */
function checkConfirmed(instance: Instance, address: AppAddress, said: string | undefined): boolean {
  const shown = appAddressView(instance, address);
  if (said !== undefined && said.trim().toLowerCase() !== shown.value.toLowerCase()) {
    const message = 'This is not the value that is shown here. Remove the address, and add the right one.';
    throw fieldProblem('confirmed_value', 'other_value', message);
  }
  if (!shown.tampered) return false;
  if (said !== undefined) return true;
  const message =
    'The address was changed past the service. Confirm it by its value, or remove it and add the right one.';
  throw fieldProblem('confirmed_value', 'required', message);
}
