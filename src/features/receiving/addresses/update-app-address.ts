// PUT /app-address/{id}: changes the label, and whether new attempts may use the address.

import { fieldProblem, Problem } from '../../../core/problem.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { type Call, type Operation, operation } from '../../../io/http/operation.ts';
import { idInPath, isUuid, nullable } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { judgeChange } from '../../people/apps/acts/judge-change.ts';
import { ownLiveAppById } from '../../people/apps/own-app.ts';
import { effectiveFrom } from '../../people/apps/payout-delay.ts';
import type { App } from '../../people/apps/store.ts';
import { emitAddressChanged } from './emit-address-changed.ts';
import { holdChange, refuseLastEffective, withdrawWaiting } from './payout-lock/hold-change.ts';
import { resumeIfWell } from './payout-lock/resume-if-well.ts';
import { refusePrivate } from './refuse-private.ts';
import { confirmFindings, listConfirmed, recordFindings } from './safety/finding-store.ts';
import { type Judged, judgeAddress, requireSafe } from './safety/judge-address.ts';
import { type AppAddress, findAppAddress, lockAppAddress, updateAppAddress as write } from './store.ts';
import { AppAddressView, appAddressChanges, appAddressView } from './view.ts';

const Body = Type.Object(
  {
    label: Type.Optional(nullable(Type.String({ maxLength: 255 }))),
    enabled: Type.Optional(Type.Boolean()),
    confirm: Type.Optional(
      Type.Boolean({ description: 'Enables an address in spite of a `confirm_needed` error; see createAppAddress.' }),
    ),
    confirmed_value: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 4096,
        description: [
          'For an address that is `tampered`: its value as shown by your wallet. It must equal the value shown here,',
          'and the address then counts as new.',
        ].join(' '),
      }),
    ),
  },
  { additionalProperties: false },
);

type Caller = Call<unknown, unknown, unknown>['caller'];

export function updateAppAddress(instance: Instance): Operation {
  return operation({
    id: 'updateAppAddress',
    method: 'PUT',
    path: '/app-address/:id',
    group: 'App Addresses',
    summary: 'Update a receiving address',
    description: [
      'Changes the label, or whether new attempts use it. On a production app that was paid before, enabling one',
      'takes effect after a delay; the last one in effect stays enabled until then (409).',
    ].join(' '),
    access: { cookie: true, pat: 'addresses:write' },
    writes: 'app_address',
    params: idInPath,
    body: Body,
    answer: AppAddressView,
    problems: ['app_archived', 'last_effective_address', 'address_range_required', 'reauthentication_required'],
    handle: async ({ params, body, caller, origin, commit }) => {
      refusePrivate('label', body.label);
      const isAsked = body.enabled === true || body.confirm === true || body.confirmed_value !== undefined;
      const judged = isAsked ? await judgeBefore(instance, params.id, caller) : null;
      return commit(async (trx) => {
        const address = isUuid(params.id) ? await lockAppAddress(trx, params.id) : null;
        if (address === null) throw new Problem('not_found');
        const app = await ownLiveAppById(trx, address.appId, caller);
        const isConfirmed = checkConfirmed(instance, address, body.confirmed_value);
        const enabled = body.enabled ?? address.enabled;
        const isConfirming = body.confirm === true;
        const isNew = enabled && (isConfirmed || !address.enabled);
        const facts = {
          before: { ...address, isEntered: false },
          after: { enabled, isEntered: isNew || isConfirming },
        };
        const judging = { thing: 'app_address', app, subjectId: address.id, ...facts } as const;
        await judgeChange(trx, instance, { caller, origin }, judging);
        if (!enabled) await refuseLastEffective(trx, instance, address);
        const values = {
          ...address,
          label: body.label === undefined ? address.label : body.label,
          enabled,
          effectiveAt: isNew ? await effectiveFrom(trx, instance, app) : address.effectiveAt,
          updatedAt: instance.clock.now(),
        };
        const isJudged = judged !== null && (isNew || isConfirming);
        const found = isJudged
          ? await takeJudged(trx, instance, { address, app, judged, isConfirmed: isConfirming })
          : { findings: address.findings, confirmedFindings: address.confirmedFindings };
        const changed = { ...values, ...found, mac: instance.seals.sign('app_address', values) };
        if (!isNew && appAddressChanges(instance, address, changed).length === 0) {
          await resumeIfWell(trx, instance, address.appId);
          return appAddressView(instance, address);
        }
        await write(trx, changed);
        const held = { address: changed, change: isConfirmed ? 'confirmed' : 'enabled', caller } as const;
        const waiting = isNew ? await holdChange(trx, instance, held) : null;
        if (!enabled) await withdrawWaiting(trx, instance, address.id, caller);
        const changes = { address: changed, before: address, change: 'updated', waiting } as const;
        await emitAddressChanged(trx, instance, changes, { caller, origin });
        await resumeIfWell(trx, instance, address.appId);
        return appAddressView(instance, changed);
      });
    },
  });
}

/**
 * Returns whether the request confirms an address that was changed outside the service. Throws Problem naming
 * `confirmed_value`.
 */
function checkConfirmed(instance: Instance, address: AppAddress, said: string | undefined): boolean {
  const shown = appAddressView(instance, address);
  if (said !== undefined && said.trim().toLowerCase() !== shown.value.toLowerCase()) {
    const message = 'This is not the value shown here. Remove the address, and add the right one.';
    throw fieldProblem('confirmed_value', 'other_value', message);
  }
  if (!shown.tampered) return false;
  if (said !== undefined) return true;
  const message =
    'The address was changed directly in the database. Confirm it by its value, or remove it and add the right one.';
  throw fieldProblem('confirmed_value', 'required', message);
}

/** Runs before the commit because it calls the network. Returns null for a key, and if there is no such address. */
async function judgeBefore(instance: Instance, id: string, caller: Caller): Promise<Judged | null> {
  const address = isUuid(id) ? await findAppAddress(instance.db, id) : null;
  if (address === null || address.kind === 'xpub') return null;
  await ownLiveAppById(instance.db, address.appId, caller);
  const network = instance.catalog.networkById(address.networkId);
  return network === null ? null : judgeAddress(instance, network, address.value);
}

/** An app address, its judgment, and whether the owner confirms the findings. */
interface JudgedUpdate {
  readonly address: AppAddress;
  readonly app: App;
  readonly judged: Judged;
  readonly isConfirmed: boolean;
}

/**
 * Returns the current findings of the address. Throws Problem naming `value` if it is not safe and the findings were
 * not confirmed.
 */
async function takeJudged(
  trx: Queryable,
  instance: Instance,
  { address, app, judged, isConfirmed }: JudgedUpdate,
): Promise<Pick<AppAddress, 'findings' | 'confirmedFindings'>> {
  const { codes } = judged;
  const confirmed = await listConfirmed(trx, address, app.ownerId);
  requireSafe(judged, isConfirmed ? 'all' : confirmed);
  const now = instance.clock.now();
  await recordFindings(trx, address, { ...judged, now });
  if (isConfirmed) await confirmFindings(trx, address, { ownerId: app.ownerId, codes, now });
  return { findings: [...codes], confirmedFindings: isConfirmed ? [...codes] : confirmed };
}
