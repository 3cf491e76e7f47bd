// POST /refund-batch: one PSBT that pays several refunds of an app on a UTXO network.
import { effectsOf } from '../../../../core/effects/effects-of.ts';
import { fieldsOf } from '../../../../core/effects/fields-of.ts';
import { requireEffects } from '../../../../core/effects/require-effects.ts';
import { formatUnits } from '../../../../core/money/decimal.ts';
import { isPayable } from '../../../../core/payment/outgoing/refund.ts';
import { fieldProblem, Problem } from '../../../../core/problem.ts';
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { isUuid, uuid } from '../../../../io/http/schemas.ts';
import { Type } from '../../../../io/schema.ts';
import type { Instance } from '../../../instance.ts';
import type { Asset } from '../../../known/catalog/catalog.ts';
import { notAnswered } from '../../../known/networks/asked/ask-endpoints.ts';
import { ownApp } from '../../../people/apps/own-app.ts';
import type { App } from '../../../people/apps/store.ts';
import { auditChange } from '../../../people/audit/audit-change.ts';
import { assetOf } from '../acts/follow-refund.ts';
import { renewQuote } from '../acts/renew-quote.ts';
import { findRefund, type Refund } from '../refund-store.ts';
import { buildRefundPsbt } from './build-refund-psbt.ts';
import { isPaidByPsbt } from './prepare-refund.ts';
import { newestPsbts, type RefundPsbt } from './psbt-store.ts';
import { currentOf } from './store-built.ts';
import type { UnsignedReason } from './unsigned-reason.ts';

const mostRefunds = 100;

const Body = Type.Object(
  fieldsOf('refund_batch', {
    app_id: Type.Optional({ ...uuid, description: 'Not needed with an app token.' }),
    network: Type.String({ minLength: 1, maxLength: 50 }),
    refund_ids: Type.Array(Type.String({ maxLength: 300 }), {
      minItems: 1,
      maxItems: mostRefunds,
      uniqueItems: true,
      description: 'Refunds of the app on the network, all `ready`.',
    }),
  }),
  {
    additionalProperties: false,
    examples: [
      {
        app_id: '0198c2f4-7a10-7c3e-9a51-2f6d8e4b7c01',
        network: 'bitcoin',
        refund_ids: ['3f1b7c52-6a0e-4a51-9d38-0c6d2b1f8e44', '7a0e52d1-41c5-4f0c-8f52-5f0f6b7f8d11'],
      },
    ],
  },
);

const BatchView = Type.Object({
  psbt: Type.String({ description: 'BIP-174, in base64.' }),
  refund_ids: Type.Array(uuid),
  fee: Type.String({ description: 'In coins.' }),
});

export function prepareRefundBatch(instance: Instance): Operation {
  return operation({
    id: 'prepareRefundBatch',
    method: 'POST',
    path: '/refund-batch',
    group: 'Refunds',
    summary: 'Prepare one PSBT for several refunds',
    description: [
      'For UTXO networks: one chain transaction pays all of them. The same request returns the same PSBT until one of',
      'its refunds changes. Meanwhile `unsigned` of each refund is null (`in_batch`). A later PSBT of',
      'one of them spends a coin of this one, so only one of the two can be mined.',
    ].join(' '),
    access: { cookie: true, pat: 'refunds:write', appToken: true, oauth2: 'refunds:write' },
    writes: 'refund_batch',
    body: Body,
    answer: BatchView,
    problems: ['not_found', 'refund_not_ready', 'exceeds_paid', 'rate_unavailable', 'temporarily_unavailable'],
    handle: async ({ body, caller, origin, commit }) => {
      const app = await ownApp(instance.db, body.app_id, caller);
      requireEffects(effectsOf('refund_batch', null, {}), caller, app, instance.clock.now());
      const refunds = await refundsOf(instance, app, body.refund_ids);
      const asset = commonAsset(instance, refunds, body.network);
      const built = await current(instance, { app, asset, refunds });
      return commit(async (trx) => {
        await auditChange(
          trx,
          instance,
          { caller, origin },
          {
            of: { appId: app.id },
            action: 'refund.batch_prepared',
            subjectId: built.id,
            before: null,
            after: { network: asset.network.symbol, refund_ids: [...built.refundIds] },
          },
        );
        return { psbt: built.psbt, refund_ids: [...built.refundIds], fee: formatUnits(built.fee, asset.decimals) };
      });
    },
  });
}

/**
 * Throws Problem not_found for a refund of another app, refund_not_ready, exceeds_paid, or one that names
 * `refund_ids`. Quotes expired ones anew.
 */
async function refundsOf(instance: Instance, app: App, ids: readonly string[]): Promise<Refund[]> {
  const refunds: Refund[] = [];
  for (const id of ids) {
    const found = isUuid(id) ? await findRefund(instance.db, id) : null;
    if (found === null || found.appId !== app.id)
      throw new Problem('not_found', { detail: 'The app has no refund with one of these ids.' });
    // The database reads an id in any case, so the schema does not find all repetitions.
    if (refunds.some((one) => one.id === found.id))
      throw fieldProblem('refund_ids', 'duplicate', 'Name each refund once.');
    refunds.push(found);
  }
  if (refunds.some(({ status }) => status === 'awaiting_address')) throw new Problem('refund_not_ready');
  if (!refunds.every(isPayable))
    throw fieldProblem('refund_ids', 'not_ready', 'One of these refunds was sent, seen or canceled.');
  if (refunds.some(({ exceedsPaid }) => exceedsPaid)) {
    const message = 'The open refunds of one of these invoices exceed the paid amount.';
    const errors = [{ field: 'refund_ids', code: 'exceeds_paid', message }];
    throw new Problem('exceeds_paid', { detail: message, errors });
  }
  const renewed: Refund[] = [];
  for (const one of refunds) {
    const { refund, isBelowMinimum } = await renewQuote(instance, app, one);
    if (isBelowMinimum) throw fieldProblem('refund_ids', 'below_minimum', sentences.below_minimum);
    renewed.push(refund);
  }
  return renewed;
}

function commonAsset(instance: Instance, refunds: readonly Refund[], symbol: string): Asset {
  const network = instance.catalog.networkBySymbol(symbol);
  if (network === null) throw fieldProblem('network', 'unknown_network', 'There is no such network.');
  const assets = refunds.map((refund) => assetOf(instance, refund));
  const [asset] = assets;
  if (asset === undefined || assets.some((one) => one.network !== network))
    throw fieldProblem('refund_ids', 'other_network', `One of these refunds is not on ${network.name}.`);
  if (assets.some((one) => !isPaidByPsbt(one)))
    throw fieldProblem('network', 'no_psbt', `Refunds on ${network.name} are not paid by a PSBT.`);
  return asset;
}

interface Batch {
  readonly app: App;
  readonly asset: Asset;
  readonly refunds: readonly Refund[];
}

async function current(instance: Instance, { app, asset, refunds }: Batch): Promise<RefundPsbt> {
  const refundIds = refunds.map(({ id }) => id);
  const stored = currentOf(await newestPsbts(instance.db, refundIds), refundIds);
  if (stored !== null) return stored;
  const built = await buildRefundPsbt(instance, { appId: app.id, asset, refunds });
  if (typeof built !== 'string') return built;
  if (built === 'network_unavailable' || built === 'not_prepared') throw notAnswered(asset.network);
  throw fieldProblem('refund_ids', built, sentences[built]);
}

const sentences: Readonly<Record<Exclude<UnsignedReason, 'network_unavailable' | 'not_prepared'>, string>> = {
  no_extended_key: 'The app has no extended public key on this network. Send each amount from your wallet.',
  not_enough_coins: 'The confirmed coins that the key received, and that no other refund uses, do not suffice.',
  fee_too_high: 'The fee rate that the endpoint reports is not plausible, or the fee exceeds the sum of the refunds.',
  wallet_not_supported: 'The wallet has too many keys. Send each amount from your wallet.',
  exceeds_paid: 'The open refunds of the invoice exceed the paid amount.',
  in_batch: 'Another PSBT pays one of these refunds.',
  below_minimum: 'One of these refunds is too small to be sent at the present rate and fees.',
  earlier_psbt_sent: [
    'The coins of an earlier PSBT of one of these refunds are spent, or another refund uses them. If you sent it,',
    'wait for its confirmation. Otherwise send each amount from your wallet, or cancel that refund and prepare it',
    'again.',
  ].join(' '),
};
